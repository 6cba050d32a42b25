import { anyMonthInShort } from '@engine/text/english/word-patterns'

/** Questions for what holds today. */
const asksNow =
  /\b(?:now|nowadays|currently|current|today|at present|presently|these days|at the moment|latest|most recent(?:ly)?)\b|目前|现在|如今|当前|现时|现今|眼下|最新|最近/iu
const notNow =
  /\b(?:until|by|till|up to) now\b|\bcurrents\b|\b(?:electric(?:al)?|alternating|direct|ocean|air) current\b/iu
const digits = '(?:1[5-9]\\d{2}|20\\d{2})'
const year = new RegExp(`(?<![\\d.,-])${digits}(?![\\d.,]*\\d)(?!-year)`, 'gu')
const counted =
  '(?:people|persons|men|women|staff|employees|workers|members|students|pupils|residents|inhabitants|visitors|guests|households|units|copies|seats|rooms|items|pieces|tons|tonnes|euros?|dollars|pounds|francs|yuan|yen|hours|kg|km|mm|cm|metres|meters|kilomet(?:re|er)s|litres|liters|%)'
/** Matches four digits that are a year by what stands around them: not those of "1800 people". */
const dated = new RegExp(
  [
    `(?<=\\b(?:in|during|year|early|late|mid|by|until|from|to|and|of|spring|summer|autumn|winter|fall)[\\s-]|\\b${anyMonthInShort}\\.?,?\\s(?:\\d{1,2},\\s)?|[(（–])${digits}(?![\\d.,]*\\d)(?!-year)(?!\\s${counted})`,
    `(?<![\\d.,-])${digits}(?=年(?!前)|[-/.]\\d{1,2}\\b|[)）–])`,
    `(?<=^\\s*|[|;:：]\\s*year:?\\s*|\\byear:\\s)${digits}(?=\\s*[|;:,：]|\\s+\\p{Ll}+(?<!s)\\b)`,
  ].join('|'),
  'giu',
)
/** What is so by now, whenever it began or was planned. */
const untilNow = /\b(?:now|currently|today|at present|presently|nowadays)\b|目前|现在|如今|当前|现任|至今/iu
const began = new RegExp(
  `\\bsince\\b(?:[^.]{0,12}\\s)?${digits}|\\bborn\\b[^.]{0,30}?${digits}|${digits}年(?:\\d{1,2}月)?(?:以来|起|至今|出生)`,
  'iu',
)
const toCome =
  /\b(?:will|shall|is to|are to|expect(?:s|ed)|project(?:s|ed)|forecasts?|planned|plans to)\b|预计|预期|预测|计划|将[在于到会]/iu

/** Whether a question wants the newest of what is said at several times. */
export function asksForNewest(question: string): boolean {
  return asksNow.test(question) && !notNow.test(question) && [...question.matchAll(year)].length === 0
}

/** Whether a text tells of what is to come, and not of today as well. */
export function isToCome(text: string): boolean {
  return toCome.test(text) && !untilNow.test(text)
}

/** The latest year of which a text tells how it was; null for none, and where it tells of today, or of what is to come. */
export function latestYear(text: string): number | null {
  if (untilNow.test(text) || began.test(text) || toCome.test(text)) return null
  const years = [...text.matchAll(dated)].map(([found]) => Number(found))
  return years.length > 0 ? Math.max(...years) : null
}
