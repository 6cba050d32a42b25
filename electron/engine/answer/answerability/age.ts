import type { AnswerTypeCheck } from './quoted'

const asksAge =
  /\bhow old\b|\bwhat (?:is|was) (?:the|his|her|its|their) age\b|多大(?:年纪|岁数|了)|几岁|多少岁|年龄是/iu
const numberWord =
  '(?:one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|\\w+teen|twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety|hundred|thousand|million|billion)'
/** A year, a length of time, or a bare number beside a word for age. */
const age = new RegExp(
  `\\b(?:1[0-9]|20)\\d{2}\\b|(?:\\d|\\b${numberWord})[\\s-]*(?:\\w+[\\s-]+)?(?:years?|months?|weeks?|days?|decades?|centur\\w+)\\b|\\bcentur\\w+|\\bdecades?\\b|\\b(?:aged?|old|turn(?:s|ed|ing)?)\\b[^.;]{0,20}\\d|\\d[^.;]{0,20}\\b(?:old|age)\\b|[\\d一二三四五六七八九十百千万〇零两几]\\s*(?:多|余)?(?:岁|周岁|年|个?月|世纪|周|天)|年龄[^。；]{0,8}\\d`,
  'iu',
)

/** Under the name of such a column a number alone says it; a year in a heading does not. */
const ageColumn = /\bage\b|年龄/iu

/** How old something is: a length of time or a year. */
export const ageCheck: AnswerTypeCheck = (question) =>
  asksAge.test(question)
    ? (quoted) => quoted.some(({ text, about }) => age.test(text) || (ageColumn.test(about) && /\d/u.test(text)))
    : null
