import { existsSync } from 'node:fs'
import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { ConfinedConnection } from '@engine/tools/tables/query/confined-connection'
import { raw, sql, bound } from '@engine/tools/tables/query/sql-text'
import type { QueryPlan } from '@engine/tools/tables/query-plan'
import { noSignal, planFor, refTo, tableIn, tableLibrary } from './table-library'

const limits = { ms: 5000, memoryMb: 64, threads: 2 }
const people = 'Name,Age\nAda,36\n"Bobby\'); DROP TABLE t1;--",7\nCem,51\n'

test.each([
  "SELECT * FROM read_csv('/etc/passwd')",
  "SELECT * FROM read_text('/etc/passwd')",
  "SELECT * FROM '/etc/passwd'",
  "COPY (SELECT 1) TO '/tmp/cairn-must-not-be'",
  "ATTACH '/tmp/cairn-must-not-be.duckdb'",
  'INSTALL httpfs',
  'LOAD httpfs',
  "SET memory_limit = '100GB'",
  'SET enable_external_access = true',
  'PRAGMA enable_external_access = true',
  "EXPORT DATABASE '/tmp/cairn-must-not-be'",
])('%s is refused', async (statement) => {
  const connection = await ConfinedConnection.open({}, limits, noSignal)
  try {
    await expect(connection.rows(raw(statement))).rejects.toMatchObject({ code: 'TOOL_FAILED' })
    expect(existsSync('/tmp/cairn-must-not-be')).toBe(false)
  } finally {
    connection.close()
  }
})

test('a query that would run for hours ends at its limit, and at once when nobody waits any more', async () => {
  const endless = raw(
    'SELECT count(*) FROM range(1000000) a, range(1000000) b, range(1000) c WHERE (a.range * b.range) % 7 = 3',
  )
  const short = await ConfinedConnection.open({}, { ...limits, ms: 200 }, noSignal)
  await expect(short.rows(endless)).rejects.toMatchObject({ code: 'DEADLINE_EXCEEDED' })
  short.close()
  const controller = new AbortController()
  const left = await ConfinedConnection.open({}, { ...limits, ms: 600_000 }, controller.signal)
  const running = left.rows(endless)
  controller.abort()
  await expect(running).rejects.toMatchObject({ code: 'CANCELLED' })
  left.close()
})

test('a sort larger than the memory it may use is refused, and the next query runs', async () => {
  const connection = await ConfinedConnection.open({}, { ...limits, ms: 60_000 }, noSignal)
  const huge = raw('SELECT i, hash(i) AS h FROM range(100000000) t(i) ORDER BY h, i')
  await expect(
    connection.rows(sql`SELECT max(h) FROM (SELECT h, row_number() OVER (ORDER BY h) AS n FROM (${huge}))`),
  ).rejects.toMatchObject({ code: 'TOOL_FAILED' })
  expect(await connection.rows(sql`SELECT ${bound(7)}`)).toEqual([[7]])
  connection.close()
})

test('what a person or a model writes into a plan is a value, never SQL', async () => {
  const library = await tableLibrary({ 'people.csv': people })
  const table = tableIn(library, 'people.csv')
  const name = refTo(table, 'Name')
  const plan = planFor(table, {
    select: [name],
    where: [{ column: name, operator: '=', values: ["BOBBY'); drop table t1;--"] }],
  })
  expect((await library.engine.run(plan, noSignal)).values).toEqual([["Bobby'); DROP TABLE t1;--"]])
  const again = planFor(table, { measures: [{ operation: 'count', column: null }] })
  expect((await library.engine.run(again, noSignal)).values).toEqual([[3]])
})

test.each<[string, (plan: QueryPlan) => QueryPlan]>([
  ['no such table', (plan) => ({ ...plan, table: "x'; DROP TABLE t1" })],
  ['no such column', (plan) => ({ ...plan, select: [{ table: 'main', column: 'c1 FROM d0.t1; --' }] })],
  ['a column of a table that is not joined', (plan) => ({ ...plan, select: [{ table: 'joined', column: 'c1' }] })],
  [
    'a sum of words',
    (plan) => ({ ...plan, select: [], measures: [{ operation: 'sum', column: { table: 'main', column: 'c1' } }] }),
  ],
  [
    'a word compared with numbers',
    (plan) => ({ ...plan, where: [{ column: { table: 'main', column: 'c2' }, operator: '>', values: ['old'] }] }),
  ],
  [
    'the quarter of a number',
    (plan) => ({
      ...plan,
      where: [{ column: { table: 'main', column: 'c2' }, operator: '=', values: [1], part: 'quarter' }],
    }),
  ],
  [
    'too few values',
    (plan) => ({ ...plan, where: [{ column: { table: 'main', column: 'c2' }, operator: 'between', values: [1] }] }),
  ],
  ['half a row', (plan) => ({ ...plan, limit: 0.5 })],
  ['nothing', (plan) => ({ ...plan, select: [] })],
  ['an order that is not there', (plan) => ({ ...plan, orderBy: [{ by: { measure: 3 }, descending: true }] })],
])('a plan that asks for %s is refused as one', async (_, change) => {
  const library = await tableLibrary({ 'people.csv': people })
  const table = tableIn(library, 'people.csv')
  const plan = change(planFor(table, { select: [refTo(table, 'Name')] }))
  await expect(library.engine.run(plan, noSignal)).rejects.toMatchObject({ code: 'INVALID_INPUT' })
})

test('a file that is lost or damaged is made anew', async () => {
  const library = await tableLibrary({ 'people.csv': people })
  const table = tableIn(library, 'people.csv')
  const plan = planFor(table, { measures: [{ operation: 'sum', column: refTo(table, 'Age') }] })
  const { readdir } = await import('node:fs/promises')
  const [file = ''] = (await readdir(join(library.folder, 'tables'))).filter((name) => name.endsWith('.duckdb'))
  await writeFile(join(library.folder, 'tables', file), 'no database')
  expect((await library.engine.run(plan, noSignal)).values).toEqual([[94]])
  await rm(join(library.folder, 'tables', file))
  expect((await library.engine.run(plan, noSignal)).values).toEqual([[94]])
})
