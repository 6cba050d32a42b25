import { mkdir, mkdtemp, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import type { DocumentRecord } from '@shared/documents'
import { csvParser } from '@engine/ingest/parsers/tables/csv'
import { builtFile } from '@engine/platform/paths'
import { createDurableFiles } from '@engine/storage/files/durable-file'
import { FileObjectStore } from '@engine/storage/files/object-store'
import { createTables } from '@engine/tools/tables/create-tables'
import { TableBuilder } from '@engine/tools/tables/keeping/table-builder'
import type { ColumnRef, QueryPlan } from '@engine/tools/tables/query-plan'
import type { BenchIo } from '../io'
import { round } from '../metrics'

const regions = ['N', 'S', 'E', 'W']

/**
 * `bench tables [--rows 1000000]`: milliseconds until a table of so many rows is read, typed and kept (`typing_ms`, in its thread), and of
 * queries over it, the first and the median of five more; one JSON line. The rows are made here and add up to a known sum.
 */
export async function run(args: string[], io: BenchIo): Promise<number> {
  const { values } = parseArgs({ args, options: { rows: { type: 'string', default: '1000000' } } })
  const rows = Number(values.rows)
  const folder = await mkdtemp(join(tmpdir(), 'cairn-bench-tables-'))
  const builder = new TableBuilder(builtFile('table-thread', process.env['CAIRN_TABLE_THREAD']))
  try {
    io.progress('writing the document')
    const { record, objects, files } = await store(folder, rows)
    const list = () => [record]
    const catalogue = { list, get: () => record, onChange: () => () => undefined }
    const tables = createTables({
      ...{ catalogue, objects, files, folder: join(folder, 'tables') },
      ...{ build: builder.build, log: (line: string) => io.progress(line) },
    })
    io.progress('typing')
    const blocked = watchMainThread()
    const began = performance.now()
    await tables.catalogue.ready(new AbortController().signal)
    const typing = performance.now() - began
    const longestBlock = blocked()
    const [table] = tables.catalogue.tables()
    if (!table) throw new Error('No table was found.')
    const times: Record<string, number> = {}
    for (const [name, plan] of Object.entries(plans(table.id))) {
      io.progress(name)
      const taken: number[] = []
      for (let time = 0; time < 6; time += 1) {
        const from = performance.now()
        const result = await tables.engine.run(plan, new AbortController().signal)
        taken.push(performance.now() - from)
        if (name === 'sum' && result.values[0]?.[0] !== sumOf(rows)) throw new Error('The sum is wrong.')
      }
      times[`${name}_first_ms`] = round(taken[0] ?? 0, 0)
      times[`${name}_ms`] = round(taken.slice(1).toSorted((one, other) => one - other)[2] ?? 0, 0)
    }
    const kept = await stat(join(folder, 'tables', 'index.jsonl'))
    io.print(
      JSON.stringify({
        ...{ bench: 'tables', rows: table.rowCount, columns: table.columns.map(({ kind }) => kind) },
        ...{
          typing_ms: round(typing, 0),
          main_thread_blocked_ms: round(longestBlock, 0),
          index_bytes: kept.size,
          ...times,
        },
      }),
    )
    await tables.close()
    return 0
  } finally {
    await builder.close()
    await rm(folder, { recursive: true, force: true })
  }
}

/** Returns what ends it, with the longest time in which nothing else could run. */
function watchMainThread(): () => number {
  let last = performance.now()
  let longest = 0
  const timer = setInterval(() => {
    longest = Math.max(longest, performance.now() - last - 10)
    last = performance.now()
  }, 10)
  return () => {
    clearInterval(timer)
    return longest
  }
}

async function store(folder: string, rows: number) {
  await mkdir(join(folder, 'tmp'))
  const objects = new FileObjectStore(join(folder, 'objects'), join(folder, 'tmp'))
  const lines = Array.from({ length: rows }, (_, at) => `${regions[at % regions.length]},${(at % 1000) / 10}`)
  const bytes = new TextEncoder().encode(['r,v', ...lines].join('\n'))
  const { text, structure } = await csvParser.parse({ bytes, name: 'rows.csv' })
  const put = (words: string) => objects.put(new TextEncoder().encode(words))
  const [text_object, structure_object] = [await put(text), await put(JSON.stringify(structure))]
  const live = { revision: 'r', content_hash: 'c', text_object, structure_object }
  const record = {
    id: 'rows.csv',
    name: 'rows.csv',
    title: 'rows',
    format: 'csv',
    trashed_at: null,
    live,
  } as DocumentRecord
  return { record, objects, files: createDurableFiles(join(folder, 'tmp')) }
}

function sumOf(rows: number): number {
  return Array.from({ length: rows }, (_, at) => at % 1000).reduce((sum, tenths) => sum + tenths, 0) / 10
}

function plans(table: string): Readonly<Record<string, QueryPlan>> {
  const column = (id: string): ColumnRef => ({ table: 'main', column: id })
  const none = { table, select: [], measures: [], where: [], groupBy: [], orderBy: [], limit: null }
  const sum = { operation: 'sum', column: column('c2') } as const
  return {
    sum: { ...none, measures: [sum] },
    groups: { ...none, measures: [sum], groupBy: [{ column: column('c1') }] },
    top: { ...none, select: [column('c1'), column('c2')], orderBy: [{ by: column('c2'), descending: true }], limit: 5 },
    filter: { ...none, measures: [sum], where: [{ column: column('c1'), operator: '=', values: ['n'] }] },
  }
}
