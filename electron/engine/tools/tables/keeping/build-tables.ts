import { createHash, type KeyObject } from 'node:crypto'
import { readFile, rm } from 'node:fs/promises'
import { DocumentStructure } from '@shared/documents'
import { CairnError } from '@shared/errors'
import { openWhole } from '@engine/platform/sealing/sealed-file'
import { tablesInDocument } from '../reading/tables-in-document'
import { typeTable } from '../typing/type-table'
import { type StoredTable, tablesKey } from './stored-table'
import { writeTables } from './write-tables'

/** An object of the store. */
interface ObjectToRead {
  readonly path: string
  readonly address: string
  /** What opens it where it is sealed. */
  readonly key?: KeyObject | undefined
}

/** One document's text and structure, as files with the SHA-256 they must have, and where its tables go. */
export interface BuildRequest {
  readonly text: ObjectToRead
  readonly structure: ObjectToRead
  /** A fresh path; nothing is written where the document has no table. */
  readonly into: string
  /** What the new file is encrypted with; absent where it is to be in clear. */
  readonly key?: string | undefined
}

/** Reads, types and writes the tables of a document. Throws CairnError STORE_DAMAGED, TOOL_UNAVAILABLE; leaves nothing behind then. */
export async function buildTables({ text, structure, into, key: fileKey }: BuildRequest): Promise<StoredTable[]> {
  const words = await readObject(text)
  const parsed = DocumentStructure.parse(JSON.parse(await readObject(structure)))
  const tables = tablesInDocument(words, parsed).flatMap((raw) => typeTable(words, raw) ?? [])
  if (tables.length === 0) return []
  const isCut = parsed.gaps.some(({ kind }) => kind === 'truncated')
  try {
    const key = tablesKey({ text_object: text.address, structure_object: structure.address })
    return await writeTables({ path: into, key: fileKey }, tables, { key, text: words, isCut })
  } catch (thrown) {
    await rm(into, { force: true })
    throw thrown
  }
}

async function readObject({ path, address, key }: ObjectToRead): Promise<string> {
  const stored = await readFile(path)
  const bytes = key ? openWhole(key, stored) : stored
  if (!bytes || createHash('sha256').update(bytes).digest('hex') !== address) {
    throw new CairnError('STORE_DAMAGED', 'A stored text no longer matches its checksum.', 'Add the document again.')
  }
  // A text may begin with U+FEFF; without `ignoreBOM` every offset behind it would shift.
  return new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes)
}
