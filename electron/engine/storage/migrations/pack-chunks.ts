import { existsSync } from 'node:fs'
import { readdir, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { setImmediate as macrotask } from 'node:timers/promises'
import type { Table } from '@lancedb/lancedb'
import type { RecordBatch } from 'apache-arrow'
import { CairnError } from '@shared/errors'
import { cleanUp } from '../chunks/upkeep/maintain-tables'
import type { Migration } from '../opening/migrate'
import { toStoreError } from '../opening/store-error'
import { numberColumn, textColumn, vectorColumn } from '../tables/arrow'
import { connectTables, createChunkTable } from '../tables/chunk-table'
import { type ChunkRow, chunkTableName, toArrowTable } from '../tables/chunks'
import { ensureIndexes } from '../tables/indexes'
import { LocalTablePlace, type TablePlace } from '../chunks/table-place'
import { syncFolder } from '@engine/platform/durable-files'

/**
 * Version 2: a chunk stands in one column instead of one for each of its fields. Rows are copied with their vectors, which may
 * have taken hours to make. Tables that cannot be read are left as they are: opening them puts them aside and fills new ones.
 */
export const packChunks: Migration = {
  to: 2,
  name: 'a chunk in one column',
  async run(folder) {
    for (const name of await readdir(folder)) {
      const [path, tables] = [join(folder, name), join(folder, tablesOf.exec(name)?.[1] ?? '')]
      // Killed between two renames: everything was copied by then.
      if (packed.test(name) && !existsSync(tables)) await rename(path, tables)
      else if (packed.test(name) || unpacked.test(name)) await rm(path, { recursive: true, force: true })
    }
    for (const name of (await readdir(folder)).filter((one) => tables.test(one))) await pack(folder, name)
  },
}

const tables = /^lance(?:-\d+)?$/u
const tablesOf = /^(lance(?:-\d+)?)\.(?:un)?packed$/u
const packed = /^lance(?:-\d+)?\.packed$/u
const unpacked = /^lance(?:-\d+)?\.unpacked$/u

async function pack(folder: string, name: string): Promise<void> {
  const from = join(folder, name)
  const [to, aside] = [`${from}.packed`, `${from}.unpacked`]
  try {
    const place = new LocalTablePlace({ store: folder, name: `${name}.packed`, now: Date.now })
    if (!(await copy(from, place))) return
    await place.sync()
  } catch (error) {
    await rm(to, { recursive: true, force: true })
    const known = toStoreError(error, 'be rewritten')
    if (known.code === 'DISK_FULL' || known.code === 'PERMISSION_DENIED') throw known
    return
  }
  await rename(from, aside)
  await rename(to, from)
  await syncFolder(folder)
  await rm(aside, { recursive: true, force: true })
}

/** Copies one folder of tables; false where its chunks are packed already. */
async function copy(from: string, to: TablePlace): Promise<boolean> {
  const source = await connectTables({ uri: from })
  try {
    const old = await source.openTable(chunkTableName)
    const { fields } = await old.schema()
    if (fields.some((field) => field.name === 'record')) return false
    const dimensions = dimensionsOf(fields.find((field) => field.name === 'vector')?.type)
    const { connection, table } = await createChunkTable(to, dimensions)
    try {
      await copyRows(old, table, dimensions)
      await table.optimize()
      await ensureIndexes(table, await table.countRows(), 0)
      await cleanUp(table)
    } finally {
      connection.close()
    }
    return true
  } finally {
    source.close()
  }
}

function dimensionsOf(type: unknown): number {
  if (typeof type === 'object' && type !== null && 'listSize' in type && typeof type.listSize === 'number')
    return type.listSize
  throw new CairnError('STORE_DAMAGED', 'The search tables hold no vectors.')
}

const rowsPerAdd = 1_000

async function copyRows(old: Table, table: Table, dimensions: number): Promise<void> {
  for await (const batch of old.query()) {
    const rowAt = rowReader(batch, dimensions)
    for (let from = 0; from < batch.numRows; from += rowsPerAdd) {
      const length = Math.min(rowsPerAdd, batch.numRows - from)
      await table.add(
        toArrowTable(
          Array.from({ length }, (_, at) => rowAt(from + at)),
          dimensions,
        ),
      )
      await macrotask()
    }
  }
}

const textNames = [
  'id',
  'doc_id',
  'doc_name',
  'title',
  'revision',
  'collection',
  'format',
  'text',
  'heading_path',
  'context',
  'text_hash',
  'search',
] as const
const numberNames = ['idx', 'char_start', 'char_end', 'window_start', 'window_end', 'token_count', 'page'] as const

/** Reads rows as version 1 wrote them. */
function rowReader(batch: RecordBatch, dimensions: number): (row: number) => ChunkRow {
  const texts = new Map(textNames.map((name) => [name, textColumn(batch, name)]))
  const numbers = new Map(numberNames.map((name) => [name, numberColumn(batch, name)]))
  const text = (name: (typeof textNames)[number], row: number) => texts.get(name)?.(row) ?? ''
  const number = (name: (typeof numberNames)[number], row: number) => numbers.get(name)?.(row) ?? 0
  const vectorAt = vectorColumn(batch, 'vector', dimensions)
  return (row) => ({
    chunk: {
      id: text('id', row),
      doc_id: text('doc_id', row),
      doc_name: text('doc_name', row),
      title: text('title', row),
      revision: text('revision', row),
      collection: text('collection', row),
      format: text('format', row),
      index: number('idx', row),
      text: text('text', row),
      start: number('char_start', row),
      end: number('char_end', row),
      page: numbers.get('page')?.(row) ?? null,
      heading_path: headingPath(text('heading_path', row)),
      context: text('context', row),
      token_count: number('token_count', row),
      window_start: number('window_start', row),
      window_end: number('window_end', row),
    },
    search: text('search', row),
    vector: vectorAt(row),
    textHash: text('text_hash', row),
  })
}

function headingPath(json: string): string[] {
  const value: unknown = JSON.parse(json)
  return Array.isArray(value) ? value.filter((part) => typeof part === 'string') : []
}
