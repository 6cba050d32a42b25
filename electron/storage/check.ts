import { setImmediate as macrotask } from 'node:timers/promises'
import type { ChunkTables } from './chunk-tables'
import type { JournalledCatalogue } from './document-catalogue'
import { findMissing } from './missing-documents'
import type { FileObjectStore } from './object-store'
import type { JournalledSessionStore } from './session-store'
import type { CheckReport } from './store'
import { embeddedTextHash } from './text-hash'
import { textColumn } from './tables/arrow'
import { chunkColumns, chunkReader } from './tables/chunks'

export interface CheckedParts {
  readonly catalogue: JournalledCatalogue
  readonly objects: FileObjectStore
  readonly sessions: JournalledSessionStore
  readonly tables: ChunkTables
}

const rowsPerSlice = 200

/** Looks over everything a store holds; changes nothing. */
export async function checkStore({ catalogue, objects, sessions, tables }: CheckedParts): Promise<CheckReport> {
  const problems: string[] = []
  const records = catalogue.list()
  if (catalogue.damagedLines > 0)
    problems.push(`documents.jsonl: ${catalogue.damagedLines} lines are damaged and were skipped`)
  for (const { id, expected, found } of findMissing(records, tables.documents)) {
    problems.push(`document ${id}: ${found} of ${expected} chunks are in the search tables; index it again`)
  }
  for (const id of tables.documents.keys()) {
    if (!catalogue.get(id)?.live)
      problems.push(`document ${id}: it has chunks in the search tables but is not searchable`)
  }
  for (const record of records) {
    const addresses = [record.live, record.pending].flatMap((revision) =>
      revision ? [revision.content_hash, revision.text_object, revision.structure_object] : [],
    )
    for (const address of new Set(addresses)) {
      const problem = await objects.read(address).then(() => '', sentenceOf)
      if (problem) problems.push(`document ${record.id}: ${problem}`)
    }
  }
  problems.push(...(await changedChunks(tables)))
  const checkedSessions = await sessions.check()
  problems.push(...checkedSessions.problems)
  const counts = {
    documents: records.length,
    chunks: await tables.index.countChunks(),
    objects: await objects.count(),
    sessions: checkedSessions.count,
  }
  return { ok: problems.length === 0, problems, counts }
}

function sentenceOf(thrown: unknown): string {
  return thrown instanceof Error ? thrown.message : String(thrown)
}

/** LanceDB keeps no checksums; the hash that every row holds of its own text stands in for one. */
async function changedChunks(tables: ChunkTables): Promise<string[]> {
  return tables.published.read(async (table) => {
    const problems: string[] = []
    for await (const batch of table.query().select([...chunkColumns, 'text_hash'])) {
      const chunkAt = chunkReader(batch)
      const hashAt = textColumn(batch, 'text_hash')
      for (let row = 0; row < batch.numRows; row += 1) {
        if (row % rowsPerSlice === 0) await macrotask()
        const chunk = chunkAt(row)
        if (embeddedTextHash(chunk) !== hashAt(row))
          problems.push(`chunk ${chunk.id}: its text has changed on the disk`)
      }
    }
    return problems
  })
}
