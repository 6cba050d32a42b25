import { analyse } from '@engine/text/analyse'
import { isStopTerm } from '@engine/text/english/stop-words'
import type { AnswerTypeCheck, Quoted } from './quoted'

/** What is an amount of money by its name. */
const sum = '(?:bill|rent|fee|fare|deposit|salary|wage|premium|ticket|charge|subscription|tuition|toll)s?'
const asksSum = new RegExp(
  `\\bhow much (?:is|was|are|were) (?:\\p{L}+ ){0,4}${sum}\\b|\\bhow much (?:\\p{L}+ ){0,2}money\\b|\\bhow much (?:\\p{L}+ ){0,1}(?:grant|funding|pay)\\b|\\bwhat (?:is|was|are|were) (?:the|my|our|their) (?:\\p{L}+ ){0,2}${sum}\\b(?! (?:for|used|made))|(?:租金|房租|押金|保费|保险费|学费|月租|会费|工资|年费)(?:是|要|为)?多少`,
  'iu',
)
const asksPrice =
  /\bhow much (?:do|does|did|will|would|is|are|was|were)\b.*\b(?:costs?|charged?|pay|paid)\b|\bwhat (?:do|does|did|will|would)\b.+\bcost\b|\b(?:price|cost) of\b|\bhow expensive\b|多少钱|(?:价格|售价|票价|单价)(?:是|为|要)?多少|什么价/iu
const number =
  '(?:\\d|\\b(?:one|two|three|four|five|six|seven|eight|nine|ten|twelve|twenty|thirty|fifty|hundred|thousand|million|billion|half)\\b)'
const unit =
  '(?:euros?|dollars?|pounds?|pence|cents?|francs?|yuan|yen|rupees?|crore|kroner?|roubles?|marks?|EUR|USD|GBP|CHF|CNY|RMB|JPY|million|billion)'
/** Matches an amount of money, or a share in per cent. */
const money = new RegExp(
  `\\p{Sc}\\s*\\d|${number}[^.;]{0,12}\\b${unit}\\b|\\d\\s*%|\\bper ?cent\\b|[\\d一二三四五六七八九十百千万亿两几半]\\s*(?:多|余)?(?:[美欧日港加澳]?元|块|圆|角|倍|英?镑|法郎|卢布|美金|欧|[万亿])`,
  'iu',
)
const priceWord = /\p{Sc}|(?<!\p{L})(?:price|cost|fee|charge|rate|rent|eur|usd|gbp)s?(?!\p{L})|元|价|费|钱|租|花|卖/iu
const anyNumber = /[\d一二三四五六七八九十百千万两]/u
/** For nothing: a price only where the sentence speaks of the thing itself. */
const free =
  /\b(?:free|gratis|no (?:extra |additional )?(?:charge|cost|fee)|nothing|included)\b|免费|不收|不要钱|不另收|包含在/iu
const maxOfThing = 0.6

/** What something costs: an amount of money, or a number under a price's name, or that it is free. */
export const priceCheck: AnswerTypeCheck = (question) => {
  if (!asksPrice.test(question) && !asksSum.test(question)) return null
  const asked = analyse(
    question.replace(
      /\b(?:how much|cost\w*|price\w*|charge\w*|pay|paid|expensive)\b|多少钱|价格|售价|票价|单价/giu,
      ' ',
    ),
  )
  const thing = new Set(asked.filter((term) => !isStopTerm(term)))
  return (quoted) => quoted.some((one) => tellsPrice(one, thing))
}

function tellsPrice({ text, about }: Quoted, thing: ReadonlySet<string>): boolean {
  if (money.test(text)) return true
  // The cell of a table that was found to be what is asked for: its unit may be told nowhere.
  if (/^\d[\d.,\s]*$/u.test(text)) return true
  // A number by itself may stand beside its price word in Chinese or in a row of a table, or under one.
  const isBeside = /\p{Script=Han}|: |\|/u.test(`${about}\n${text}`)
  if (anyNumber.test(text) && priceWord.test(isBeside ? `${about}\n${text}` : about)) return true
  if (!free.test(text)) return false
  const terms = new Set(analyse(text))
  const held = [...thing].filter((term) => terms.has(term)).length
  return thing.size === 0 || held >= thing.size * maxOfThing
}
