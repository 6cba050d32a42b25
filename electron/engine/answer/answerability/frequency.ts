import type { AnswerTypeCheck } from './quoted'

const asks =
  /\bhow (?:often|frequently|regularly)\b|\bhow many times (?:a|per|each|every)\b|多久.{0,8}一次|多长时间.{0,8}一次|[每多]隔多久|[几多]久.{0,4}[一几]回/iu
/** Adverbs and "every", a time or a distance by number, a day of each month. */
const tells: readonly RegExp[] = [
  /\b(?:every|each|per|once|twice|thrice|times|always|never|not|regularly|frequent(?:ly)?|rarely|seldom|sometimes|occasionally|usually|normally|whenever|when|if|after|before|continuous(?:ly)?|constantly|intervals?|(?:bi|semi-?|fort)?(?:hour|day|dai|night|week|month|quarter|year|annual)ly|(?:bi|semi-?)?annual|(?:mon|tues|wednes|thurs|fri|satur|sun)days?)\b/iu,
  /(?:\d|\b(?:an?|one|two|three|four|five|six|seven|eight|nine|ten|twelve|fifteen|thirty|sixty|ninety))[ -](?:minute|hour|day|night|week|month|year)s?\b|\d\s*(?:min|hr?s?)\b/iu,
  /每|逐[日月年]|[一两二三四五六七八九十半\d]+(?:[年月周天日]|个月|小时)[一两二三]?|一次|次|天天|月月|从不|从未|不|经常|定期|随时|间隔|周期|隔[天日周月年]|按[年季月周日]/u,
]

/** How often: a frequency, an interval, or on what occasion. */
export const frequencyCheck: AnswerTypeCheck = (question) => {
  if (!asks.test(question)) return null
  return (quoted) => quoted.some(({ text, about }) => tells.some((sign) => sign.test(text) || sign.test(about)))
}
