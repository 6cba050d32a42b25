import { type Connection, type Table, Session, connect } from '@lancedb/lancedb'
import { toStoreError } from '../opening/store-error'
import { createTextIndex } from './indexes'
import { repairIndexes } from './repair-indexes'
import { textColumn } from './arrow'
import { chunkSchema, chunkTableName } from './chunks'
import type { TablePlace } from '../chunks/table-place'

const cacheBytes = 256n * 1024n * 1024n

/** How many rows of which revision a document has in the table. */
export interface DocumentRows {
  /** Row counts by revision; one revision unless a write was cut short. */
  readonly revisions: Map<string, number>
}

export interface OpenChunkTable {
  readonly connection: Connection
  readonly table: Table
  readonly documents: Map<string, DocumentRows>
}

type Address = Pick<TablePlace, 'uri' | 'storageOptions'>

/** Connects to a folder of tables, with a cache of 256 MB. The positional `session` of `connect` is ignored on 0.31. */
export async function connectTables({ uri, storageOptions }: Address): Promise<Connection> {
  const reach = storageOptions && { storageOptions: { ...storageOptions } }
  return connect(uri, { ...reach, session: new Session(cacheBytes, cacheBytes / 4n) })
}

/** Opens the chunk table and reads through it once; throws where anything of it is missing or damaged. */
export async function openChunkTable(
  place: Address,
  dimensions: number,
  options: { repair: boolean },
): Promise<OpenChunkTable> {
  const connection = await connectTables(place)
  try {
    const table = await connection.openTable(chunkTableName)
    const expected = describeSchema(chunkSchema(dimensions))
    const found = describeSchema(await table.schema())
    if (found !== expected) throw new Error(`the chunk table has other columns: ${found}`)
    // Every data and deletion file holds some of these two columns, so none can be missing after this.
    const documents = await countRows(table)
    if (options.repair) await repairIndexes(table, dimensions)
    return { connection, table, documents }
  } catch (error) {
    connection.close()
    throw error
  }
}

/** Makes a new, empty chunk table with its text index: without one, words would be cut up by other rules. */
export async function createChunkTable(
  place: Address & Pick<TablePlace, 'prepare'>,
  dimensions: number,
): Promise<OpenChunkTable> {
  try {
    await place.prepare()
    const connection = await connectTables(place)
    const table = await connection.createEmptyTable(chunkTableName, chunkSchema(dimensions))
    await createTextIndex(table)
    return { connection, table, documents: new Map() }
  } catch (error) {
    throw toStoreError(error, 'be created')
  }
}

/** How many rows of which revision each document has. */
export async function countRows(table: Table): Promise<Map<string, DocumentRows>> {
  const documents = new Map<string, DocumentRows>()
  for await (const batch of table.query().select(['doc_id', 'revision'])) {
    const documentAt = textColumn(batch, 'doc_id')
    const revisionAt = textColumn(batch, 'revision')
    for (let row = 0; row < batch.numRows; row += 1) countRow(documents, documentAt(row), revisionAt(row))
  }
  return documents
}

function countRow(documents: Map<string, DocumentRows>, documentId: string, revision: string): void {
  const rows = documents.get(documentId) ?? { revisions: new Map<string, number>() }
  rows.revisions.set(revision, (rows.revisions.get(revision) ?? 0) + 1)
  documents.set(documentId, rows)
}

function describeSchema(schema: { fields: { name: string; type: unknown }[] }): string {
  return schema.fields.map((field) => `${field.name} ${String(field.type)}`).join(', ')
}
