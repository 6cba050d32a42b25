import { existsSync } from 'node:fs'
import { chmod, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { tablesKey } from '@engine/tools/tables/keeping/stored-table'
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

test('a file that is lost, damaged in any place, or of another document is made anew, and it is said', async () => {
  const library = await tableLibrary({ 'people.csv': people, 'rooms.csv': 'Name,Age\nHall,400\nShed,12\n' })
  const sumOf = async (document: string) => {
    const table = tableIn(library, document)
    return (
      await library.engine.run(
        planFor(table, { measures: [{ operation: 'sum', column: refTo(table, 'Age') }] }),
        noSignal,
      )
    ).values
  }
  const folder = join(library.folder, 'tables')
  const fileOf = (document: string) => {
    const { live } = library.records.get(tableIn(library, document).documentId) ?? {}
    return join(folder, `${live ? tablesKey(live) : ''}.duckdb`)
  }
  const file = fileOf('people.csv')
  const whole = await readFile(file)
  const said = 'tables: the file of those of people.csv was damaged or lost; it is made anew from the document'
  const afterwards = async (what: string) => {
    library.logged.length = 0
    expect({ what, sum: await sumOf('people.csv') }).toEqual({ what, sum: [[94]] })
    return library.logged.includes(said)
  }
  await writeFile(file, 'no database')
  expect(await afterwards('no database')).toBe(true)
  await rm(file)
  expect(await afterwards('lost')).toBe(true)
  let found = 0
  for (let part = 0.5; part < 60; part += 1) {
    const at = Math.floor((whole.length * part) / 60)
    const changed = Buffer.from(whole)
    changed[at] = (changed[at] ?? 0) ^ (1 << (at % 8))
    await writeFile(file, changed)
    if (await afterwards(`a bit at ${at}`)) found += 1
    await writeFile(file, whole)
  }
  // The rest of the bits is in one of two headers, of which the other counts, or in blocks that nothing reads.
  expect(found).toBeGreaterThan(20)
  await rename(file, `${file}.other`)
  await rename(fileOf('rooms.csv'), file)
  await rename(`${file}.other`, fileOf('rooms.csv'))
  expect(await afterwards('that of rooms.csv')).toBe(true)
  expect(await sumOf('rooms.csv')).toEqual([[412]])
})

test.skipIf(process.platform === 'win32')('a file that may not be read is not told to be damaged', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'cairn-tables-'))
  const path = join(folder, 'kept.duckdb')
  await writeFile(path, 'no database', { mode: 0o000 })
  // Root may read everything.
  const isRoot = process.geteuid?.() === 0
  if (isRoot) process.seteuid?.(65_534)
  try {
    const opened = ConfinedConnection.open({ t1: { path, of: 'kept' } }, limits, noSignal)
    await expect(opened).rejects.toMatchObject({ code: 'TOOL_FAILED' })
    await expect(opened).rejects.toThrow('denied')
  } finally {
    if (isRoot) process.seteuid?.(0)
  }
  await chmod(path, 0o600)
  await expect(ConfinedConnection.open({ t1: { path, of: 'kept' } }, limits, noSignal)).rejects.toMatchObject({
    code: 'STORE_DAMAGED',
  })
  await rm(folder, { recursive: true })
})
