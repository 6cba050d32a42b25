import { describe, expect, it } from 'vitest'
import { createTableQuery } from '@engine/tools/table-query/table-query'
import { respelledQuestion } from '@engine/tools/table-query/words/respelled-question'
import { askedOn, noSignal, shippedTerms } from './asked-terms'
import { plainEngine } from './plain-engine'
import { catalogueOf, sampleTable } from './sample-tables'

const tables = [
  sampleTable('coach-trips.csv', [
    'Trip no|Driver|Made:date|Toll:number|Fuel l:number:L|Passengers:number',
    'T-1|Ada Brandt|2023-01-09|12|40|31',
    'T-2|Ada Brandt|2023-01-21|5|33|12',
    'T-3|Ben Okafor|2023-02-02|20|51|44',
    'T-4|Clara Voss|2023-02-17|3|20|9',
    'T-5|Ben Okafor|2023-03-05|4|22|17',
  ]),
  sampleTable('门店销售.csv', [
    '流水号|日期:date|门店|商品|销量:number|月租:number',
    'X1|2023-01-03|人民路店|拿铁|5|100',
    'X2|2023-01-11|机场店|红茶|9|300',
    'X3|2023-02-08|机场店|拿铁|4|300',
    'X4|2023-02-19|万达店|红茶|2|250',
    'X5|2023-03-02|人民路店|美式|6|100',
  ]),
]

async function answered(text: string) {
  const [catalogue, engine] = [catalogueOf(tables), plainEngine(tables)]
  const tool = createTableQuery({ catalogue, engine, terms: await shippedTerms() })
  const question = askedOn(text)
  const reading = await tool.read(question, noSignal)
  if (reading?.is !== 'arguments' || reading.confidence < 0.7) return null
  const { text: said, table } = await tool.run(reading.args, { ...question, signal: noSignal })
  return { said, rows: table?.rows.map(({ cells }) => cells.join(' ')) ?? [] }
}

describe('a total of which nothing is named', () => {
  const orders = sampleTable('orders.csv', [
    'Order|Day:date|Product|Unit price:number|Quantity:number',
    'O-1|2023-04-02|Kettle|30|2',
    'O-2|2023-05-11|Towel|8|10',
    'O-3|2023-09-08|Kettle|30|1',
  ])
  const measures = async (text: string, table = orders) => {
    const tool = createTableQuery({
      catalogue: catalogueOf([table]),
      engine: plainEngine([table]),
      terms: await shippedTerms(),
    })
    const reading = await tool.read(askedOn(text), noSignal)
    return reading?.is === 'arguments' ? reading.args.measures : null
  }

  // Would catch prices that are added up as if they were amounts.
  it('is of prices times pieces where the table has no amounts', async () => {
    const [price, pieces] = [
      { table: 'main', column: 'Unit price' },
      { table: 'main', column: 'Quantity' },
    ]
    expect(await measures('total of orders in Q2')).toEqual([{ operation: 'sum', column: price, times: pieces }])
    expect(await measures('total quantity in Q2')).toEqual([{ operation: 'sum', column: pieces }])
  })

  it('is none of prices alone', async () => {
    const prices = sampleTable('orders.csv', [
      'Order|Day:date|Unit price:number',
      'O-1|2023-04-02|30',
      'O-2|2023-05-11|8',
    ])
    expect(await measures('total of orders in Q2', prices)).toEqual([])
  })
})

describe('words that say more, or less, than they seem to', () => {
  const read = async (text: string, ...of: ReturnType<typeof sampleTable>[]) => {
    const tool = createTableQuery({ catalogue: catalogueOf(of), engine: plainEngine(of), terms: await shippedTerms() })
    return tool.read(askedOn(text), noSignal)
  }
  const sky = sampleTable('days.csv', [
    'Day:date|Sky|Windy:boolean',
    '2015-01-02|fog|true',
    '2015-01-03|sun|false',
    '2015-02-03|rain|true',
  ])

  it.each([
    ['How many days was there no fog in 2015?', { operator: '!=', values: ['fog'] }],
    ['How many days of fog in 2015?', { operator: '=', values: ['fog'] }],
    ['Number of days by sky, not counting windy ones', { operator: '=', values: [false] }],
  ])('a denial chooses the others: %s', async (question, chosen) => {
    const reading = await read(question, sky)
    expect(reading).toMatchObject({ is: 'arguments' })
    expect(reading?.is === 'arguments' && reading.args.where).toContainEqual(expect.objectContaining(chosen))
  })

  it('“did” is no status that is called done', async () => {
    const tasks = sampleTable('tasks.csv', [
      'Task|Status|Hours spent:number',
      'Paint|done|5',
      'Sweep|open|8',
      'Mend|done|3',
    ])
    expect((await read('how much did they spend on him', tasks))?.confidence ?? 0).toBeLessThan(0.7)
    const done = await read('total hours spent where status is done', tasks)
    expect(done?.is === 'arguments' && done.args.where).toMatchObject([{ operator: '=', values: ['done'] }])
  })

  it('one word that is a column of some table asks for no list of its values, but with what its rows are', async () => {
    const tools = sampleTable('tools.csv', ['Tool|Type|Weight:number', 'Saw|hand|2', 'Drill|power|3', 'File|hand|1'])
    const orders = sampleTable('orders.csv', ['Order|Type|Amount:number', 'O-1|post|20', 'O-2|shop|30', 'O-3|post|5'])
    expect((await read('which document types can i add', tools, orders))?.confidence ?? 0).toBeLessThan(0.7)
    expect((await read('which tool types are there', tools, orders))?.confidence).toBeGreaterThan(0.7)
  })
})

