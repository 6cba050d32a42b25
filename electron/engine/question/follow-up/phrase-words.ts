import { tagChinese } from '@engine/text/chinese/chinese-words'
import { isStopTerm } from '@engine/text/english/stop-words'
import { anyMonthInShort, anyQuestionWord, anyWeekdayStem } from '@engine/text/english/word-patterns'

/**
 * A word of a question, and what it is: `percent`, `number`, `code`, `year`, `day`, `quarter`, `month`, `moment` for values as they are written,
 * `link` for words that only join others, `name` for those with a capital, `word` for other English ones, jieba's tag (`ns`, `v`) for Chinese ones.
 */
export interface PhraseWord {
  readonly text: string
  readonly start: number
  readonly end: number
  readonly kind: string
}

const chineseDigits = '[零〇一二两三四五六七八九十百千万亿\\d]'
const month = `${anyMonthInShort}\\.?(?!\\p{L})`
const values: readonly [string, string][] = [
  ['percent', String.raw`\d[\d.,]*\s*(?:%|％|per\s?cent\b)|百分之${chineseDigits}+(?:点${chineseDigits}+)?`],
  [
    'day',
    String.raw`\d{4}-\d\d-\d\d|\d{1,2}(?:st|nd|rd|th)?\s+(?:of\s+)?${month}|${month}\s+\d{1,2}(?:st|nd|rd|th)?(?!\d)`,
  ],
  ['day', String.raw`${chineseDigits}{1,3}月${chineseDigits}{1,3}[日号]`],
  ['code', String.raw`\p{Script=Latin}{1,6}-\d[\p{Script=Latin}\d-]*`],
  [
    'quarter',
    String.raw`\b[QH][1-4]\b|第?[一二三四1-4]季度?|[上下]半年|(?:first|second|third|fourth|last)\s+(?:quarter|half)`,
  ],
  ['month', String.raw`\b${month}|${chineseDigits}{1,2}月份?`],
  ['year', String.raw`(?<![\d.,])(?:19|20)\d\d(?:年|(?![\d.,]*\d))`],
  [
    'moment',
    String.raw`\b(?:this|last|next)\s+(?:week|month|quarter|year)|\b(?:today|tomorrow|yesterday)\b|[本上下这][个]?(?:周|月|季度)|[今明昨去前后][天年]`,
  ],
  ['moment', String.raw`\b${anyWeekdayStem}day\b|(?:周|星期)[一二三四五六日天]`],
  ['number', String.raw`\d[\d,]*(?:\.\d+)?|[零一二两三四五六七八九十百千万亿]{2,}|[二两三四五六七八九十]`],
]
const anyValue = new RegExp(values.map(([, pattern]) => `(${pattern})`).join('|'), 'giu')
const latin = /[\p{Script=Latin}\p{M}]+(?:['’-][\p{Script=Latin}]+)*/gu
const han = /\p{Script=Han}+/gu
const asks = new RegExp(`^(?:${anyQuestionWord}|until|till|since|by|before|after|between|per|than|versus)$`, 'iu')
/** Tags of Chinese words that join others or ask: auxiliaries, prepositions, conjunctions, pronouns, particles. */
const joining = /^(?:u|p|c|r|y|f|e|o)/u
const asking = /^(?:是|有|多少|几|哪个?|什么)$/u

/** The words of a question in their order, values whole. */
export function phraseWords(text: string): PhraseWord[] {
  const found: PhraseWord[] = []
  let from = 0
  for (const match of text.matchAll(anyValue)) {
    found.push(...plainWords(text, from, match.index))
    const at = match.slice(1).findIndex(Boolean)
    from = match.index + match[0].length
    found.push({ text: match[0], start: match.index, end: from, kind: values[at]?.[0] ?? 'number' })
  }
  return [...found, ...plainWords(text, from, text.length)]
}

function plainWords(text: string, from: number, to: number): PhraseWord[] {
  const part = text.slice(from, to)
  const words = [...part.matchAll(latin)].map(({ 0: word, index }) => {
    const isLink = isStopTerm(word.toLowerCase()) || asks.test(word)
    const kind = isLink ? 'link' : /^\p{Lu}/u.test(word) ? 'name' : 'word'
    return { text: word, start: from + index, end: from + index + word.length, kind }
  })
  const chinese = [...part.matchAll(han)].flatMap(({ 0: run, index }) => {
    let at = from + index
    return tagChinese(run).map(({ word, tag }) => {
      const start = at
      at += word.length
      const isLink = joining.test(tag) || asking.test(word)
      return { text: text.slice(start, at), start, end: at, kind: isLink ? 'link' : tag }
    })
  })
  return [...words, ...chinese].toSorted((a, b) => a.start - b.start)
}
