import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Condition, Measure } from '@engine/tools/tables/query-plan'
import { noSignal, planFor, refTo, tableIn, tableLibrary } from './table-library'

interface Row {
  readonly region: string
  readonly amount: number
  readonly day: string
}

const someRow = fc.record({
  region: fc.constantFrom('North', 'north', 'South', '东区', "O'Hara; DROP TABLE t1"),
  amount: fc.integer({ min: -99_999, max: 99_999 }).map((cents) => cents / 100),
  day: fc
    .date({ min: new Date('2019-01-01'), max: new Date('2024-12-31'), noInvalidDate: true })
    .map((date) => date.toISOString().slice(0, 10)),
})
const operations: readonly Measure['operation'][] = [
  'sum',
  'average',
  'median',
  'min',
  'max',
  'count',
  'count_distinct',
]
const somePlan = fc.record({
  operation: fc.constantFrom(...operations),
  above: fc.option(fc.integer({ min: -500, max: 500 }), { nil: null }),
  year: fc.option(fc.integer({ min: 2019, max: 2024 }), { nil: null }),
  region: fc.option(fc.constantFrom('NORTH', 'south', '东区', "o'hara; drop table T1"), { nil: null }),
  isGrouped: fc.boolean(),
})

/** The same in plain TypeScript, in whole cents. */
function worked(operation: Measure['operation'], rows: readonly Row[]): number | null {
  const cents = rows.map(({ amount }) => Math.round(amount * 100)).toSorted((one, other) => one - other)
  if (operation === 'count') return cents.length
  if (operation === 'count_distinct') return new Set(cents).size
  if (cents.length === 0) return null
  const sum = cents.reduce((total, one) => total + one, 0)
  const middle = cents.length / 2
  switch (operation) {
    case 'sum':
      return sum / 100
    case 'average':
      return sum / cents.length / 100
    case 'min':
      return (cents[0] ?? 0) / 100
    case 'max':
      return (cents.at(-1) ?? 0) / 100
    case 'median':
      return ((cents[Math.ceil(middle) - 1] ?? 0) + (cents[Math.floor(middle)] ?? 0)) / 200
  }
}

// Would catch a condition, a group or a measure that SQL understands otherwise than the plan says.
test('a plan gives what plain arithmetic gives', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(someRow, { minLength: 4, maxLength: 30 }),
      fc.array(somePlan, { minLength: 4, maxLength: 4 }),
      async (rows, plans) => {
        const lines = rows.map(({ region, amount, day }) => `"${region}",${amount.toFixed(2)},${day}`)
        const library = await tableLibrary({ 'rows.csv': ['Region,Amount,Day', ...lines].join('\n') })
        const table = tableIn(library, 'rows.csv')
        const [region, amount, day] = ['Region', 'Amount', 'Day'].map((header) => refTo(table, header))
        if (!region || !amount || !day) throw new Error('A column is missing.')
        for (const asked of plans) {
          const where: Condition[] = [
            ...(asked.above === null ? [] : [{ column: amount, operator: '>', values: [asked.above] } as const]),
            ...(asked.year === null
              ? []
              : [{ column: day, operator: '=', values: [asked.year], part: 'year' } as const]),
            ...(asked.region === null ? [] : [{ column: region, operator: '=', values: [asked.region] } as const]),
          ]
          const matching = rows.filter(
            (row) =>
              (asked.above === null || row.amount > asked.above) &&
              (asked.year === null || row.day.startsWith(String(asked.year))) &&
              (asked.region === null || row.region.toLowerCase() === asked.region.toLowerCase()),
          )
          const groupBy = asked.isGrouped ? [{ column: region }] : []
          const measures = [{ operation: asked.operation, column: amount }]
          const result = await library.engine.run(planFor(table, { measures, where, groupBy }), noSignal)
          const groups = asked.isGrouped ? [...new Set(matching.map((row) => row.region.toLowerCase()))] : ['']
          const expected = new Map(
            groups.map((group) => [
              group,
              worked(
                asked.operation,
                matching.filter((row) => !asked.isGrouped || row.region.toLowerCase() === group),
              ),
            ]),
          )
          expect(result.values).toHaveLength(groups.length)
          for (const row of result.values) {
            const value = expected.get(asked.isGrouped ? String(row[0]).toLowerCase() : '')
            if (value === null || value === undefined) expect(row.at(-1)).toBe(null)
            else expect(row.at(-1)).toBeCloseTo(value, 9)
          }
          expect(result.behind.total).toBe(matching.length)
        }
      },
    ),
    { numRuns: 12 },
  )
})
