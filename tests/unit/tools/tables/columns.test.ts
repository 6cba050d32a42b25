import { expect, test } from 'vitest'
import { columnIn, noSignal, planFor, refTo, tableIn, tableLibrary } from './table-library'

async function columnOf(header: string, cells: readonly string[]) {
  const lines = cells.map((cell, at) => `row ${'abcdefghijklmnopqrstuvwxyz'.charAt(at)},"${cell}"`)
  const library = await tableLibrary({ 'cells.csv': [`Label,${header}`, ...lines].join('\n') })
  return columnIn(tableIn(library, 'cells.csv'), header)
}

test.each<[string, string, readonly string[], object]>([
  [
    'a column of weights',
    'Weight',
    ['12 kg', '3 kilograms', '1 kg'],
    { kind: 'number', unit: 'kg', isMixedUnit: false },
  ],
  ['a unit in the header', 'Weight (kg)', ['12', '3', '1'], { kind: 'number', unit: 'kg' }],
  ['the letter of a footnote', 'Sales (a)', ['12', '3', '1'], { kind: 'number', unit: null }],
  ['decimal commas', 'Price', ['123', '143,1', '1.215,32'], { kind: 'number', unreadable: 0 }],
  ['several currencies', 'Price', ['€1', '$2', '€3'], { kind: 'number', unit: null, isMixedUnit: true }],
  ['identifiers with zeros', 'Part', ['0012', '0340', '9999'], { kind: 'text' }],
  ['identifiers by name', 'Customer ID', ['12', '340', '9999'], { kind: 'text' }],
  ['years', 'Founded', ['1999', '2004', '2020'], { kind: 'date' }],
  ['numbers like years', 'Population', ['1999', '2004', '2020'], { kind: 'number' }],
  [
    'house numbers',
    'Address',
    ['12 Main', '5 Oak', '7 Elm', '1 Ash', '2 Fir', '3 Bay', '4 Yew', '8 Box', '9 Rue'],
    { kind: 'text' },
  ],
  ['yes and no', 'Paid', ['yes', 'No', 'n/a'], { kind: 'boolean', unreadable: 0 }],
  [
    'one bad cell in ten',
    'N',
    ['1', '2', '3', '4', '5', '6', '7', '8', '9', 'many'],
    { kind: 'number', unreadable: 1 },
  ],
  ['two bad cells in ten', 'N', ['1', '2', '3', '4', '5', '6', '7', '8', 'few', 'many'], { kind: 'text' }],
  ['gaps', 'N', ['1', 'n/a', '—', 'unknown', '5'], { kind: 'number', unreadable: 0 }],
  ['dates that prove their order', 'Day', ['05/03/2021', '05/13/2021', '06/01/2021'], { kind: 'date' }],
  ['dates that leave it open', 'Day', ['05/03/2021', '06/01/2021'], { kind: 'date', isDayMonthUnsure: true }],
])('%s', async (_, header, cells, expected) => {
  expect(await columnOf(header, cells)).toMatchObject(expected)
})

test('the order of day and month that one date proves holds for the column', async () => {
  const library = await tableLibrary({ 'days.csv': 'Name,Day\na,05/03/2021\nb,05/13/2021\nc,06/01/2021\n' })
  const table = tableIn(library, 'days.csv')
  const result = await library.engine.run(planFor(table, { select: [refTo(table, 'Day')] }), noSignal)
  expect(result.values).toEqual([['2021-05-03'], ['2021-05-13'], ['2021-06-01']])
})

test('amounts in several currencies are not added: each currency has its own sum', async () => {
  const library = await tableLibrary({ 'bills.csv': 'Name,Amount,Currency\na,10,EUR\nb,20,USD\nc,5,EUR\n' })
  const table = tableIn(library, 'bills.csv')
  const result = await library.engine.run(
    planFor(table, { measures: [{ operation: 'sum', column: refTo(table, 'Amount') }] }),
    noSignal,
  )
  expect(result.values).toEqual([
    [15, 'EUR'],
    [20, 'USD'],
  ])
  expect(result.leftOut.mixedUnits).toEqual(['EUR', 'USD'])
})

test('two tables are joined by a key, however it is written', async () => {
  const library = await tableLibrary({
    'orders.csv': 'Order,Customer ID,Amount\no1,0012,10\no2,0013,20\no3,0012,5\n',
    'customers.md': '| Customer | City |\n|---|---|\n| 12 | Ulm |\n| 13 | **Bonn** |\n',
  })
  const [orders, customers] = [tableIn(library, 'orders.csv'), tableIn(library, 'customers.md')]
  const result = await library.engine.run(
    planFor(orders, {
      join: {
        table: customers.id,
        left: refTo(orders, 'Customer ID').column,
        right: refTo(customers, 'Customer').column,
      },
      measures: [{ operation: 'sum', column: refTo(orders, 'Amount') }],
      groupBy: [{ column: refTo(customers, 'City', 'joined') }],
    }),
    noSignal,
  )
  expect(result.values).toEqual([
    ['Bonn', 20],
    ['Ulm', 15],
  ])
})

test('values are found by what people write, letter case and width aside', async () => {
  const library = await tableLibrary({ 'regions.csv': 'Region,N\nNorth,1\n东区,2\nＡＢ,3\nSouth,4\n' })
  const table = tableIn(library, 'regions.csv')
  const column = columnIn(table, 'Region').id
  expect(await library.catalogue.valuesLike(table.id, [column], ['NORTH', 'ab', '东区', 'East'], 9)).toEqual([
    ['North', '东区', 'ＡＢ'],
  ])
})
