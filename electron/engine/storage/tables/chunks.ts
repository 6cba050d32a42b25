import type { Data, DataType, Field, RecordBatch, Schema, Table } from 'apache-arrow'
import { CairnError } from '@shared/errors'
import type { Chunk } from '@shared/documents'
import type { IndexedChunk } from '@engine/ports/storage/chunk-index'
import { jsonIfValid } from '@engine/platform/stored-text'
import { arrow, textColumn } from './arrow'

export const chunkTableName = 'chunks'

/** A chunk ready to be written. */
export interface ChunkRow extends IndexedChunk {
  /** SHA-256 (hex) of the embedded text; `noVectorHash` where the vector is to follow. */
  readonly textHash: string
}

/** Stands in the place of the hash by which a vector is found again, in rows that have none. */
export const noVectorHash = ''

/** What a vector that is to follow is stored as: a direction no embedder gives, because the column takes neither nulls nor zeros well. */
function writeStandIn(into: Float32Array, from: number): void {
  into[from] = -1
}

/** Whether a stored vector only stands in for one that is to follow. */
export function isStandIn(vector: Float32Array): boolean {
  return vector[0] === -1 && vector.every((value, at) => at === 0 || value === 0)
}

/** Each field that chunks are looked up, filtered or searched by has a column of its own. */
const textNames = ['id', 'doc_id', 'revision', 'collection', 'format', 'text_hash', 'search'] as const

/**
 * The columns a `Chunk` is read from: one that holds all of it as JSON. A column each, a search that reads thirty rows of eighteen
 * columns took half as long again as one that reads three.
 */
export const chunkColumns = ['record']

/** The chunk table's schema for vectors of this many dimensions. */
export function chunkSchema(dimensions: number): Schema {
  return new arrow.Schema(chunkFields(dimensions))
}

function chunkFields(dimensions: number): Field<DataType>[] {
  const { Field, Int32, Utf8 } = arrow
  return [
    ...[...textNames, ...chunkColumns].map((name) => new Field(name, new Utf8(), false)),
    new Field('idx', new Int32(), false),
    new Field('vector', vectorType(dimensions), false),
  ]
}

/** Rows as one Arrow table, built from flat arrays. Synchronous: give it 1,000 rows at most. */
export function toArrowTable(rows: readonly ChunkRow[], dimensions: number): Table {
  const { Float32, RecordBatch, Struct, Table, makeData } = arrow
  const fields = chunkFields(dimensions)
  const schema = new arrow.Schema(fields)
  const vectors = new Float32Array(rows.length * dimensions)
  for (const [at, { vector }] of rows.entries()) {
    if (vector) vectors.set(vector, at * dimensions)
    else writeStandIn(vectors, at * dimensions)
  }
  const children: Data[] = [
    ...textNames.map((name) => utf8(rows.map((row) => textOf(row, name)))),
    utf8(rows.map(({ chunk }) => JSON.stringify(chunk))),
    int32(rows.map(({ chunk }) => chunk.index)),
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

/** Reads chunks from a batch that holds `chunkColumns`; throws STORE_DAMAGED at one that was not written by `toArrowTable`. */
export function chunkReader(batch: RecordBatch): (row: number) => Chunk {
  const recordAt = textColumn(batch, 'record')
  return (row) => {
    const chunk = jsonIfValid(recordAt(row))
    if (isChunk(chunk)) return chunk
    throw new CairnError('STORE_DAMAGED', 'A chunk in the search tables is damaged.', 'Run a check of the store.')
  }
}

/** Its kind of shape: a schema for each of ninety chunks would take longer than reading them. */
function isChunk(value: unknown): value is Chunk {
  if (typeof value !== 'object' || value === null) return false
  const { id, text, heading_path: path } = value as Partial<Record<keyof Chunk, unknown>>
  return typeof id === 'string' && typeof text === 'string' && Array.isArray(path)
}

function vectorType(dimensions: number) {
  return new arrow.FixedSizeList(dimensions, new arrow.Field('item', new arrow.Float32(), true))
}

function textOf(row: ChunkRow, name: (typeof textNames)[number]): string {
  if (name === 'search') return row.search
  return name === 'text_hash' ? row.textHash : row.chunk[name]
}

function utf8(strings: readonly string[]) {
  const parts = strings.map((string) => Buffer.from(string, 'utf8'))
  const valueOffsets = new Int32Array(parts.length + 1)
  parts.forEach((part, at) => (valueOffsets[at + 1] = (valueOffsets[at] ?? 0) + part.length))
  const data = Buffer.concat(parts)
  return arrow.makeData({ type: new arrow.Utf8(), length: strings.length, nullCount: 0, valueOffsets, data })
}

function int32(values: readonly number[]) {
  return arrow.makeData({ type: new arrow.Int32(), length: values.length, nullCount: 0, data: Int32Array.from(values) })
}
