import { setImmediate as macrotask } from 'node:timers/promises'
import type { CheckReport } from '@shared/api/api'
import type { Chunk, DocumentRecord } from '@shared/documents'
import { type Note, note } from '@shared/note'
import type { ChunkTables } from '../chunks/chunk-tables'
import type { JournalledCatalogue } from '../catalogue/document-catalogue'
import type { LostDocument } from '../catalogue/lost-documents'
import { type FaultyDocument, findFaultyDocuments } from './damaged-documents'
import { type KeptParts, lookOverKept } from './kept-things'
import { findMissing } from '../chunks/missing-documents'
import type { FileObjectStore } from '../files/object-store'
import { embeddedTextHash } from '../tables/chunk-rows'
import { textColumn } from '../tables/arrow'
import { chunkColumns, chunkReader, noVectorHash } from '../tables/chunks'

export interface CheckedParts extends KeptParts {
  readonly catalogue: JournalledCatalogue
  readonly objects: FileObjectStore
  readonly tables: ChunkTables
  /** Documents that were lost with a damaged list. */
  readonly lost: () => Promise<readonly LostDocument[]>
}

const rowsPerSlice = 200

/** Looks over everything a store holds; changes nothing. */
export async function checkStore(parts: CheckedParts): Promise<CheckReport> {
  const { catalogue, objects, tables } = parts
  const problems = await problemsOfList(parts)
  const records = catalogue.list()
  for (const { id, expected, found } of findMissing(records, tables.documents)) {
    problems.push(note('chunks_missing', { ...named(catalogue.get(id), id), found, count: expected }))
  }
  for (const id of tables.documents.keys()) {
    if (!catalogue.get(id)?.live) problems.push(note('chunks_unused', { id }))
  }
  problems.push(...(await findFaultyDocuments(catalogue, objects)).flatMap(notesOfFaults))
  for (const { id } of await changedChunks(tables)) problems.push(note('chunk_changed', { id }))
  const kept = await lookOverKept(parts)
  problems.push(...kept.problems)
  const counts = {
    documents: records.length,
    chunks: await tables.index.countChunks(),
    objects: await objects.count(),
    ...kept.counts,
  }
  return { ok: problems.length === 0, problems, counts }
}

async function problemsOfList({ catalogue, lost }: CheckedParts): Promise<Note[]> {
  const problems: Note[] = []
  if (catalogue.damagedAt !== null) problems.push(note('list_damaged'))
  if (catalogue.damagedLines > 0) problems.push(note('document_lines_damaged', { count: catalogue.damagedLines }))
  for (const { id, name, title } of await lost()) {
    if (!catalogue.get(id)?.live) problems.push(note('document_lost', { id, name, title }))
  }
  return problems
}

function notesOfFaults({ record, faults, mendsFrom }: FaultyDocument): Note[] {
  const document = named(record, record.id)
  const notes = faults.map(({ address, key, why }) => note(key, { ...document, address, ...why }))
  return mendsFrom === null ? [...notes, note('document_not_mended', { ...document, source: record.source })] : notes
}

function named(record: DocumentRecord | undefined, id: string): { id: string; name: string } {
  return { id, name: record?.name ?? '' }
}

/** LanceDB keeps no checksums; the hash that every row holds of its own text stands in for one. */
async function changedChunks(tables: ChunkTables): Promise<Pick<Chunk, 'id' | 'doc_id'>[]> {
  return tables.published.read(async (table) => {
    const changed: Pick<Chunk, 'id' | 'doc_id'>[] = []
    for await (const batch of table.query().select([...chunkColumns, 'text_hash'])) {
      const chunkAt = chunkReader(batch)
      const hashAt = textColumn(batch, 'text_hash')
      for (let row = 0; row < batch.numRows; row += 1) {
        if (row % rowsPerSlice === 0) await macrotask()
        const chunk = chunkAt(row)
        const hash = hashAt(row)
        if (hash !== noVectorHash && hash !== embeddedTextHash(chunk)) changed.push(chunk)
      }
    }
    return changed
  })
}

/** Documents that are to be indexed again: their chunks are not all there, or have changed on the disk. */
export async function findUnsearchable(catalogue: JournalledCatalogue, tables: ChunkTables): Promise<string[]> {
  const changed = (await changedChunks(tables)).map(({ doc_id: id }) => id)
  return [...new Set([...findMissing(catalogue.list(), tables.documents).map(({ id }) => id), ...changed])]
}
