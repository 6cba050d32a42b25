import { expect, it } from 'vitest'
import { createTableQuery } from '@engine/tools/table-query/table-query'
import type { TableCatalogue } from '@engine/tools/tables/data-table'
import { askedOn, noSignal, shippedTerms } from './asked-terms'
import { plainEngine } from './plain-engine'
import { catalogueOf, sampleTable } from './sample-tables'
import { shop } from './tables-of-a-shop'

const many = Array.from({ length: 200 }, (_, table) =>
  sampleTable(`measure-${table}.csv`, [
    Array.from({ length: 50 }, (_, at) => (at === 0 ? 'Name' : `Value ${table * 50 + at}:number`)).join('|'),
    ...Array.from({ length: 14 }, (_, row) => [`n${row}`, ...Array.from({ length: 49 }, (_, at) => at)].join('|')),
  ]),
)

function counting(catalogue: TableCatalogue): TableCatalogue & { lookups: number; waits: number } {
  const counted = {
    lookups: 0,
    waits: 0,
    tables: () => catalogue.tables(),
    ready: () => {
      counted.waits += 1
      return Promise.resolve()
    },
    valuesLike: (...given: Parameters<TableCatalogue['valuesLike']>) => {
      counted.lookups += given[1].length
      return catalogue.valuesLike(...given)
    },
  }
  return counted
}

it('looks few values up, however many tables there are', async () => {
  const catalogue = counting(catalogueOf([...many, ...shop]))
  const tool = createTableQuery({ catalogue, engine: plainEngine(shop), terms: await shippedTerms() })
  const reading = await tool.read(askedOn('total value of the names at Elsewhere Ltd in the north'), noSignal)
  expect(reading === null || reading.confidence < 0.7).toBe(true)
  expect(catalogue.lookups).toBeLessThanOrEqual(24)
})

it('waits for tables to be read only where a table alone can tell', async () => {
  const catalogue = counting(catalogueOf(shop))
  const tool = createTableQuery({ catalogue, engine: plainEngine(shop), terms: await shippedTerms() })
  await tool.read(askedOn('What does the report say about heating?'), noSignal)
  expect(catalogue).toMatchObject({ waits: 0, lookups: 0 })
  await tool.read(askedOn('average salary by department'), noSignal)
  expect(catalogue.waits).toBe(1)
})

it('reads no story', async () => {
  const tool = createTableQuery({
    catalogue: catalogueOf(shop),
    engine: plainEngine(shop),
    terms: await shippedTerms(),
  })
  expect(await tool.read(askedOn(`total amount ${'by region and '.repeat(50)}`), noSignal)).toBeNull()
})
