import { hasDigit } from '@engine/text/letters'
import { analyse } from '@engine/text/analyse'
import { isStopTerm } from '@engine/text/english/stop-words'
import { wordSpans } from '@engine/text/words'

/** A word of a claim; offsets are within the claim's plain text. */
export interface Token {
  readonly raw: string
  readonly start: number
  readonly end: number
  /** The analysed form; of Chinese words the characters themselves. */
  readonly term: string
  readonly script: 'spaced' | 'unspaced'
  /** It says something by itself, rather than being grammar. */
  readonly content: boolean
  /** A figure, or a word with one in it. */
  readonly figure: boolean
  /** Chinese characters that are in no dictionary side by side: mostly a name. */
  readonly unknown: boolean
  /** What another language says for it, where it is looked for in a text of that language. */
  readonly others?: readonly string[]
}

const runs =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]+|(?:(?![\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}])[\p{L}\p{M}\p{N}])+(?:'[\p{Script=Latin}]+)?/gu
const unspacedStart = /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u
/** Single characters that are grammar, and so end a run of characters that may be a name. */
const particles = new Set(
  Array.from(
    '的了是在和与及或也都就而被把对从到由于以其之这那为上中下所该此并但还又个等将后前时曾则即更最很地得着过向往给让使用称指',
  ),
)

/** The words of a text in plain form. */
export function tokensIn(text: string): Token[] {
  return [...text.matchAll(runs)].flatMap((match) =>
    unspacedStart.test(match[0]) ? unspacedTokens(match[0], match.index) : spacedTokens(match[0], match.index),
  )
}

/** Say how things stand to each other, so another text may well leave them out. */
const connectives = new Set(
  'after before while although though because since however therefore thus hence moreover furthermore also yet still whereas during within among upon until according'
    .split(' ')
    .flatMap((one) => analyse(one)),
)

function spacedTokens(raw: string, start: number): Token[] {
  const term = analyse(raw)[0]
  if (term === undefined) return []
  // Figures are compared by value.
  const figure = hasDigit(raw.charAt(0))
  const content = !figure && !isStopTerm(term) && !connectives.has(term)
  return [{ raw, start, end: start + raw.length, term, script: 'spaced', content, figure, unknown: false }]
}

function unspacedTokens(run: string, offset: number): Token[] {
  const tokens: Token[] = []
  let alone = ''
  let aloneAt = 0
  const push = (raw: string, at: number, unknown: boolean) => {
    if (raw === '') return
    const start = offset + at
    const isNumeral = /^[〇零一二三四五六七八九十百千万亿两几第]+$/u.test(raw)
    const content = Array.from(raw).length > 1 && !isNumeral && !isStopTerm(raw)
    tokens.push({ raw, start, end: start + raw.length, term: raw, script: 'unspaced', content, figure: false, unknown })
  }
  const close = () => {
    push(alone, aloneAt, true)
    alone = ''
  }
  for (const { word, start } of wordSpans(run)) {
    if (Array.from(word).length === 1 && !particles.has(word)) {
      if (alone === '') aloneAt = start
      alone += word
      continue
    }
    close()
    push(word, start, false)
  }
  close()
  return tokens
}
