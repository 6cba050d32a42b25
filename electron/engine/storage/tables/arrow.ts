import { createRequire } from 'node:module'
import type { RecordBatch, Vector } from 'apache-arrow'

/**
 * Apache Arrow as LanceDB itself loads it. The ESM build is a second copy whose classes LanceDB does not recognise; it
 * then copies what it is given and loses nested children, such as every vector.
 */
export const arrow = createRequire(import.meta.url)('apache-arrow') as typeof import('apache-arrow')

/** Reads a text column of a batch; nulls read as empty. */
export function textColumn(batch: RecordBatch, name: string): (row: number) => string {
  const column: Vector = requireColumn(batch, name)
  return (row) => {
    const value: unknown = column.get(row)
    return typeof value === 'string' ? value : ''
  }
}

/** Reads a number column of a batch; null where the value is null. */
export function numberColumn(batch: RecordBatch, name: string): (row: number) => number | null {
  const column: Vector = requireColumn(batch, name)
  return (row) => {
    const value: unknown = column.get(row)
    return typeof value === 'number' ? value : null
  }
}

/** Reads a column of fixed-size float lists; every vector is a copy that outlives the batch. */
export function vectorColumn(batch: RecordBatch, name: string, dimensions: number): (row: number) => Float32Array {
  const column: Vector = requireColumn(batch, name)
  const data = column.data[0]
  const values: unknown = data?.children[0]?.values
  if (!data || !(values instanceof Float32Array)) throw new Error(`Column ${name} holds no float vectors.`)
  return (row) => values.slice((data.offset + row) * dimensions, (data.offset + row + 1) * dimensions)
}

function requireColumn(batch: RecordBatch, name: string): Vector {
  const column: Vector | null = batch.getChild(name)
  if (!column) throw new Error(`The table has no column ${name}.`)
  return column
}
