import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { detectLanguage } from '@engine/text/language'
import { Currency } from '@engine/tools/currency/currency'
import { parseRates, ratesOn } from '@engine/tools/currency/rates'
import { RatesFile } from '@engine/tools/currency/rates-file'

const daily = `<?xml version="1.0" encoding="UTF-8"?>
<gesmes:Envelope xmlns:gesmes="http://www.gesmes.org/xml/2002-08-01" xmlns="http://www.ecb.int/vocabulary/2002-08-01/eurofxref">
<gesmes:subject>Reference rates</gesmes:subject><gesmes:Sender><gesmes:name>European Central Bank</gesmes:name></gesmes:Sender>
<Cube><Cube time='2026-11-24'><Cube currency='USD' rate='1.0850'/><Cube currency='JPY' rate='167.32'/><Cube currency='GBP' rate='0.84'/>
<Cube currency='CNY' rate='7.8662'/></Cube></Cube></gesmes:Envelope>`
const historic =
  'Date,USD,JPY,CYP,CNY,GBP,\n2021-05-04,1.2021,131.30,N/A,7.7820,0.86690,\n2021-04-30,1.2082,131.62,N/A,7.8200,0.86930,\n'
const current = 'Date, USD, JPY, GBP, \n26 July 2024, 1.0850, 167.32, 0.84, \n'
const bytes = (text: string) => new TextEncoder().encode(text)
const now = Date.parse('2026-11-25T14:15:00Z')
const contextFor = (text: string) => ({
  language: detectLanguage(text),
  now,
  timeZone: 'UTC',
  signal: new AbortController().signal,
})
const having = (text: string | null) =>
  new Currency({ loadRates: () => Promise.resolve(text === null ? null : parseRates(bytes(text))) })

describe('files of rates', () => {
  it('are read as XML and as CSV, current and historic', () => {
    expect(parseRates(bytes(daily))).toEqual([
      {
        date: '2026-11-24',
        perEuro: new Map([
          ['USD', '1.0850'],
          ['JPY', '167.32'],
          ['GBP', '0.84'],
          ['CNY', '7.8662'],
        ]),
      },
    ])
    expect(
      parseRates(bytes(historic)).map(({ date, perEuro }) => [date, perEuro.get('USD'), perEuro.has('CYP')]),
    ).toEqual([
      ['2021-04-30', '1.2082', false],
      ['2021-05-04', '1.2021', false],
    ])
    expect(parseRates(bytes(current))[0]).toMatchObject({ date: '2024-07-26' })
  })

  it('have the nearest day before one that they lack', () => {
    const rates = parseRates(bytes(historic))
    expect(ratesOn(rates, '2021-05-03')?.date).toBe('2021-04-30')
    expect(ratesOn(rates, '2021-05-04')?.date).toBe('2021-05-04')
    expect(ratesOn(rates, '2030-01-01')?.date).toBe('2021-05-04')
    expect(ratesOn(rates, '2021-04-29')).toBeNull()
    expect(ratesOn(rates, null)?.date).toBe('2021-05-04')
  })

  it.each([
    ['', 'FORMAT_UNSUPPORTED'],
    ['hello', 'FORMAT_UNSUPPORTED'],
    ['<html></html>', 'FORMAT_UNSUPPORTED'],
    ['Name,Age\nA,1', 'FORMAT_UNSUPPORTED'],
    ['Date,USD\n', 'FORMAT_UNSUPPORTED'],
    ['Date,USD\n2021-02-30,1', 'FILE_CORRUPT'],
    ['Date,USD\nsoon,1', 'FILE_CORRUPT'],
    ['Date,USD\n2021-05-04,-1', 'FILE_CORRUPT'],
    ['Date,USD\n2021-05-04,0', 'FILE_CORRUPT'],
    ['Date,USD\n2021-05-04,1e9', 'FILE_CORRUPT'],
    ['Date,usd\n2021-05-04,1', 'FILE_CORRUPT'],
    ["<Cube currency='USD' rate='1'/>", 'FILE_CORRUPT'],
    ["<Cube time='2021-05-04'><Cube currency='__proto__' rate='1'/></Cube>", 'FILE_CORRUPT'],
    [`Date,USD\n${'9'.repeat(17 * 2 ** 20)}`, 'FILE_TOO_LARGE'],
    [`<Cube time='2021-05-04'>${'<Cube '.repeat(200_000)}`, 'FORMAT_UNSUPPORTED'],
  ])('that are none are refused: %#', (text, code) => {
    expect(() => parseRates(bytes(text))).toThrow(expect.objectContaining({ code }))
  })
})

describe('the file in the store', () => {
  let folder = ''
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'cairn-rates-'))
  })
  afterEach(() => rm(folder, { recursive: true }))

  it('is kept, read again, and survives a bad import', async () => {
    const store = new RatesFile(folder)
    expect(await store.loadRates()).toBeNull()
    await store.importRates(bytes(daily))
    await expect(store.importRates(bytes('nothing'))).rejects.toMatchObject({ code: 'FORMAT_UNSUPPORTED' })
    expect((await store.loadRates())?.[0]?.date).toBe('2026-11-24')
    expect(await new RatesFile(folder).loadRates()).toEqual(parseRates(bytes(daily)))
    expect(await readdir(folder)).toEqual(['exchange-rates.dat'])
    expect(await readFile(join(folder, 'exchange-rates.dat'), 'utf8')).toBe(daily)
  })

  it('says so where it is damaged', async () => {
    await writeFile(join(folder, 'exchange-rates.dat'), 'Date,USD\nsoon,1')
    await expect(new RatesFile(folder).loadRates()).rejects.toMatchObject({ code: 'FILE_CORRUPT' })
  })
})

