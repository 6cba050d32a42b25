import { join } from 'node:path'
import { z } from 'zod'
import { addressesOf } from '@shared/documents'
import { CairnError } from '@shared/errors'
import { sourceForOthers, sourceHere } from '@engine/platform/paths'
import { analysisVersion } from '@engine/text/analyse'
import { JournalledCatalogue } from '../../catalogue/document-catalogue'
import type { Documents } from '../../store'
import type { LibraryState } from '../version-reader'
import { BucketObjects } from './bucket-objects'
import { LibraryLooks, type LibraryUse } from './library-looks'
import type { OpenedLibrary } from './open-library'
import { SharedJournal, documentsOf } from './shared-journal'
import type { LibraryFollower, SharedLibrary } from './shared-library'
import { SharedTables } from './shared-tables'

/** The record of a library about itself. */
const About = z.object({
  schema_version: z.number().int(),
  embedder_id: z.string(),
  dimensions: z.number().int().positive(),
  unrelated: z.number().nullable(),
  analysis_version: z.number().int(),
})
type About = z.infer<typeof About>

export interface SharedDocumentsOptions {
  /** The store's folder on this machine, absolute. */
  readonly folder: string
  /** Of a library that is new. */
  readonly embedderId: string
  readonly dimensions: number
  readonly now: () => number
  readonly log: (line: string) => void
}

const Sourced = z.looseObject({ source: z.string() })

const aboutKey = 'library'
const schemaVersion = 1

/** Opens the documents of a shared library. One that is new is made, for which nobody else may be writing. */
export async function openSharedDocuments(
  { library, bucket, relay, machine, keys }: OpenedLibrary,
  options: SharedDocumentsOptions,
): Promise<Documents> {
  const { folder, log } = options
  const stored = (record: { readonly id: string; readonly source?: unknown }) => ({
    ...record,
    source: sourceForOthers(String(record.source), machine),
  })
  const journal = new SharedJournal(library, stored, log)
  const catalogue = JournalledCatalogue.over(journal, { readOnly: false, log })
  const objects = new BucketObjects({
    ...{ bucket, log, folder: join(folder, 'objects'), temporaryFolder: join(folder, 'tmp') },
    documents: () => catalogue.list(),
    isWriting: () => library.isWriting,
    isWhole: () => catalogue.damagedLines === 0,
  })
  await objects.recover()
  const about = aboutOf(library.state) ?? freshAbout(options)
  requireReadable(about)
  const { embedder_id: id, dimensions, unrelated } = about
  const tables = new SharedTables({
    ...{ library, bucket, folder, log, access: relay, embedder: { id, dimensions, unrelated } },
    liveRevisionOf: (document) => catalogue.get(document)?.live?.revision,
  })
  const adopt = adopter(catalogue, machine)
  library.follow(followerOf({ journal, catalogue, objects, tables, adopt }, library, about))
  try {
    adopt(library.state)
    if (library.tables) await tables.read()
    else (await library.hold())()
  } catch (thrown) {
    await library.close()
    await relay.close()
    throw thrown
  }
  const looks = new LibraryLooks(() => library.look(), log)
  const close = async () => {
    looks.close()
    await catalogue.close()
    await library.close()
    await Promise.all([tables.close(), objects.close()])
    await relay.close()
  }
  const shared = {
    access: () => library.access,
    async standing() {
      const here = await keptHere(catalogue, objects, relay)
      return { ...(await library.standing()), here, keys: await keys.state() }
    },
    keepKeys: (on: boolean) => keys.keep(on),
    isWriting: () => library.isWriting,
    hold: () => library.hold(),
    lookAnew: () => library.lookAnew(),
    askUse: (use: LibraryUse) => looks.askUse(use),
    onAccess: (listener: () => void) => library.onAccess(listener),
  }
  return { catalogue, objects, sets: tables, shared, close }
}