describe('figures that no list of words knows', () => {
  it.each([
    // A sum of each driver, not one row.
    ['Which driver had the highest toll?', ['Ben Okafor 24']],
    ['top 2 drivers by passengers', ['Ben Okafor 61', 'Ada Brandt 43']],
    // The month, and not its year.
    ['Which month had the highest toll?', ['2023 February 23']],
    // The unit of the header.
    ['how many litres of fuel in total', []],
    // A row is told by its key and the name beside it.
    ['销量最多的前两个门店', ['机场店 13', '人民路店 11']],
    ['商品分别有多少销量', ['拿铁 9', '红茶 11', '美式 6']],
  ])('%s', async (question, rows) => {
    const answer = await answered(question)
    expect(answer).not.toBeNull()
    for (const row of rows) expect(answer?.rows).toContain(row)
  })

  it.each(['How many passengers may Ada Brandt carry at most?', '人民路店最多能放几种商品'])(
    'leaves what is allowed to the documents: %s',
    async (question) => expect(await answered(question)).toBeNull(),
  )

  it('averages the sums of months, and says of how many', async () => {
    // 17, 23 and 4.
    expect((await answered('average toll per month in 2023'))?.said).toContain('averaged over 3 groups: 14.67')
    expect((await answered('2023年平均每个月的销量是多少'))?.said).toContain('按3组平均为8.67')
  })

  it('knows words of nearly the same meaning', async () => {
    expect((await answered('how many journeys did Ada Brandt make'))?.said).toMatch(/: 2 \(/u)
    // 房租 and 月租 are both rent.
    expect((await answered('机场店的平均房租是多少'))?.said).toContain('300')
  })

  it('leaves what no table tells to the documents', async () => {
    expect(await answered('How many days were there between 14 July 2022 and 1 January 2023?')).toBeNull()
    expect(await answered('How many orders of magnitude separate the trips?')).toBeNull()
    expect(await answered('total toll for Xanadu Ltd')).toBeNull()
  })
})

describe('misspelt words', () => {
  it('are read as the one word of tables that is near', async () => {
    expect(respelledQuestion('averge pasengers', new Set(['passengers']))).toBe('average passengers')
    expect((await answered('totel pasengers of Ben Okafor'))?.said).toContain('61')
  })

  it('stay where they are words, names in a path, or near to several', () => {
    const known = new Set(['mills', 'mille'])
    for (const text of ['the total millt', 'see Reports/Totl.csv', 'form and from'])
      expect(respelledQuestion(text, known)).toBe(text)
  })
})

describe('columns that are only called alike', () => {
  const costs = sampleTable('costs.md', ['Item|Pump:number|Gauge:number', 'Purchase|1870|4950', 'Calibration|640|175'])
  const items = Array.from({ length: 14 }, (_, at) => `K-${at + 1}|Rope ${at + 1}|${at + 1}|20`)
  const stock = sampleTable('stock.csv', [
    'item_id|item|quantity:number|unit_price_eur:number',
    'K-99|Snow shovel|12|31',
    ...items,
  ])

  // Would catch “Item” of a list of costs that is joined to “item_id”, whose values are too many to be seen at a glance: no row fits then.
  it('join nothing where they hold nothing in common', async () => {
    const tables = [costs, stock]
    const tool = createTableQuery({
      catalogue: catalogueOf(tables),
      engine: plainEngine(tables),
      terms: await shippedTerms(),
    })
    const reading = await tool.read(
      askedOn('What are all our snow shovels worth together at purchase price?'),
      noSignal,
    )
    expect(reading).toMatchObject({ is: 'arguments', args: { table: 'stock.csv' } })
    expect(reading).not.toHaveProperty('args.join')
  })
})
