import type { AnswerTypeCheck } from './quoted'
import { anyMonth } from '@engine/text/english/word-patterns'

const years = /(?<![\d.,:])(?:1[0-9]|20)\d{2}(?![\d.,:]\d|\d)/gu
const spans =
  /(?<!\d)((?:1[0-9]|20)\d{2})\s*(?:to|until|till|through|and|[-–—~～至到])\s*((?:1[0-9]|20)?\d{2})(?!\d)/giu
/** What numbers of a question are years. */
const asYear = new RegExp(
  String.raw`\b(?:in|of|for|during|since|until|by|the|from|before|after|season|year|summer|winter|spring|autumn|${anyMonth})\s+(?:the\s+)?$`,
  'iu',
)
/** Years in Chinese numerals and of other eras are not read. */
const otherYears = /[〇零一二三四五六七八九]{4}年|元年|(?:民国|昭和|平成|令和|康熙|乾隆|光绪)/u

/** A year that the question states: where the passages of the answer have it nowhere, they tell of another time. */
export const yearCheck: AnswerTypeCheck = (question) => {
  const stated = [...question.matchAll(years)]
    .filter(
      ({ index, 0: year }) => question.startsWith('年', index + year.length) || asYear.test(question.slice(0, index)),
    )
    .map(([year]) => year)
  if (stated.length === 0) return null
  return (quoted) => {
    const text = quoted.map(({ passage }) => passage).join('\n')
    return otherYears.test(text) || stated.some((year) => speaksOfYear(text, year))
  }
}

function speaksOfYear(text: string, year: string): boolean {
  if (text.includes(year)) return true
  // 2017/18 and FY18.
  if (new RegExp(`(?:[/’'–-]|\\bFY ?)${year.slice(2)}(?!\\d)`, 'iu').test(text)) return true
  return [...text.matchAll(spans)].some(([, from = '', to = '']) => {
    const end = to.length === 2 ? from.slice(0, 2) + to : to
    return Number(from) <= Number(year) && Number(year) <= Number(end)
  })
}
