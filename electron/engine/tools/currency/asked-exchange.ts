import datetimeWords from '@resources/lexicon/datetime-words.json'
import words from '@resources/lexicon/currency-words.json'
import { isoOf } from '../datetime/calendar/civil-days'
import { readDay } from '../datetime/reading/item-phrases'
import type { Item, ReadingContext } from '../datetime/reading/question-items'
import { PhraseBook } from '../reading/phrase-book'
import { plainWriting, TokenReader, tokensOf } from '../reading/question-tokens'
import { currencyPhrases } from './currency-names'

/** An amount of one currency that is asked in another. */
export interface AskedExchange {
  readonly amount: string
  readonly from: string
  readonly to: string
  /** The day whose rate is asked for; null for the newest. */
  readonly date: string | null
}

const { month, ordinal, sep, comma, of, the, nian, yue, ri, this_year, relative_day } = datetimeWords
const book = new PhraseBook({
  ...words.words,
  ...{ month, ordinal, sep, comma, of, the, nian, yue, ri, this_year, relative_day },
  ...currencyPhrases,
})
const linking = ['into', 'how_many', 'ask', 'on']

/** An amount without its currency, and the one it is asked in: convert 500 to euros. */
export interface WithoutCurrency {
  readonly amount: string
  readonly to: string
}

/** An amount of a currency that is to become another, which is not said: convert 100 euros. */
export interface WithoutTarget {
  readonly amount: string
  readonly from: string
}

/** What a question says of money, all of it. */
interface SaidOfMoney {
  readonly amounts: readonly { readonly amount: string | null; readonly currency: string }[]
  readonly bare: readonly string[]
  readonly days: readonly Item[]
  readonly said: ReadonlySet<string>
}

/** What a question asks of exchange rates; null where it has other words or asks something else. */
export function readExchange(
  text: string,
  context: ReadingContext,
): AskedExchange | WithoutCurrency | WithoutTarget | null {
  const all = readMoney(text, context)
  if (!all) return null
  const { amounts, bare, days, said } = all
  const [only] = amounts
  const isAlone = bare.length === 0 && amounts.length === 1 && days.length === 0
  if (isAlone && only && only.amount !== null && said.has('convert'))
    return { amount: only.amount, from: only.currency }
  if (bare.length === 0) return exchangeOf(amounts, days, said)
  const [amount, ...others] = bare
  const [target] = amounts
  const isOne = others.length === 0 && amounts.length === 1 && days.length === 0
  if (!isOne || amount === undefined || !target || target.amount !== null || !said.has('convert')) return null
  return { amount, to: target.currency }
}

function readMoney(text: string, context: ReadingContext): SaidOfMoney | null {
  const tokens = tokensOf(plainWriting(text), book, { decimals: true, leadingZeros: true })
  if (!tokens) return null
  const reader = new TokenReader(tokens)
  const amounts: { amount: string | null; currency: string }[] = []
  const bare: string[] = []
  const days: Item[] = []
  const said = new Set<string>()
  while (!reader.atEnd) {
    const amount = reader.attempt(() => amountOf(reader))
    if (amount) {
      amounts.push(amount)
      continue
    }
    const day = reader.attempt(() => readDay(reader, context))
    if (day) {
      days.push(day)
      continue
    }
    const kinds = ['rate', 'between', 'convert', ...linking].filter((one) => reader.peek(one) !== undefined)
    const number = kinds.length === 0 ? reader.take('number') : undefined
    if (number !== undefined) bare.push(number)
    else if (kinds.length === 0) return null
    else reader.skipOne()
    for (const kind of firstAndConvert(kinds)) said.add(kind)
  }
  return { amounts, bare, days, said }
}

/** “换成” is the wish to convert and the relation at once; otherwise a word is one thing. */
function firstAndConvert(kinds: readonly string[]): string[] {
  const [first] = kinds.filter((kind) => kind !== 'convert')
  return [...(first === undefined ? [] : [first]), ...(kinds.includes('convert') ? ['convert'] : [])]
}

function amountOf(reader: TokenReader): { amount: string | null; currency: string } | null {
  const before = reader.take('currency')
  const amount = reader.take('number')
  const behind = amount === undefined ? undefined : reader.take('currency')
  const currency = before ?? behind
  // “$100 USD” says the same twice; 5月 is a date.
  if (currency === undefined || (before !== undefined && behind !== undefined && before !== behind)) return null
  return { amount: amount ?? null, currency }
}

function exchangeOf(
  amounts: readonly { amount: string | null; currency: string }[],
  days: readonly Item[],
  said: ReadonlySet<string>,
): AskedExchange | null {
  const [first, second, ...others] = amounts
  const [day, ...otherDays] = days
  if (!first || !second || others.length + otherDays.length > 0 || first.currency === second.currency) return null
  const date = day?.is === 'day' && !day.isToday ? isoOf(day.day) : null
  if (day && day.is !== 'day') return null
  if (first.amount !== null && second.amount !== null) return null
  if (first.amount === null && second.amount === null) {
    // “USD to EUR” may be about anything; the rate of them is not.
    return said.has('rate') || (said.has('how_many') && said.has('into'))
      ? { amount: '1', from: first.currency, to: second.currency, date }
      : null
  }
  if (!said.has('into') && !said.has('how_many')) return null
  if (second.amount === null) return { amount: first.amount ?? '1', from: first.currency, to: second.currency, date }
  return said.has('how_many') ? { amount: second.amount, from: second.currency, to: first.currency, date } : null
}
