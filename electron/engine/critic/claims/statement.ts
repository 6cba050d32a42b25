import { detectLanguage, type Language } from '@engine/text/language'
import { plainText } from '../facts/comparable-text'
import { type Quantity, quantitiesIn } from '../facts/quantities'
import { type Token, tokensIn } from './claim-tokens'

/** A sentence made ready to be held against sources. */
export interface Statement {
  /** In plain form. */
  readonly text: string
  readonly language: Language
  readonly tokens: readonly Token[]
  readonly content: readonly Token[]
  readonly quantities: readonly Quantity[]
  /** Terms of the names of columns. */
  readonly labelTerms: ReadonlySet<string>
  /** Figures that the question gives: it may work with them. */
  readonly asked: readonly Quantity[]
}

/** `labels` stand in the sentence, but a source need not have them: they only tell what the rest is about. */
export function statementOf(
  sentence: string,
  labels: readonly string[] = [],
  asked: readonly Quantity[] = [],
): Statement {
  const text = plainText(sentence)
  const tokens = tokensIn(text)
  const quantities = quantitiesIn(text)
  const isCounted = ({ start, end }: Token) => quantities.some((one) => one.start < end && start < one.end)
  // The words of dates and units are compared as dates and units.
  const content = tokens.filter((token) => token.content && !isCounted(token))
  const labelTerms = new Set(labels.flatMap((label) => tokensIn(plainText(label)).map(({ term }) => term)))
  return { text, labelTerms, asked, language: detectLanguage(text), tokens, content, quantities }
}
