import { CairnError } from '@shared/errors'

/** Reference rates of one day. */
export interface RatesOfDay {
  /** YYYY-MM-DD */
  readonly date: string
  /** How many of a currency one euro is, in decimal figures, by ISO 4217 code; without the euro itself. */
  readonly perEuro: ReadonlyMap<string, string>
}

/** The rates of a file, the earliest day first; at least one. */
export type Rates = readonly RatesOfDay[]

/** Where imported rates are kept. */
export interface RatesStore {
  /** The rates that were imported; null for none. Throws CairnError FILE_CORRUPT where the kept file is damaged. */
  loadRates(): Promise<Rates | null>
  /** Keeps a file of rates in the place of the one before. Throws CairnError, and keeps that one, where it is none. */
  importRates(bytes: Uint8Array): Promise<Rates>
}

const maxBytes = 16 * 2 ** 20
const maxDays = 20_000
const maxCurrencies = 100
const cube = /<(?:[A-Za-z][\w.-]*:)?Cube\b([^<>]*)>/gu
const attribute = /\b(time|currency|rate)\s*=\s*(?:"([^"<>]*)"|'([^'<>]*)')/gu
const isoDate = /^\d{4}-\d{2}-\d{2}$/u

/**
 * Reads a file of the European Central Bank's euro reference rates: `eurofxref-daily.xml`, `eurofxref-hist.xml`, or the same as CSV.
 * Days and currencies without a rate are left out. Throws CairnError FILE_TOO_LARGE, FILE_CORRUPT or FORMAT_UNSUPPORTED.
 */
export function parseRates(bytes: Uint8Array): Rates {
  if (bytes.length > maxBytes)
    throw new CairnError('FILE_TOO_LARGE', 'This file is larger than any file of rates.', 'Choose the ECB’s file.')
  const text = new TextDecoder().decode(bytes)
  const days = /^\s*</u.test(text) ? daysOfXml(text) : daysOfCsv(text)
  const read = [...days].filter(([, perEuro]) => perEuro.size > 0).map(([date, perEuro]) => ({ date, perEuro }))
  if (read.length === 0) throw unsupported()
  return read.toSorted((a, b) => (a.date < b.date ? -1 : 1))
}

type Days = Map<string, Map<string, string>>

function daysOfXml(text: string): Days {
  const days: Days = new Map()
  let current: Map<string, string> | undefined
  for (const [, attributes = ''] of text.matchAll(cube)) {
    const values = new Map([...attributes.matchAll(attribute)].map(([, name = '', a, b]) => [name, a ?? b ?? '']))
    const time = values.get('time')
    if (time !== undefined) current = dayIn(days, time)
    const [currency, rate] = [values.get('currency'), values.get('rate')]
    if (currency === undefined && rate === undefined) continue
    if (!current || currency === undefined || rate === undefined) throw corrupt('a rate without its day or currency')
    addRate(current, currency, rate)
  }
  return days
}

function daysOfCsv(text: string): Days {
  const [header = '', ...lines] = text.split(/\r?\n/u)
  const [first = '', ...currencies] = cellsOf(header)
  if (first.toLowerCase() !== 'date') throw unsupported()
  const days: Days = new Map()
  for (const line of lines) {
    if (line.trim() === '') continue
    const [date = '', ...rates] = cellsOf(line)
    const day = dayIn(days, isoDate.test(date) ? date : isoOfWords(date))
    for (const [at, currency] of currencies.entries()) {
      const rate = rates[at] ?? ''
      if (currency !== '' && rate !== '' && rate !== 'N/A') addRate(day, currency, rate)
    }
  }
  return days
}

/** The ECB writes no quotes. */
function cellsOf(line: string): string[] {
  return line.split(',', maxCurrencies + 2).map((cell) => cell.trim())
}

const months = [
  'january',
  'february',
  'march',
  'april',
  'may',
  'june',
  'july',
  'august',
  'september',
  'october',
  'november',
  'december',
]

/** 26 July 2024 as 2024-07-26. */
function isoOfWords(date: string): string {
  const [, day = '', month = '', year = ''] = /^(\d{1,2}) ([A-Za-z]+) (\d{4})$/u.exec(date) ?? []
  const number = months.indexOf(month.toLowerCase()) + 1
  return number === 0 ? date : `${year}-${String(number).padStart(2, '0')}-${day.padStart(2, '0')}`
}

function dayIn(days: Days, date: string): Map<string, string> {
  const time = isoDate.test(date) ? Date.parse(`${date}T00:00:00Z`) : Number.NaN
  if (Number.isNaN(time) || new Date(time).toISOString().slice(0, 10) !== date)
    throw corrupt(`the day “${date.slice(0, 30)}”`)
  const known = days.get(date)
  if (known) return known
  if (days.size >= maxDays) throw corrupt(`more than ${maxDays} days`)
  const day = new Map<string, string>()
  days.set(date, day)
  return day
}

function addRate(day: Map<string, string>, currency: string, rate: string): void {
  const isRate = /^\d{1,9}(?:\.\d{1,12})?$/u.test(rate) && Number(rate) > 0
  if (!/^[A-Z]{3}$/u.test(currency) || !isRate)
    throw corrupt(`the rate “${currency.slice(0, 10)} ${rate.slice(0, 20)}”`)
  if (day.size >= maxCurrencies) throw corrupt(`more than ${maxCurrencies} currencies a day`)
  day.set(currency, rate)
}

function corrupt(what: string): CairnError {
  return new CairnError(
    'FILE_CORRUPT',
    `This file of exchange rates has ${what}, which cannot be read.`,
    'Get the file from the ECB again.',
  )
}

function unsupported(): CairnError {
  return new CairnError(
    'FORMAT_UNSUPPORTED',
    'This is no file of the European Central Bank’s euro reference rates.',
    'Choose eurofxref-daily.xml, eurofxref-hist.xml, or the unpacked CSV file.',
  )
}

/** The rates of a day, or of the nearest day before it; the newest where no day is named; null where all are later. */
export function ratesOn(rates: Rates, date: string | null): RatesOfDay | null {
  if (date === null) return rates.at(-1) ?? null
  let [low, high] = [0, rates.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((rates[middle]?.date ?? '') <= date) low = middle + 1
    else high = middle
  }
  return rates[low - 1] ?? null
}
