import type { QuestionWord, WantedKind } from '@engine/question/words/wanted-kind'
import { analyse } from '@engine/text/analyse'
import type { Language } from '@engine/text/language'
import type { Token } from './answer-token'
import { tokensOf } from './answer-tokens'
import type { KnownNames } from './english-tokens'

/** Where the answer stands towards the question's verb: "who won …", "who did they beat", "who is …"; in Chinese words keep their places. */
export type QuestionForm = 'subject' | 'object' | 'copula' | 'end' | 'in place'

export interface Wanted {
  readonly form: QuestionForm
  /** Terms before and after the question word, and those next to it. */
  readonly left: ReadonlySet<string>
  readonly right: ReadonlySet<string>
  readonly justLeft: ReadonlySet<string>
  readonly justRight: ReadonlySet<string>
  /** Pairs of characters of the question next to the question word, on its left and on its right; none in English. */
  readonly pairsLeft: readonly string[]
  readonly pairsRight: readonly string[]
  readonly kind: WantedKind
  /** Terms of the noun asked for ("which river", 哪座山): what the answer is one of. */
  readonly focus: ReadonlySet<string>
  /** That noun's last character in Chinese, which names of its kind often end in (河, 省, 奖); empty in English. */
  readonly focusEnd: string
}

/** What a question wants, by its question word and the words around it. */
export function wantedOf(text: string, word: QuestionWord, language: Language, known: KnownNames): Wanted {
  const focus = new Set(analyse(word.noun))
  const around = aroundQuestionWord({ text, word, language, focus }, known)
  return { kind: word.kind, focus, focusEnd: language === 'zh' ? (word.noun.at(-1) ?? '') : '', ...around }
}

type Around = Pick<Wanted, 'form' | 'left' | 'right' | 'justLeft' | 'justRight' | 'pairsLeft' | 'pairsRight'>

interface AskedAround {
  readonly text: string
  readonly word: QuestionWord
  readonly language: Language
  readonly focus: ReadonlySet<string>
}

function aroundQuestionWord({ text, word, language, focus }: AskedAround, known: KnownNames): Around {
  const tokens = tokensOf(text, language, known).filter(({ kind }) => kind !== 'punctuation')
  const { start: from, end: to } = word
  const left = tokens.filter(({ end }) => end <= from)
  const right = tokens.filter(({ start, terms }) => start >= to && !terms.some((term) => focus.has(term)))
  const pairs = (letters: string) => (language === 'zh' ? pairsOf(letters) : [])
  const termsOf = (some: readonly Token[]) => new Set(some.flatMap(({ terms, light }) => (light ? [] : terms)))
  return {
    form: language === 'zh' ? 'in place' : formOf(left, right),
    left: termsOf(left),
    right: termsOf(right),
    justLeft: new Set(left.at(-1)?.terms),
    justRight: new Set(right[0]?.terms),
    pairsLeft: pairs(lettersOf(text.slice(0, from)).slice(-maxAround)),
    pairsRight: pairs(lettersOf(text.slice(right[0]?.start ?? text.length)).slice(0, maxAround)),
  }
}

/** Characters next to a question word or a candidate that are compared. */
export const maxAround = 8

/** A text without punctuation and spaces. */
export function lettersOf(text: string): string {
  return text.replace(/[^\p{L}\p{N}]/gu, '')
}

/** Each character with the next. */
function pairsOf(text: string): string[] {
  return Array.from({ length: Math.max(0, text.length - 1) }, (_, at) => text.slice(at, at + 2))
}

const helping = new Set(['do', 'does', 'did', 'has', 'have', 'had', 'can', 'could', 'will', 'would', 'should'])
const being = new Set(['is', 'are', 'was', 'were', 'be'])

function formOf(left: readonly Token[], right: readonly Token[]): QuestionForm {
  if (left.filter(({ light }) => !light).length > 1) return 'end'
  const first = right.find(({ kind }) => kind === 'auxiliary' || kind === 'verb')
  if (!first) return 'end'
  const word = first.text.toLowerCase()
  if (helping.has(word)) return 'object'
  return being.has(word) ? 'copula' : 'subject'
}
