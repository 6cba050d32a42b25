import type { Data, DataType, Field, RecordBatch, Schema, Table } from 'apache-arrow'
import type { Chunk } from '@shared/documents'
import type { IndexedChunk } from '../../ports/chunk-index'
import { arrow, numberColumn, textColumn } from './arrow'

export const chunkTableName = 'chunks'

/** A chunk ready to be written. */
export interface ChunkRow extends IndexedChunk {
  /** SHA-256 (hex) of the embedded text. */
  readonly textHash: string
}

type TextName = (typeof textNames)[number]

// `start` and `end` are words of SQL, hence the names of the two offsets.
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
const integerNames = ['idx', 'char_start', 'char_end', 'window_start', 'window_end', 'token_count'] as const

/** The columns a `Chunk` is read from. */
export const chunkColumns = [
  ...textNames.filter((name) => name !== 'search' && name !== 'text_hash'),
  ...integerNames,
  'page',
]

/** The chunk table's schema for vectors of this many dimensions. */
export function chunkSchema(dimensions: number): Schema {
  return new arrow.Schema(chunkFields(dimensions))
}

function chunkFields(dimensions: number): Field<DataType>[] {
  const { Field, Int32, Utf8 } = arrow
  return [
    ...textNames.map((name) => new Field(name, new Utf8(), false)),
    ...integerNames.map((name) => new Field(name, new Int32(), false)),
    new Field('page', new Int32(), true),
    new Field('vector', vectorType(dimensions), false),
  ]
}

/** Rows as one Arrow table, built from flat arrays. Synchronous: give it 1,000 rows at most. */
export function toArrowTable(rows: readonly ChunkRow[], dimensions: number): Table {
  const { Float32, RecordBatch, Struct, Table, makeData } = arrow
  const fields = chunkFields(dimensions)
  const schema = new arrow.Schema(fields)
  const vectors = new Float32Array(rows.length * dimensions)
  rows.forEach((row, at) => vectors.set(row.vector, at * dimensions))
  const children: Data[] = [
    ...textNames.map((name) => utf8(rows.map((row) => textOf(row, name)))),
    ...integerNames.map((name) => int32(rows.map((row) => integerOf(row.chunk, name)))),
    int32(rows.map((row) => row.chunk.page)),
    makeData({
      type: vectorType(dimensions),
      length: rows.length,
      nullCount: 0,
      child: makeData({ type: new Float32(), length: vectors.length, nullCount: 0, data: vectors }),
    }),
  ]
  const struct = makeData({ type: new Struct(fields), length: rows.length, nullCount: 0, children })
  return new Table(schema, new RecordBatch(schema, struct))
}

/** Reads chunks from a batch that holds `chunkColumns`. */
export function chunkReader(batch: RecordBatch): (row: number) => Chunk {
  const text = new Map(chunkColumns.map((name) => [name, textColumn(batch, name)]))
  const number = new Map([...integerNames, 'page'].map((name) => [name, numberColumn(batch, name)]))
  const textAt = (name: TextName, row: number) => text.get(name)?.(row) ?? ''
  const integerAt = (name: string, row: number) => number.get(name)?.(row) ?? 0
  return (row) => ({
    id: textAt('id', row),
    doc_id: textAt('doc_id', row),
    doc_name: textAt('doc_name', row),
    title: textAt('title', row),
    revision: textAt('revision', row),
    collection: textAt('collection', row),
    format: textAt('format', row),
    index: integerAt('idx', row),
    text: textAt('text', row),
    start: integerAt('char_start', row),
    end: integerAt('char_end', row),
    page: number.get('page')?.(row) ?? null,
    heading_path: headingPath(textAt('heading_path', row)),
    context: textAt('context', row),
    token_count: integerAt('token_count', row),
    window_start: integerAt('window_start', row),
    window_end: integerAt('window_end', row),
  })
}

function vectorType(dimensions: number) {
  return new arrow.FixedSizeList(dimensions, new arrow.Field('item', new arrow.Float32(), true))
}

function headingPath(json: string): string[] {
  const value: unknown = JSON.parse(json)
  return Array.isArray(value) ? value.filter((part) => typeof part === 'string') : []
}

function textOf(row: ChunkRow, name: TextName): string {
  if (name === 'search') return row.search
  if (name === 'text_hash') return row.textHash
  return name === 'heading_path' ? JSON.stringify(row.chunk.heading_path) : row.chunk[name]
}

function integerOf(chunk: Chunk, name: (typeof integerNames)[number]): number {
  if (name === 'idx') return chunk.index
  if (name === 'char_start') return chunk.start
  return name === 'char_end' ? chunk.end : chunk[name]
}

function utf8(strings: readonly string[]) {
  const parts = strings.map((string) => Buffer.from(string, 'utf8'))
  const valueOffsets = new Int32Array(parts.length + 1)
  parts.forEach((part, at) => (valueOffsets[at + 1] = (valueOffsets[at] ?? 0) + part.length))
  const data = Buffer.concat(parts)
  return arrow.makeData({ type: new arrow.Utf8(), length: strings.length, nullCount: 0, valueOffsets, data })
}

function int32(values: readonly (number | null)[]) {
  const nullBitmap = new Uint8Array(Math.ceil(values.length / 64) * 8)
  let nullCount = 0
  values.forEach((value, at) => {
    if (value === null) nullCount += 1
    else nullBitmap[at >> 3] = (nullBitmap[at >> 3] ?? 0) | (1 << (at & 7))
  })
  const data = Int32Array.from(values, (value) => value ?? 0)
  return arrow.makeData({ type: new arrow.Int32(), length: values.length, nullCount, nullBitmap, data })
}
