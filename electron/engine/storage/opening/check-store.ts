import { setImmediate as macrotask } from 'node:timers/promises'
import type { CheckReport, GivenUp } from '@shared/api/store/store-report'
import type { Chunk, DocumentRecord } from '@shared/documents'
import { type Note, note, whyOf } from '@shared/note'
import type { ChunkTables } from '../chunks/chunk-tables'
import type { JournalledCatalogue } from '../catalogue/document-catalogue'
import type { LostDocument } from '../catalogue/lost-documents'
import { type FaultyDocument, findFaultyDocuments, type KeptDocuments } from './damaged-documents'
import { type KeptParts, lookOverKept } from './kept-things'
import { findMissing } from '../chunks/missing-documents'
import { isDamage } from './store-error'
import { embeddedTextHash } from '../tables/chunk-rows'
import { textColumn } from '../tables/arrow'
import { chunkColumns, chunkReader, noVectorHash } from '../tables/chunks'

export interface CheckedParts extends KeptParts, KeptDocuments {
  readonly tables: ChunkTables
  /** Documents that were lost with a damaged list. */
  readonly lost: () => Promise<readonly LostDocument[]>
  readonly givenUp: () => Promise<GivenUp[]>
}

const rowsPerSlice = 200

/** Looks over everything a store holds; changes nothing. */
export async function checkStore(parts: CheckedParts): Promise<CheckReport> {
  const { catalogue, objects } = parts
  const problems = [...(await problemsOfList(parts))]
  const records = catalogue.list()
  const ofTables = await problemsOfTables(parts).catch(notesOfDamage)
  problems.push(...ofTables.missing)
  problems.push(...(await findFaultyDocuments(parts)).flatMap(notesOfFaults))
  problems.push(...ofTables.changed)
  const kept = await lookOverKept(parts)
  problems.push(...kept.problems)
  const counts = {
    documents: records.length,
    ...(ofTables.chunks !== undefined && { chunks: ofTables.chunks }),
    objects: await objects.count(),
    ...kept.counts,
  }
  return { ok: problems.length === 0, problems, counts, given_up: await parts.givenUp() }
}

interface TableProblems {
  readonly missing: readonly Note[]
  readonly changed: readonly Note[]
  /** How many chunks there are; absent where they cannot be counted. */
  readonly chunks?: number
}

async function problemsOfTables({ catalogue, tables }: CheckedParts): Promise<TableProblems> {
  let missing = notesOfRows(catalogue, await tables.countDocuments())
  // Others may have written while it was counted.
  if (missing.length > 0) missing = notesOfRows(catalogue, await tables.countDocuments())
  const changed = (await changedChunks(tables)).map(({ id }) => note('chunk_changed', { id }))
  return { missing, changed, chunks: await tables.index.countChunks() }
}

function notesOfRows(catalogue: JournalledCatalogue, rows: Awaited<ReturnType<ChunkTables['countDocuments']>>): Note[] {
  const notes = findMissing(catalogue.list(), rows).map(({ id, expected, found }) =>
    note('chunks_missing', { ...named(catalogue.get(id), id), found, count: expected }),
  )
  for (const id of rows.keys()) if (!catalogue.get(id)?.live) notes.push(note('chunks_unused', { id }))
  return notes
}

/** One note for tables that cannot be read. Throws what says nothing about them, such as a network that is gone. */
function notesOfDamage(thrown: unknown): TableProblems {
  if (!isDamage(thrown)) throw thrown
  return { missing: [note('tables_unreadable', whyOf(thrown))], changed: [] }
}

/** What is damaged of the list of documents, and what is known to be gone with it. */
export async function problemsOfList({
  catalogue,
  lost,
}: Pick<CheckedParts, 'catalogue' | 'lost'>): Promise<readonly Note[]> {
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
  const notes = faults.map(({ address, key, why }) => note(key, { ...document, ...(address && { address }), ...why }))
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

/**
 * Documents that are to be indexed again: their chunks are not all there, or have changed on the disk. Null where the tables cannot be read, and are to be
 * made anew. Throws what says nothing about them.
 */
export async function findUnsearchable(catalogue: JournalledCatalogue, tables: ChunkTables): Promise<string[] | null> {
  try {
    const changed = (await changedChunks(tables)).map(({ doc_id: id }) => id)
    return [...new Set([...findMissing(catalogue.list(), tables.documents).map(({ id }) => id), ...changed])]
  } catch (thrown) {
    if (isDamage(thrown)) return null
    throw thrown
  }
}