/** What of the library lies on this machine. */
async function keptHere(catalogue: JournalledCatalogue, objects: BucketObjects, relay: OpenedLibrary['relay']) {
  const [sizes, table_bytes] = await Promise.all([objects.sizes(), relay.keptBytes()])
  const documents = catalogue.list()
  const whole = documents.filter((record) => addressesOf(record).every((at) => at === '' || sizes.has(at)))
  const file_bytes = [...sizes.values()].reduce((bytes, size) => bytes + size, 0)
  return { documents: documents.length, whole: whole.length, file_bytes, table_bytes }
}

interface Followed {
  readonly journal: SharedJournal
  readonly catalogue: JournalledCatalogue
  readonly objects: BucketObjects
  readonly tables: SharedTables
  readonly adopt: (state: LibraryState, anew?: boolean) => void
}

/** What follows the library's state in this process. `about` is written where the library is new. */
function followerOf(
  { journal, catalogue, objects, tables, adopt }: Followed,
  library: SharedLibrary,
  about: About,
): LibraryFollower {
  const forget = forgetting(catalogue, objects)
  return {
    async read(state) {
      await tables.read()
      adopt(state)
      await forget()
    },
    async begin(state, term) {
      adopt(state)
      objects.begin(term)
      await tables.startWriting(term)
      if (!aboutOf(state)) await library.publish({ put: { [aboutKey]: about } })
    },
    begun: () => tables.deleteLeft(),
    flush: () => journal.flush(),
    end: () => tables.stopWriting(),
    async readAgain(state) {
      journal.drop()
      adopt(state, true)
      await tables.readAgain()
    },
  }
}

function freshAbout({ embedderId, dimensions }: SharedDocumentsOptions): About {
  const of = { embedder_id: embedderId, dimensions, unrelated: null }
  return { schema_version: schemaVersion, ...of, analysis_version: analysisVersion }
}

/** Undefined where the library is new. Throws STORE_DAMAGED where it cannot be understood. */
function aboutOf({ records }: LibraryState): About | undefined {
  const found = records.get(aboutKey)
  if (found === undefined) return undefined
  const { data } = About.safeParse(found)
  if (data) return data
  throw new CairnError('STORE_DAMAGED', 'The shared library does not say how it was made.', 'Restore it from a backup.')
}

/** Words are found only as they were cut, so everybody has to cut them in the same way. */
function requireReadable({ schema_version, analysis_version }: About): void {
  if (schema_version <= schemaVersion && analysis_version === analysisVersion) return
  const isNewer = schema_version > schemaVersion || analysis_version > analysisVersion
  if (isNewer)
    throw new CairnError(
      'STORE_TOO_NEW',
      'A newer Cairn has made this shared library.',
      'Update Cairn on this machine.',
    )
  const action = 'Use the Cairn that made it, or add its documents to a new library.'
  throw new CairnError('STORE_UNUSABLE', 'An older Cairn has made this shared library.', action)
}

/** Makes the list of documents that of a state. */
function adopter(catalogue: JournalledCatalogue, machine: string) {
  /** By what is kept for others: the same object again is the same record. */
  let known = new Map<unknown, unknown>()
  return (state: LibraryState, anew = false) => {
    const next = new Map<unknown, unknown>()
    const records = new Map<string, unknown>()
    for (const [id, raw] of documentsOf(state)) {
      const here = known.get(raw) ?? ofThisMachine(raw, machine)
      next.set(raw, here)
      records.set(id, here)
    }
    known = next
    catalogue.adopt(records, { anew })
  }
}

function ofThisMachine(raw: unknown, machine: string): unknown {
  const { data } = Sourced.safeParse(raw)
  return data ? { ...data, source: sourceHere(data.source, machine) } : raw
}

/** What this machine keeps of documents that others have deleted goes, too. */
function forgetting(catalogue: JournalledCatalogue, objects: BucketObjects): () => Promise<void> {
  let mustSweep = false
  catalogue.onChange(({ removed }) => (mustSweep ||= removed.length > 0))
  return async () => {
    if (!mustSweep) return
    mustSweep = false
    const used = new Set(catalogue.list().flatMap(addressesOf))
    await objects.sweep((address) => used.has(address))
  }
}
