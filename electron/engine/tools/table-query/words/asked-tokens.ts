import { foldHan } from '@engine/text/chinese/han-fold'
import { withoutFunctionWords } from '@engine/text/chinese/chinese-function-words'
import { englishStem } from '@engine/text/english/english-words'
import { isStopTerm } from '@engine/text/english/stop-words'
import { baseOf } from '@engine/retrieval/question/irregular-forms'
import { isHan } from '@engine/text/letters'

/** A word, a number or a Chinese character of a question or a header. */
export interface AskedToken {
  readonly text: string
  /** In small, simplified letters. */
  readonly lower: string
  readonly start: number
  readonly end: number
  /** What it is compared by: stems, or the character itself. */
  readonly keys: readonly string[]
  readonly isHan: boolean
  /** Grammar, which need not be explained. */
  readonly isFree: boolean
  /** How much of a question it is: a word 1, a Chinese character a half, grammar nothing. */
  readonly weight: number
}

const piece =
  /\p{Script=Han}|\d+(?:[.,]\d+)*|(?:(?!\p{Script=Han})[\p{L}\p{M}])(?:(?!\p{Script=Han})[\p{L}\p{M}\p{N}])*|[%<>=]/gu
const inCamelCase = /(?<=\p{Ll})(?=\p{Lu})/gu

/** A question in one way of writing: compatibility forms, simplified characters, single spaces. */
export function plainQuestion(text: string): string {
  return text.normalize('NFKC').replace(/[’‘]/gu, "'").replace(/[–—−]/gu, '-').replace(/\s+/gu, ' ').trim()
}

/** The tokens of a text as `plainQuestion` gives it. */
export function askedTokens(text: string): AskedToken[] {
  const kept = withoutFunctionWords(text)
  return [...foldHan(text).matchAll(piece)].map(({ 0: word, index }) => {
    const [start, end, han] = [index, index + word.length, isHan(word)]
    const lower = word.toLowerCase()
    const isFree = han
      ? kept.charAt(start) === ' '
      : (!/^[-/]?\d/u.test(text.slice(end)) && (isStopTerm(englishStem(lower)) || isStopTerm(lower))) || lower === 's'
    return {
      text: text.slice(start, end),
      lower,
      start,
      end,
      keys: keysOf(lower, han),
      isHan: han,
      isFree,
      weight: isFree ? 0 : han ? 0.5 : 1,
    }
  })
}

/** A header or a name as words to compare: `unitPrice` and `unit_price` are two. */
export function nameKeys(name: string): string[] {
  const text = plainQuestion(name.replace(inCamelCase, ' '))
  return [...foldHan(text).matchAll(piece)].map(([word]) => keysOf(word.toLowerCase(), isHan(word))[0] ?? word)
}

function keysOf(lower: string, han: boolean): string[] {
  if (han || /^[\d%<>=]/u.test(lower)) return [lower.replace(/,(?=\d{3}(?:\D|$))/gu, '')]
  const base = baseOf(lower)
  return [englishStem(lower), ...(base ? [englishStem(base)] : [])]
}
