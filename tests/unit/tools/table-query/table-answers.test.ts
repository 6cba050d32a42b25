import { describe, expect, it } from 'vitest'
import { createTableQuery } from '@engine/tools/table-query/table-query'
import type { ToolResult } from '@engine/tools/tool'
import { libraryOfFile } from '../tables/table-library'
import { askedOn, noSignal, shippedTerms } from './asked-terms'
import { documentsOfShop } from './tables-of-a-shop'

const documents = {
  ...documentsOfShop,
  'invoices.csv': [
    'Invoice,Invoiced,Client,Net',
    'INV-1,2021-01-05,Acme,EUR 1200.50',
    ...Array.from({ length: 12 }, (_, at) => `INV-${at + 2},2021-02-0${(at % 9) + 1},Cord,EUR 10`),
    'INV-14,2021-02-07,Bolt,USD 300',
    'INV-15,2021-03-01,Bolt,see letter',
    'Total,,,1620.50',
  ].join('\n'),
  'players.csv': 'Player,Points\nAda,10\nBo,12\nCy,12\nDi,9\n',
}

const library = libraryOfFile(documents)

async function answersTo(...questions: string[]): Promise<ToolResult[]> {
  const { catalogue, engine } = await library()
  const tool = createTableQuery({ catalogue, engine, terms: await shippedTerms() })
  const answers: ToolResult[] = []
  for (const text of questions) {
    const question = askedOn(text)
    const reading = await tool.read(question, noSignal)
    if (reading?.is !== 'arguments') throw new Error(`“${text}” was read as ${JSON.stringify(reading)}.`)
    answers.push(await tool.run(reading.args, { ...question, signal: noSignal }))
  }
  return answers
}

describe('answers of tables', () => {
  it('tell the figure, its unit, what it is of and the rows behind it', async () => {
    const [answer] = await answersTo('What is the total amount in Q2 2023?')
    expect(answer?.text).toBe('Total Amount where Order date in Q2 2023: 1,795.25 EUR (3 rows of “orders.csv”).')
    expect(answer?.table?.total).toBe(3)
    expect(answer?.sources).toHaveLength(3)
    expect(answer?.sources.every(({ documentId, end, start }) => documentId === 'orders.csv' && end > start)).toBe(true)
    expect(answer?.workings).toContain('SELECT')
    expect(answer?.notes).toEqual([])
  })

  it('say that a quarter without a year is that of all years', async () => {
    const [answer] = await answersTo('total amount in Q1')
    expect(answer?.notes).toContain('No year was named: the rows of all years count.')
  })

  it('name all that are equally high', async () => {
    const [answer] = await answersTo('Who has the most points?')
    expect(answer?.text).toBe('Highest Points: Bo, 12; Cy, 12 (tied) (4 rows of “players.csv”).')
  })

  it('never add up currencies, and say what was left out', async () => {
    const [answer] = await answersTo('total net amount of the invoices')
    expect(answer?.text).toContain('1,320.50 EUR; 300 USD')
    expect(answer?.text).not.toContain('1,620')
    expect(answer?.notes).toEqual([
      '1 cell of “Net” could not be read and is left out.',
      'The figures are in EUR, USD; they are not added up, each has a figure of its own.',
      '1 row with totals is not counted.',
    ])
  })

  it('tell shares and changes with what they are of', async () => {
    const [share, change, wide] = await answersTo(
      'What share of the total amount is furniture?',
      'What was the change in sales from 2022 to 2023?',
      '差旅费占总支出的比例是多少',
    )
    expect(share?.text).toBe('Furniture: 68.6% of the whole (Total Amount 3,797 EUR of 5,532.75 EUR, “orders.csv”).')
    expect(change?.text).toBe(
      'Total Amount: 1,757.50 EUR in 2022, 3,775.25 EUR in 2023; change +2,017.75 EUR, +114.8% (“orders.csv”).',
    )
    expect(wide?.text).toContain('差旅费占金额合计的36%')
  })

  it('say that nothing fits, and are no zero', async () => {
    const [answer] = await answersTo('How many orders were placed in 2019?')
    expect(answer?.text).toBe('No row of “orders.csv” fits: Order date in 2019.')
    // Of how many, none is an answer; of a sum it is not, which a table without a row says.
    expect(answer?.table).toBeUndefined()
    const [sum] = await answersTo('What is the total amount in 2019?')
    expect(sum?.table?.total).toBe(0)
  })

  it('are in Chinese where that is asked, lists with their rows', async () => {
    const [sum, list] = await answersTo('第二季度的支出合计是多少', '单价低于4000元的设备有哪些')
    expect(sum?.text).toContain('日期在第二季度的金额合计：18,830')
    expect(sum?.notes).toEqual(['没有指定年份：所有年份一并计入。'])
    expect(list?.table?.rows.map(({ cells }) => cells[0])).toEqual(['电子天平', '空调', '打印机'])
    expect(list?.table?.rows.every(({ source }) => source !== undefined)).toBe(true)
  })
})
