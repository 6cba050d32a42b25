import { expect, test } from 'vitest'
import { noSignal, planFor, refTo, tableIn, tableLibrary, columnIn } from './table-library'

const spending = `Date,Item,Category,Amount,Paid
13/01/2023,Chair,Furniture,"€1,200.50",yes
02/02/2023,Desk,furniture,€300,no
05/04/2023,Paper,Supplies,€12.25,yes
07/06/2023,Ink,Supplies,n/a,yes
08/06/2023,Pens,Supplies,about 20,no
11/07/2024,Lamp,Furniture,(€10.75),yes
12/07/2024,Glue,Supplies,€1,yes
13/07/2024,Tape,Supplies,€2,yes
14/07/2024,Pins,Supplies,€3,yes
15/07/2024,Clip,Supplies,€4,yes
16/07/2024,Mat,Supplies,€5,yes
17/07/2024,Rug,Supplies,€6,yes
Total,,,"€1,523.00",
`

test('a column of amounts is summed exactly, by group, without the row that adds it up', async () => {
  const library = await tableLibrary({ 'spending.csv': spending })
  const table = tableIn(library, 'spending.csv')
  expect(table.rowCount).toBe(12)
  expect(table.totalRows).toBe(1)
  expect(columnIn(table, 'Amount')).toMatchObject({ kind: 'number', unit: 'EUR', unreadable: 1 })
  const amount = refTo(table, 'Amount')
  const result = await library.engine.run(
    planFor(table, {
      measures: [
        { operation: 'sum', column: amount },
        { operation: 'count', column: null },
      ],
      groupBy: [{ column: refTo(table, 'Category') }],
      orderBy: [{ by: { measure: 0 }, descending: true }],
    }),
    noSignal,
  )
  expect(result.values).toEqual([
    ['Furniture', 1489.75, 3],
    ['Supplies', 33.25, 9],
  ])
  expect(result.leftOut).toEqual({ unreadable: [{ header: 'Amount', rows: 1 }], mixedUnits: [], totalRows: 1 })
  expect(result.rows[0]?.cells).toEqual(['Furniture', '1,489.75 EUR', '3'])
  expect(result.sql).toBe(
    'SELECT min("Category") AS "Category", sum("Amount") AS "sum(Amount)", count(*) AS "count" FROM "spending.csv" GROUP BY lower("Category") ORDER BY "sum(Amount)" DESC NULLS LAST, "Category" ASC NULLS LAST',
  )
})

test('the rows behind a figure are read back from the text they cite', async () => {
  const library = await tableLibrary({ 'spending.csv': spending })
  const table = tableIn(library, 'spending.csv')
  const result = await library.engine.run(
    planFor(table, {
      measures: [{ operation: 'max', column: refTo(table, 'Amount') }],
      where: [
        { column: refTo(table, 'Date'), operator: '=', values: [2], part: 'quarter' },
        { column: refTo(table, 'Date'), operator: '=', values: ['2023'] },
      ],
    }),
    noSignal,
  )
  expect(result.values).toEqual([[12.25]])
  expect(result.behind.total).toBe(3)
  const { cells, source } = result.behind.rows[0] ?? {}
  expect(cells).toEqual(['€12.25', '05/04/2023'])
  const text = library.texts.get('spending.csv') ?? ''
  expect(text.slice(source?.start, source?.end)).toBe(
    'Date: 05/04/2023; Item: Paper; Category: Supplies; Amount: €12.25; Paid: yes',
  )
})
