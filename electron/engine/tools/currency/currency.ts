import { CurrencyArguments } from '@shared/tools/small-tool-arguments'
import type { Language } from '@engine/text/language'
import { grouped } from '../calculator/shown-number'
import { type Day, dayOfIso } from '../datetime/calendar/civil-days'
import { localTimeAt } from '../datetime/calendar/time-zones'
import { dateWords } from '../datetime/wording/date-words'
import { ToolFailure } from '../tool-failure'
import type { Tool, ToolContext, ToolQuestion, ToolReading, ToolResult } from '../tool'
import { readExchange, type WithoutCurrency, type WithoutTarget } from './asked-exchange'
import { currencyName } from './currency-names'
import { exchanged, placesOf } from './exchanged-amount'
import { type RatesOfDay, ratesOn, type RatesStore } from './rates'

/** Rates older than this are remarked on. */
const freshDays = 5

/** Converts between currencies by the rates file that the user imported, and by nothing else. */
export class Currency implements Tool<CurrencyArguments> {
  readonly name = 'currency'
  readonly version = '1'
  readonly title = { en: 'Currency', zh: '货币换算' }
  readonly description = {
    en: 'Converts between currencies by the European Central Bank’s reference rates in the file that was imported, of the newest or of a named day.',
    zh: '按已导入的欧洲央行参考汇率文件换算货币，可指定日期。',
  }
  readonly args = CurrencyArguments
  readonly examples: Tool<CurrencyArguments>['examples'] = [
    { question: 'How much is 100 USD in EUR?', args: { amount: '100', from: 'USD', to: 'EUR', date: null } },
    {
      question: 'convert 250 pounds to yuan on 3 May 2021',
      args: { amount: '250', from: 'GBP', to: 'CNY', date: '2021-05-03' },
    },
    { question: '100美元等于多少人民币？', args: { amount: '100', from: 'USD', to: 'CNY', date: null } },
    { question: '欧元兑美元汇率', args: { amount: '1', from: 'EUR', to: 'USD', date: null } },
  ]
  readonly limitMs = 2000

  constructor(private readonly rates: Pick<RatesStore, 'loadRates'>) {}

  read({ text, now, timeZone, language }: ToolQuestion): ToolReading<CurrencyArguments> | null {
    const asked = readExchange(text, { today: localTimeAt(now, timeZone).day, calendar: null })
    if (asked && !('from' in asked)) return whichCurrency(asked, language)
    if (asked && !('to' in asked)) return intoWhich(asked, language)
    if (!asked || !CurrencyArguments.safeParse(asked).success) return null
    return { is: 'arguments', args: asked, confidence: 1 }
  }

  async run(
    { amount, from, to, date }: CurrencyArguments,
    { language, now, timeZone, signal }: ToolContext,
  ): Promise<ToolResult> {
    const rates = await this.rates.loadRates()
    signal.throwIfAborted()
    if (!rates) throw noFile()
    const day = ratesOn(rates, date)
    if (!day) throw tooEarly(rates[0]?.date ?? '')
    const [fromRate, toRate] = [rateOf(day, from), rateOf(day, to)]
    const value = exchanged(amount, fromRate, toRate, placesOf(to))
    const [given, got] = [grouped(amount), grouped(value)]
    const on = dateWords(dayOfIso(day.date) ?? 0, language)
    const text =
      language === 'zh'
        ? `按欧洲央行${on}的参考汇率，${given} ${currencyName(from, 'zh')}是 ${got} ${currencyName(to, 'zh')}。`
        : `${given} ${from} is ${got} ${to} at the European Central Bank’s reference rates of ${on}.`
    return {
      text,
      data: { amount, from, to, value, ratesOf: day.date },
      sources: [],
      notes: notesOn(day, date, localTimeAt(now, timeZone).day, language),
      workings: `${given} × ${toRate} ÷ ${fromRate} = ${got} (${from} ${fromRate}, ${to} ${toRate} per EUR)`,
    }
  }
}

function whichCurrency({ amount, to }: WithoutCurrency, language: Language): ToolReading<CurrencyArguments> {
  const ask =
    language === 'zh'
      ? `${grouped(amount)} 是哪种货币，要换成${currencyName(to, 'zh')}？`
      : `Which currency are the ${grouped(amount)} that you want in ${to}?`
  return { is: 'missing', argument: 'from', ask, choices: [], confidence: 1 }
}

function intoWhich({ amount, from }: WithoutTarget, language: Language): ToolReading<CurrencyArguments> {
  const money = language === 'zh' ? `${grouped(amount)} ${currencyName(from, 'zh')}` : `${grouped(amount)} ${from}`
  const ask = language === 'zh' ? `${money}要换成哪种货币？` : `Into which currency are the ${money} to be converted?`
  return { is: 'missing', argument: 'to', ask, choices: [], confidence: 1 }
}

function rateOf(day: RatesOfDay, currency: string): string {
  const rate = currency === 'EUR' ? '1' : day.perEuro.get(currency)
  if (rate !== undefined) return rate
  throw new ToolFailure(
    'TOOL_UNAVAILABLE',
    {
      en: `The imported rates of ${day.date} have none for the currency ${currency}.`,
      zh: `导入的汇率文件在${day.date}没有${currencyName(currency, 'zh')}（${currency}）的汇率。`,
    },
    { en: 'Ask for another currency or day.', zh: '请换一种货币或日期。' },
  )
}

function notesOn(day: RatesOfDay, asked: string | null, today: Day, language: Language): string[] {
  const of = dayOfIso(day.date) ?? today
  const used = dateWords(of, language)
  if (asked !== null && asked !== day.date) {
    const wanted = dateWords(dayOfIso(asked) ?? today, language)
    return [
      language === 'zh'
        ? `文件中没有${wanted}的汇率，使用了此前最近的${used}的汇率。`
        : `The file has no rates of ${wanted}; those of ${used}, the nearest day before, were used.`,
    ]
  }
  const age = today - of
  if (asked !== null || age <= freshDays) return []
  return [language === 'zh' ? `这些汇率已是${age}天前的。` : `These rates are ${age} days old.`]
}

function noFile(): ToolFailure {
  return new ToolFailure(
    'TOOL_UNAVAILABLE',
    {
      en: 'No exchange rates were imported, so currencies cannot be converted.',
      zh: '尚未导入汇率文件，因此无法换算货币。',
    },
    {
      en: 'Import the European Central Bank’s eurofxref file (XML or CSV).',
      zh: '请导入欧洲央行的 eurofxref 文件（XML 或 CSV）。',
    },
  )
}

function tooEarly(first: string): ToolFailure {
  return new ToolFailure(
    'TOOL_UNAVAILABLE',
    {
      en: `The imported rates begin on ${first}; there are none before.`,
      zh: `导入的汇率从${first}开始，没有更早的。`,
    },
    {
      en: 'Import the historic file, or ask for a later day.',
      zh: '请导入包含更早日期的历史文件，或换一个较晚的日期。',
    },
  )
}