describe('questions', () => {
  const tool = having(daily)

  it.each(tool.examples)('example: $question', ({ question, args }) => {
    expect(tool.read({ text: question, ...contextFor(question) })).toEqual({ is: 'arguments', args, confidence: 1 })
  })

  it.each([
    ['$100 in euros', '100', 'USD', 'EUR', null],
    ['100 bucks in quid', '100', 'USD', 'GBP', null],
    ['How many yen are 50 euros?', '50', 'EUR', 'JPY', null],
    ['what is 1,250.50 US dollars in Swiss francs', '1250.50', 'USD', 'CHF', null],
    ['convert 2 million yen to dollars', '2000000', 'JPY', 'USD', null],
    ['€20 to £', '20', 'EUR', 'GBP', null],
    ['100块是多少美元', '100', 'CNY', 'USD', null],
    ['三百刀换成人民币是多少', '300', 'USD', 'CNY', null],
    ['3万日元等于多少人民币', '30000', 'JPY', 'CNY', null],
    ['100美金兑换欧元', '100', 'USD', 'EUR', null],
    ['100 USD in EUR on 2021-05-03', '100', 'USD', 'EUR', '2021-05-03'],
    ['2021年5月3日100美元等于多少欧元', '100', 'USD', 'EUR', '2021-05-03'],
    ['exchange rate between USD and JPY', '1', 'USD', 'JPY', null],
    ['美元对人民币汇率是多少', '1', 'USD', 'CNY', null],
  ])('%s', (question, amount, from, to, date) => {
    expect(tool.read({ text: question, ...contextFor(question) })).toMatchObject({ args: { amount, from, to, date } })
  })

  it.each(
    [
      [
        '100 pounds in kg',
        'How many dollars did we spend?',
        '预算是多少元',
        '100 USD',
        'USD to EUR',
        'What is the exchange rate policy?',
        '汇率',
      ],
      [
        'What was the price in euros?',
        '花了100美元',
        'How much is the ticket in euros?',
        'real estate in euros',
        '100 dollars in dollars',
        '',
      ],
      [
        '100 euros and 50 dollars',
        '100元能买什么',
        '100 miles to km',
        'the rand',
        '块',
        'x'.repeat(100_000),
        '100 '.repeat(90),
      ],
    ].flat(),
  )('not: %s', (question) => {
    expect(tool.read({ text: question, ...contextFor(question) })).toBeNull()
  })
})

describe('answers', () => {
  const ask = (tool: Currency, question: string) => {
    const context = contextFor(question)
    const read = tool.read({ text: question, ...context })
    if (read?.is !== 'arguments') throw new Error(`not read: ${question}`)
    return tool.run(read.args, context)
  }

  it('name the day of the rates', async () => {
    // 100 / 1.0850 = 92.1659
    expect((await ask(having(daily), '100 USD in EUR')).text).toBe(
      '100 USD is 92.17 EUR at the European Central Bank’s reference rates of 24 November 2026.',
    )
    // 100 × 7.8662 / 1.0850 = 724.9953
    expect((await ask(having(daily), '100美元等于多少人民币')).text).toBe(
      '按欧洲央行2026年11月24日的参考汇率，100 美元是 725.00 人民币。',
    )
    // 10000 × 167.32 / 0.84 = 1991904.76
    expect((await ask(having(daily), '10,000 GBP to JPY')).data).toMatchObject({
      value: '1991905',
      ratesOf: '2026-11-24',
    })
  })

  it('say that an earlier day was taken, and how old rates are', async () => {
    const earlier = await ask(having(historic), '100 USD in EUR on 3 May 2021')
    expect(earlier.data).toMatchObject({ value: '82.77', ratesOf: '2021-04-30' })
    expect(earlier.notes).toEqual([
      'The file has no rates of 3 May 2021; those of 30 April 2021, the nearest day before, were used.',
    ])
    expect((await ask(having(historic), '100 USD in EUR')).notes).toEqual(['These rates are 2031 days old.'])
    expect((await ask(having(daily), '100 USD in EUR')).notes).toEqual([])
  })

  it('are refused in words without a file, a currency or a day', async () => {
    await expect(ask(having(null), '100 USD in EUR')).rejects.toMatchObject({
      code: 'TOOL_UNAVAILABLE',
      message: 'No exchange rates were imported, so currencies cannot be converted.',
    })
    await expect(ask(having(null), '100美元等于多少欧元')).rejects.toMatchObject({
      code: 'TOOL_UNAVAILABLE',
      words: { zh: '尚未导入汇率文件，因此无法换算货币。' },
    })
    await expect(ask(having(daily), '100 USD in CHF')).rejects.toMatchObject({ code: 'TOOL_UNAVAILABLE' })
    await expect(ask(having(historic), '100 USD in EUR on 1 May 1999')).rejects.toMatchObject({
      code: 'TOOL_UNAVAILABLE',
    })
  })
})
