import { setImmediate as macrotask } from 'node:timers/promises'
import type { CheckReport } from '@shared/api/api'
import { CairnError } from '@shared/errors'
import { type Note, note, whyOf } from '@shared/note'
import type { EvaluationStore } from '@engine/ports/storage/evaluation-store'
import type { NotebookStore } from '@engine/ports/storage/notebook-store'
import type { ChunkTables } from '../chunks/chunk-tables'
import type { JournalledCatalogue } from '../files/document-catalogue'
import { findMissing } from '../chunks/missing-documents'
import type { FileObjectStore } from '../files/object-store'
import type { FileResearchStore } from '../research/file-research-store'
import type { JournalledSessionStore } from '../sessions/file-session-store'
import { embeddedTextHash } from '../tables/chunk-rows'
import { textColumn } from '../tables/arrow'
import { chunkColumns, chunkReader, noVectorHash } from '../tables/chunks'

export interface CheckedParts {
  readonly catalogue: JournalledCatalogue
  readonly objects: FileObjectStore
  readonly sessions: JournalledSessionStore
  readonly research: FileResearchStore
  readonly notebooks: NotebookStore
  readonly evaluation: EvaluationStore
  readonly tables: ChunkTables
}

const rowsPerSlice = 200

/** Looks over everything a store holds; changes nothing. */
export async function checkStore({
  catalogue,
  objects,
  sessions,
  research,
  notebooks,
  evaluation,
  tables,
}: CheckedParts): Promise<CheckReport> {
  const problems: Note[] = []
  const records = catalogue.list()
  if (catalogue.damagedLines > 0) problems.push(note('document_lines_damaged', { count: catalogue.damagedLines }))
  for (const { id, expected, found } of findMissing(records, tables.documents)) {
    problems.push(note('chunks_missing', { id, found, count: expected }))
  }
  for (const id of tables.documents.keys()) {
    if (!catalogue.get(id)?.live) problems.push(note('chunks_unused', { id }))
  }
  for (const record of records) {
    const addresses = [record.live, record.pending].flatMap((revision) =>
      revision ? [revision.content_hash, revision.text_object, revision.structure_object] : [],
    )
    for (const address of new Set(addresses)) {
      const problem = await objectProblem(objects, record.id, address)
      if (problem) problems.push(problem)
    }
  }
  problems.push(...(await changedChunks(tables)))
  const checkedSessions = await sessions.check()
  problems.push(...checkedSessions.problems)
  const checkedRuns = await research.check()
  problems.push(...checkedRuns.problems)
  for (const path of await notebooks.damaged()) problems.push(note('notebook_damaged', { path }))
  for (const path of await evaluation.damaged()) problems.push(note('evaluation_damaged', { path }))
  const counts = {
    documents: records.length,
    chunks: await tables.index.countChunks(),
    objects: await objects.count(),
    sessions: checkedSessions.count,
    research: checkedRuns.count,
  }
  return { ok: problems.length === 0, problems, counts }
}

async function objectProblem(objects: FileObjectStore, id: string, address: string): Promise<Note | null> {
  try {
    await objects.read(address)
    return null
  } catch (thrown) {
    if (!(thrown instanceof CairnError) || thrown.code !== 'STORE_DAMAGED') {
      return note('object_unreadable', { id, address, ...whyOf(thrown) })
    }
    return note((await objects.has(address)) ? 'object_changed' : 'object_missing', { id, address })
  }
}

/** LanceDB keeps no checksums; the hash that every row holds of its own text stands in for one. */
async function changedChunks(tables: ChunkTables): Promise<Note[]> {
  return tables.published.read(async (table) => {
    const problems: Note[] = []
    for await (const batch of table.query().select([...chunkColumns, 'text_hash'])) {
      const chunkAt = chunkReader(batch)
      const hashAt = textColumn(batch, 'text_hash')
      for (let row = 0; row < batch.numRows; row += 1) {
        if (row % rowsPerSlice === 0) await macrotask()
        const chunk = chunkAt(row)
        const hash = hashAt(row)
        if (hash !== noVectorHash && hash !== embeddedTextHash(chunk))
          problems.push(note('chunk_changed', { id: chunk.id }))
      }
    }
    return problems
  })
}
