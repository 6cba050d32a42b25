import { describe, expect, it } from 'vitest'
import { resolvedPlan } from '@engine/tools/table-query/arguments/plan-names'
import { createTableQuery } from '@engine/tools/table-query/table-query'
import type { TableCatalogue } from '@engine/tools/tables/data-table'
import type { TableEngine } from '@engine/tools/tables/query-plan'
import { tableLibrary } from '../tables/table-library'
import { askedOn, noSignal, shippedTerms } from './asked-terms'
import { plainEngine } from './plain-engine'
import asked from './questions.json'
import { catalogueOf } from './sample-tables'
import { documentsOfShop, shop } from './tables-of-a-shop'

/** What the channel asks of a tool before it is taken. */
const leastConfidence = 0.7

interface Expected {
  readonly question: string
  /** Figures and names worked out apart from this code; all of them must be among the result's values. */
  readonly expected: readonly (string | number)[]
  readonly rows?: number
}

async function missed(
  questions: readonly Expected[],
  catalogue: TableCatalogue,
  engine: TableEngine,
): Promise<string[]> {
  const tool = createTableQuery({ catalogue, engine, terms: await shippedTerms() })
  const wrong: string[] = []
  for (const { question, expected, rows } of questions) {
    const reading = await tool.read(askedOn(question), noSignal)
    const isSure = reading?.is === 'arguments' && reading.confidence >= leastConfidence
    const result = isSure ? await engine.run(resolvedPlan(reading.args, catalogue.tables()), noSignal) : null
    const found = new Set(result?.values.flat().map(shown))
    const isRight =
      expected.every((one) => found.has(shown(one))) && (rows === undefined || rows === result?.values.length)
    if (!isRight) wrong.push(question)
  }
  return wrong
}

function shown(value: unknown): string {
  return typeof value === 'number' ? value.toFixed(4) : String(value)
}

describe('questions to tables, against figures worked out by hand', () => {
  it('answers the questions it was made with', async () => {
    expect(await missed(asked.tuned, catalogueOf(shop), plainEngine(shop))).toEqual([])
  })

  it('answers most of those it was not made with', async () => {
    const wrong = await missed(asked.untuned, catalogueOf(shop), plainEngine(shop))
    expect(asked.untuned.length).toBe(49)
    // 43 of 49 when this was written.
    expect(wrong.length).toBeLessThanOrEqual(6)
  })

  it('gives the same over documents that were read, and by SQL', async () => {
    const { catalogue, engine } = await tableLibrary(documentsOfShop)
    expect(await missed(asked.tuned, catalogue, engine)).toEqual([])
  })
})

describe('questions that are for the documents', () => {
  it.each(asked.traps)('%s', async (question) => {
    const tool = createTableQuery({
      catalogue: catalogueOf(shop),
      engine: plainEngine(shop),
      terms: await shippedTerms(),
    })
    const reading = await tool.read(askedOn(question), noSignal)
    expect(reading?.confidence ?? 0).toBeLessThan(leastConfidence)
  })

  it('asks nothing where there is no table', async () => {
    const tool = createTableQuery({ catalogue: catalogueOf([]), engine: plainEngine([]), terms: await shippedTerms() })
    expect(await tool.read(askedOn('total amount by region'), noSignal)).toBeNull()
  })
})
