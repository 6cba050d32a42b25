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
}

export function statementOf(sentence: string): Statement {
  const text = plainText(sentence)
  const tokens = tokensIn(text)
  const quantities = quantitiesIn(text)
  const isCounted = ({ start, end }: Token) => quantities.some((one) => one.start < end && start < one.end)
  // The words of dates and units are compared as dates and units.
  const content = tokens.filter((token) => token.content && !isCounted(token))
  return { text, language: detectLanguage(text), tokens, content, quantities }
}
