import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { mkdir, rm, stat } from 'node:fs/promises'
import { filesBelow } from '@engine/platform/stored-text'
import { dirname, join, relative, sep } from 'node:path'
import type { DocumentRecord } from '@shared/documents'
import { type MomentTables, objectName } from './archive/moment'
import { type Archive, copyPlace } from './archive/read-archive'
import type { Entry } from './archive/write-archive'
import type { BackedUpStore, RestoringStore } from './backed-up-store'

/** The search tables of a store at one moment, in a folder of links of their own. */
export interface LinkedTables {
  readonly tables: MomentTables
  readonly entries: readonly Entry[]
  readonly delete: () => Promise<void>
}

/** Takes the search tables as they are now; undefined where that cannot be: they can be made again. */
export async function linkTables(
  { tables, objects }: BackedUpStore,
  signal: AbortSignal,
): Promise<LinkedTables | undefined> {
  if (!tables) return undefined
  const folder = objects.temporaryPath()
  const remove = () => rm(folder, { recursive: true, force: true })
  try {
    const { embedder, analysis } = await tables.linkInto(folder)
    const files: MomentTables['files'] = []
    const entries: Entry[] = []
    for (const file of (await filesBelow(folder)).toSorted()) {
      signal.throwIfAborted()
      const object = await sha256Of(file)
      files.push({ name: relative(folder, file).split(sep).join('/'), object })
      entries.push({ name: objectName(object), file, size: (await stat(file)).size })
    }
    return { tables: { embedder, analysis, files }, entries, delete: remove }
  } catch {
    await remove()
    signal.throwIfAborted()
    return undefined
  }
}

/**
 * Gives a store that has no documents the tables of a backup, and with them the documents that they have every chunk of. Returns
 * the ids of these; none where the store has documents, or other tables than the backup's could serve.
 */
export async function takeWithTables(
  { archive, tables }: { readonly archive: Archive; readonly tables: MomentTables | undefined },
  records: readonly DocumentRecord[],
  store: RestoringStore,
  signal: AbortSignal,
): Promise<ReadonlySet<string>> {
  const { catalogue, objects, tables: carrier } = store
  const isWhole = tables?.files.every(({ object }) => archive.places.has(objectName(object)))
  if (!carrier || !tables || !isWhole || records.length === 0 || catalogue.list().length > 0) return new Set()
  const folder = objects.temporaryPath()
  try {
    for (const { name, object } of tables.files) {
      signal.throwIfAborted()
      const target = join(folder, ...name.split('/'))
      await mkdir(dirname(target), { recursive: true, mode: 0o700 })
      await copyPlace(archive, objectName(object), target)
    }
    return await store.whileStill(async () => {
      // A document that came meanwhile is in the tables that are here.
      if (catalogue.list().length > 0) return new Set<string>()
      const revisions = new Map(records.map(({ id, live }) => [id, live?.revision]))
      const rows = await carrier.adopt(folder, tables, (id) => revisions.get(id))
      if (!rows) return new Set<string>()
      const found = ({ id, live }: DocumentRecord) => rows.get(id)?.revisions.get(live?.revision ?? '') ?? 0
      const whole = records.filter((record) => found(record) === record.chunk_count)
      await Promise.all(whole.map((record) => catalogue.put(record)))
      return new Set(whole.map(({ id }) => id))
    }, signal)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

async function sha256Of(file: string): Promise<string> {
  const hash = createHash('sha256')
  for await (const piece of createReadStream(file)) if (piece instanceof Uint8Array) hash.update(piece)
  return hash.digest('hex')
}
