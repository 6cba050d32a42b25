import type { Demand } from './quoted'

const asks =
  /\bhow (?:often|frequently|regularly)\b|\bhow many times (?:a|per|each|every)\b|多久.{0,8}一次|多长时间.{0,8}一次|[每多]隔多久|[几多]久.{0,4}[一几]回|频率(?:是|为|有)/iu
const tells =
  /\b(?:every|each|per|once|twice|thrice|times|always|never|regularly|frequent(?:ly)?|rarely|seldom|sometimes|occasionally|usually|whenever|continuous(?:ly)?|constantly|interval|(?:bi|semi-?|fort)?(?:hour|day|dai|night|week|month|quarter|year|annual)ly|(?:bi|semi-?)?annual|(?:mon|tues|wednes|thurs|fri|satur|sun)days|(?:one|two|three|four|five|six|\d+|an?) (?:minute|hour|day|night|week|month|year)s?)\b|\d\s*(?:min|h|hrs?)\b|每|逐[日月年]|一次|次|天天|月月|从不|从未|经常|定期|不定期|随时|间隔|周期|隔[天日周月年]/iu

/** How often: a frequency or an interval. */
export const givesFrequency: Demand = (question) => {
  if (!asks.test(question)) return null
  return (quoted) => quoted.some(({ text, about }) => tells.test(text) || tells.test(about))
}
