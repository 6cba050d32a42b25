import { type CountedNoun, countedNounOf, countsNoun } from '../short-answer/amounts/counted-noun'
import { isKindOf } from '@engine/text/english/kind-of'
import { anyWeekdayStem } from '@engine/text/english/word-patterns'
import type { Token } from '../short-answer/tokens/answer-token'
import { tokensOf } from '../short-answer/tokens/answer-tokens'
import { analyse } from '@engine/text/analyse'
import { detectLanguage } from '@engine/text/language'
import type { AnswerTypeCheck, Quoted } from './quoted'

/** Words that count without a number. */
const amount =
  /^(?:an?|one|no|none|both|several|few|many|numerous|couple|pair|single|double|triple|dozens?|hundreds|thousands|millions|half|neither|another)$/iu
const inPhrase = new Set<Token['kind']>(['adjective', 'noun', 'name', 'number'])
/** § 11, 2.3: what a heading is numbered by. */
const numbering = /^[\s§#]*[\d.]+[.)]?\s+/gmu
/** What is told one by one can be counted. */
const enumeration =
  /(?:\bmade up of|\bconsists? of|\bcompris|\bcomposed of|\binclud|\bcontain|\bnamely|\bare\b|:)[^.]*,[^.]*(?:,| and )/iu

/** How many: a number beside what is counted, or its things one by one. Read in English only. */
export const countCheck: AnswerTypeCheck = (question) => {
  const counted = countedNounOf(question)
  if (!counted) return null
  const terms = new Set(analyse(question))
  return (quoted) => quoted.some((one) => tellsCount(one, counted, terms))
}

function tellsCount({ text, about }: Quoted, counted: CountedNoun, terms: ReadonlySet<string>): boolean {
  if (detectLanguage(text) !== 'en' || enumeration.test(text)) return true
  // What stands in a heading need not be said again.
  const lead = about.trim() === '' ? '' : `${about.replace(numbering, '').replace(/\s+/gu, ' ')}: `
  const tokens = tokensOf(lead + text, 'en')
  const asked = tokens.map((token) => !token.light && token.terms.some((term) => terms.has(term)))
  const sentence = { tokens, asked }
  const isIt = (token: Token) =>
    token.terms.some((term) => counted.terms.has(term)) || (token.kind === 'noun' && isKindOf(token.text, counted.noun))
  return tokens.some((token, at) => {
    if (token.start < lead.length) return false
    if (amount.test(token.text)) return phraseBehind(tokens, at).some(isIt)
    // Eights are boats.
    const isNumber = (token.kind === 'number' && !/\p{L}s$/u.test(token.text)) || /^\d/u.test(token.text)
    return isNumber && countsNoun(counted, sentence, { first: at, last: at })
  })
}

/** "A small boat", "several of the boats", but not "a year on boats". */
function phraseBehind(tokens: readonly Token[], at: number): readonly Token[] {
  const behind = tokens.slice(at + 1)
  const end = behind.findIndex(({ kind, text }) => !inPhrase.has(kind) && !/^(?:of|the|-)$/iu.test(text))
  return end === -1 ? behind : behind.slice(0, end)
}

const asksFrequency =
  /\bhow (?:often|frequently|regularly)\b|\bhow many times (?:a|per|each|every)\b|多久.{0,8}一次|多长时间.{0,8}一次|[每多]隔多久|[几多]久.{0,4}[一几]回/iu
/** Adverbs and "every", a time or a distance by number, a day of each month. */
const frequencySigns: readonly RegExp[] = [
  new RegExp(
    String.raw`\b(?:every|each|per|once|twice|thrice|times|always|never|not|regularly|frequent(?:ly)?|rarely|seldom|sometimes|occasionally|usually|normally|whenever|when|if|after|before|continuous(?:ly)?|constantly|intervals?|(?:bi|semi-?|fort)?(?:hour|day|dai|night|week|month|quarter|year|annual)ly|(?:bi|semi-?)?annual|${anyWeekdayStem}days?)\b`,
    'iu',
  ),
  /(?:\d|\b(?:an?|one|two|three|four|five|six|seven|eight|nine|ten|twelve|fifteen|thirty|sixty|ninety))[ -](?:minute|hour|day|night|week|month|year)s?\b|\d\s*(?:min|hr?s?)\b/iu,
  /每|逐[日月年]|[一两二三四五六七八九十半\d]+(?:[年月周天日]|个月|小时)[一两二三]?|一次|次|天天|月月|从不|从未|不|经常|定期|随时|间隔|周期|隔[天日周月年]|按[年季月周日]/u,
]

/** How often: a frequency, an interval, or on what occasion. */
export const frequencyCheck: AnswerTypeCheck = (question) => {
  if (!asksFrequency.test(question)) return null
  return (quoted) =>
    quoted.some(({ text, about }) => frequencySigns.some((sign) => sign.test(text) || sign.test(about)))
}
