import { ToolFailure } from '../tool-failure'
import type { Bilingual } from '../tool'

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
  if (bytes.length > maxBytes) throw tooLarge()
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
    if (!current || currency === undefined || rate === undefined)
      throw corrupt({ en: 'a rate without its day or currency', zh: '缺少日期或货币的汇率' })
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
    throw corrupt({ en: `the day “${date.slice(0, 30)}”`, zh: `日期“${date.slice(0, 30)}”` })
  const known = days.get(date)
  if (known) return known
  if (days.size >= maxDays) throw corrupt({ en: `more than ${maxDays} days`, zh: `超过 ${maxDays} 天的数据` })
  const day = new Map<string, string>()
  days.set(date, day)
  return day
}

function addRate(day: Map<string, string>, currency: string, rate: string): void {
  const isRate = /^\d{1,9}(?:\.\d{1,12})?$/u.test(rate) && Number(rate) > 0
  if (!/^[A-Z]{3}$/u.test(currency) || !isRate)
    throw corrupt({
      en: `the rate “${currency.slice(0, 10)} ${rate.slice(0, 20)}”`,
      zh: `汇率“${currency.slice(0, 10)} ${rate.slice(0, 20)}”`,
    })
  if (day.size >= maxCurrencies)
    throw corrupt({ en: `more than ${maxCurrencies} currencies a day`, zh: `一天超过 ${maxCurrencies} 种货币` })
  day.set(currency, rate)
}

function tooLarge(): ToolFailure {
  return new ToolFailure(
    'FILE_TOO_LARGE',
    { en: 'This file is larger than any file of rates.', zh: '文件过大，不是汇率文件。' },
    chooseTheFile,
  )
}

function corrupt({ en, zh }: Bilingual): ToolFailure {
  return new ToolFailure(
    'FILE_CORRUPT',
    { en: `This file of exchange rates has ${en}, which cannot be read.`, zh: `汇率文件中有无法读取的内容：${zh}。` },
    { en: 'Get the file from the ECB again.', zh: '请重新从欧洲央行获取文件。' },
  )
}

function unsupported(): ToolFailure {
  return new ToolFailure(
    'FORMAT_UNSUPPORTED',
    {
      en: 'This is no file of the European Central Bank’s euro reference rates.',
      zh: '这不是欧洲央行的欧元参考汇率文件。',
    },
    chooseTheFile,
  )
}

const chooseTheFile = {
  en: 'Choose eurofxref-daily.xml, eurofxref-hist.xml, or the unpacked CSV file.',
  zh: '请选择 eurofxref-daily.xml、eurofxref-hist.xml 或解压后的 CSV 文件。',
} as const

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
