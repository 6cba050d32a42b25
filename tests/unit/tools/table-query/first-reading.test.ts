import { expect, test } from 'vitest'
import { createRecordLookup } from '@engine/tools/record-lookup/record-lookup'
import { createTableQuery } from '@engine/tools/table-query/table-query'
import type { TableCatalogue } from '@engine/tools/tables/data-table'
import { tableLibrary } from '../tables/table-library'
import { askedOn, noSignal, shippedTerms } from './asked-terms'
import { documentsOfShop } from './tables-of-a-shop'

// Would catch the first question of a process that goes to the documents because reading it loads more than its time allows.
test.each([
  [createTableQuery, 'How many orders are from Bluefin Ltd?'],
  [createRecordLookup, 'What is the status of INV-2023-001?'],
] as const)('what reading needs is loaded before its time counts, once: %o', async (create, text) => {
  const { catalogue, engine } = await tableLibrary(documentsOfShop)
  let looked = 0
  const counted: TableCatalogue = {
    tables: () => {
      looked += 1
      return catalogue.tables()
    },
    ready: (signal) => catalogue.ready(signal),
    valuesLike: (...asked) => catalogue.valuesLike(...asked),
  }
  const tool = create({ catalogue: counted, engine, terms: await shippedTerms() })
  await tool.prepare?.(askedOn('Hello there'), noSignal)
  expect(looked).toBe(0)
  await tool.prepare?.(askedOn(text), noSignal)
  const first = looked
  expect(first).toBeGreaterThan(0)
  await tool.prepare?.(askedOn(text), noSignal)
  expect(looked).toBe(first)
})
