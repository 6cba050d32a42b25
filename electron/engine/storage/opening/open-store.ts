import { existsSync } from 'node:fs'
import { mkdir, rename } from 'node:fs/promises'
import { isAbsolute, join } from 'node:path'
import { CairnError, toCairnError } from '@shared/errors'
import type { HostProcess } from '@engine/ports/models/host-process'
import { analysisVersion } from '@engine/text/analyse'
import { checkStore, findUnsearchable } from './check-store'
import { findFaultyDocuments } from './damaged-documents'
import { noteSingleFiles } from './kept-things'
import { PrivateFiles } from './private-files'
import { readGivenUp } from './given-up'
import { settleDamage } from './settle-damage'
import { settleMove } from '../moving/settle-move'
import { type LostDocument, noteLost, pathOfLost, readLost } from '../catalogue/lost-documents'
import { JournalledCatalogue } from '../catalogue/document-catalogue'
import { cataloguePaths } from '../catalogue/sealed-journal'
import { createDurableFiles } from '../files/durable-file'
import { type StoreLock, takeLock } from './store-lock'
import { type Migration, currentVersion, migrate } from './migrate'
import { sealDocumentList } from '../migrations/seal-document-list'
import { packChunks } from '../migrations/pack-chunks'
import { findMissing } from '../chunks/missing-documents'
import { prepareNativeEnvironment } from './native-environment'
import { KeptList } from '../files/kept-list'
import { OwnSources } from '../files/sources/own-sources'
import { SpareRoom } from '../files/spare-room'
import { FilesOfRepairs } from '../files/reseal'
import { ObjectsAside } from '../files/object-files'
import { FileObjectStore } from '../files/object-store'
import { FileResearchStore } from '../research/file-research-store'
import { JournalledSessionStore } from '../sessions/file-session-store'
import { FileEvaluationStore } from '../evaluation/file-evaluation-store'
import { FileNotebookStore } from '../notes/file-notebook-store'
import type { Documents, Store } from '../store'
import { type StoreDescription, readStoreDescription, writeStoreDescription } from '../files/store-file'
import { emptyTemporaryFolder, prepareFolder } from './store-folder'
import { openVault, sealableDocuments, sealableLines, sealableNames } from '../vault/open-vault'
import type { Unlocking } from '../vault/find-key'
import { nameOfFile } from '../vault/left-sealed'
import type { StoreVault } from '../vault/store-vault'
import { TableSets } from '../chunks/table-sets'
import type { OpenedLibrary } from '../shared/library/open-library'
import { openSharedDocuments } from '../shared/library/shared-documents'

export interface OpenStoreOptions {
  /** Dimensions of the built-in embedder's vectors. */
  readonly dimensions: number
  /** The built-in embedder: a new store begins with it, and vectors of an older version of it are made anew. */
  readonly embedderId: string
  /**
   * Whether another embedder could make vectors now; all can by default. Where the tables must be made anew and theirs
   * could not, they are made with the built-in one.
   */
  readonly canEmbed?: (embedderId: string) => boolean
  /** Milliseconds since the epoch. */
  readonly now?: () => number
  /**
   * Opens beside a writing process: sees what that has finished writing by now, and can change nothing. Once that turns encryption on or off, it is
   * to be opened again.
   */
  readonly readOnly?: boolean
  readonly log?: (line: string) => void
  /** Where documents and tables are those of a library that several share; the rest stays in the folder. Called once the folder is ours. */
  readonly library?: ((folder: string) => Promise<OpenedLibrary>) | undefined
  /** Starts the process that maintains large search tables; without it, that is done in this one. */
  readonly forkUpkeep?: (() => HostProcess) | undefined
  /** What opens a store that is encrypted. */
  readonly unlock?: Unlocking
  /** For tests. */
  readonly migrations?: readonly Migration[]
}

/** Every migration there has been, in order. Version 1 is the first. */
const migrations: readonly Migration[] = [packChunks, sealDocumentList, sealableLines, sealableDocuments, sealableNames]

/**
 * Opens a store, or makes a new one in an empty or missing folder. One process may write to it at a time.
 *
 * Throws STORE_LOCKED (another process has it), STORE_TOO_NEW, STORE_UNUSABLE, PERMISSION_DENIED, DISK_FULL, INVALID_INPUT
 * (not an absolute path), and for `readOnly` also NOT_FOUND and STORE_DAMAGED.
 */
export async function openStore(folder: string, options: OpenStoreOptions): Promise<Store> {
  const now = options.now ?? Date.now
  const room = new SpareRoom(folder, options.log ?? (() => undefined))
  if (options.readOnly) return openParts(folder, options, undefined, room)
  await room.giveUp()
  await prepareFolder(folder)
  let lock: StoreLock | undefined
  try {
    lock = await takeLock(folder, join(folder, 'tmp'), now)
    await emptyTemporaryFolder(folder)
    return await openParts(folder, options, lock, room)
  } catch (error) {
    await lock?.release()
    const known = toCairnError(error)
    throw known.code === 'INTERNAL' ? error : known
  }
}

interface Opening {
  readonly folder: string
  readonly options: OpenStoreOptions
  readonly room: SpareRoom
  readonly readOnly: boolean
  readonly now: () => number
  readonly log: (line: string) => void
}

async function openParts(
  folder: string,
  options: OpenStoreOptions,
  lock: StoreLock | undefined,
  room: SpareRoom,
): Promise<Store> {
  const { now = Date.now, log = () => undefined } = options
  const readOnly = lock === undefined
  const opening = { folder, options, room, readOnly, now, log }
  const environment = prepareNativeEnvironment(join(folder, 'tmp'))
  try {
    const found = readOnly ? await describeReadable(folder, options) : await describe(folder, options, now, log)
    const vault = await openVault(opening)
    const own = openOwnFiles(opening, vault)
    // Before a library in a bucket is asked for: that is written into the network's log.
    await noteSingleFiles(folder, own.kept, log)
    const documents = await openDocuments(opening, found, vault)
    vault.takeRooms([own.sessions, own.research, own.notebooks, own.evaluation, own.sources, filesOfRepairs(folder)])
    vault.takeRooms([new ObjectsAside(folder, vault.files)])
    // What is shared lies elsewhere.
    if (!documents.shared) vault.takeRooms([documents.objects, documents.catalogue])
    if (documents.sets instanceof TableSets) vault.takeRooms([documents.sets])
    vault.takeRooms([own.kept])
    vault.nameFiles((path) => nameOfFile(path, { folder, catalogue: documents.catalogue, kept: own.kept }))
    const files = { ...own, ...documents }
    if (!readOnly) await room.keep()
    const kept = new PrivateFiles(folder, log)
    if (!readOnly) await kept.begin()
    const close = async () => {
      const { sessions, research } = files
      try {
        await vault.stop()
        const ended = await Promise.allSettled([documents.close(), sessions.close(), research.close()])
        await noteSingleFiles(folder, files.kept, log)
        await files.kept.close()
        if (!readOnly) await room.keep({ inTheEnd: true })
        if (!readOnly) await kept.end()
        const failed = ended.find((one) => one.status === 'rejected')
        if (failed) throw failed.reason
      } finally {
        vault.forget()
        environment.restore()
        await lock?.release()
      }
    }
    return storeOf(opening, files, { needsRebuild: documents.sets.current.remade && !found.isNew, close })
  } catch (error) {
    environment.restore()
    throw error
  }
}

type Files = ReturnType<typeof openOwnFiles> & Documents

async function openDocuments(opening: Opening, found: Described, vault: StoreVault): Promise<Documents> {
  const { folder, options, room, readOnly, now, log } = opening
  if (options.library) return openSharedDocuments(await options.library(folder), { ...options, folder, now, log })
  if (!readOnly) await keepUnlistedObjects(folder, now, log)
  const makeRoom = () => room.giveUp()
  const catalogue = await JournalledCatalogue.open(folder, { readOnly, log, makeRoom, encryption: vault.lines })
  const description = readOnly ? found.description : await settleMove(folder, found.description, catalogue)
  const objects = new FileObjectStore(join(folder, 'objects'), join(folder, 'tmp'), { log, seal: vault.files })
  if (!readOnly) await objects.recover()
  const sets = await openTables(opening, { ...found, description }, catalogue, vault)
  const close = async () => {
    await Promise.all([catalogue.close(), objects.close(), sets.close()])
  }
  return { catalogue, objects, sets, shared: undefined, close }
}

/** What is each person's own. */
function openOwnFiles({ folder, room, readOnly, now, log }: Opening, vault: StoreVault) {
  const { lines: seal } = vault
  const temporaryFolder = join(folder, 'tmp')
  const makeRoom = () => room.giveUp()
  const kept = new KeptList(join(folder, 'kept.jsonl'), { readOnly, log, seal })
  const sessionOptions = { temporaryFolder, readOnly, now, log, makeRoom, kept, seal }
  const sessions = new JournalledSessionStore(join(folder, 'sessions'), sessionOptions)
  const research = new FileResearchStore(join(folder, 'research'), { readOnly, now, log, kept, seal })
  const files = createDurableFiles(temporaryFolder)
  const notebooks = new FileNotebookStore(join(folder, 'notes'), files, { log, kept, seal })
  const evaluation = new FileEvaluationStore(join(folder, 'evaluation'), files, { readOnly, log, kept, seal })
  const sources = new OwnSources(folder, vault.files)
  return { sessions, research, files, sources, notebooks, evaluation, kept, vault }
}

/** What repairs have put aside, and what they were moving when they were cut short. */
function filesOfRepairs(folder: string): FilesOfRepairs {
  const rooms = ['sessions', 'research', 'notes', join('evaluation', 'sets'), join('evaluation', 'runs')]
  return new FilesOfRepairs(
    rooms.map((room) => join(folder, room)),
    join(folder, 'damaged'),
    [pathOfLost(folder)],
  )
}

async function openTables(
  { folder, options, readOnly, now, log }: Opening,
  { description, isNew }: Described,
  catalogue: JournalledCatalogue,
  vault: StoreVault,
): Promise<TableSets> {
  const { embedderId: id, dimensions, canEmbed = () => true, forkUpkeep } = options
  const unknown = (found: readonly LostDocument[]) =>
    noteLost(
      folder,
      found.filter((one) => !catalogue.get(one.id)?.live),
      vault.lines,
    )
  return TableSets.open(description, {
    ...{ folder, canEmbed, readOnly, isNew, now, log, forkUpkeep, builtIn: { id, dimensions }, seal: vault.files },
    liveRevisionOf: (document) => catalogue.get(document)?.live?.revision,
    unknown: catalogue.damagedAt === null ? undefined : unknown,
  })
}

function storeOf(
  { folder, now, log }: Opening,
  files: Files,
  { needsRebuild, close }: { needsRebuild: boolean; close: () => Promise<void> },
): Store {
  const { catalogue, sessions, sets } = files
  const seal = files.vault.lines
  const lost = () => readLost(folder, seal)
  let closed: Promise<void> | undefined
  return {
    ...{ folder, ...files },
    get index() {
      return sets.current.index
    },
    vectors: sets,
    carrier: sets instanceof TableSets ? sets : undefined,
    get tablesFolder() {
      return sets instanceof TableSets ? sets.current.place.folder : undefined
    },
    get catalogueIsWhole() {
      return catalogue.damagedLines === 0 && catalogue.damagedAt === null
    },
    needsRebuild,
    missing: () => findMissing(catalogue.list(), sets.current.documents).map(({ id }) => id),
    check: () =>
      checkStore({ ...files, folder, tables: sets.current, lost, givenUp: () => readGivenUp({ folder, seal }) }),
    damaged: () => findFaultyDocuments(files),
    unsearchable: () => findUnsearchable(catalogue, sets.current),
    settleDamage: () => files.vault.whileStill(() => settleDamage({ ...files, folder, seal, lost, now, log })),
    resetTables: () => sets.reset(),
    whenEmptied: (listener) => {
      if (sets instanceof TableSets) sets.whenEmptied = listener
    },
    forget: () => sessions.forget(),
    close: () => (closed ??= close()),
  }
}

/**
 * Without its list of documents a store looks empty, and its stored files unused. They are put aside, never deleted: the
 * originals among them are all that is left.
 */
async function keepUnlistedObjects(folder: string, now: () => number, log: (line: string) => void): Promise<void> {
  const objects = join(folder, 'objects')
  const { main, copy } = cataloguePaths(folder)
  if (existsSync(main) || existsSync(copy) || (await new FileObjectStore(objects, '').count()) === 0) return
  const aside = join(folder, `objects-kept-${now()}`)
  await rename(objects, aside)
  await mkdir(objects, { mode: 0o700 })
  log(`store: the list of documents is missing; the stored files are kept in ${aside}. Add the documents again.`)
}

interface Described {
  readonly description: StoreDescription
  readonly isNew: boolean
}

async function describe(
  folder: string,
  options: OpenStoreOptions,
  now: () => number,
  log: (line: string) => void,
): Promise<Described> {
  const list = options.migrations ?? migrations
  const found = await readStoreDescription(folder)
  if (found) return { description: await migrate(folder, found, list, log), isNew: false }
  const description = {
    schema_version: currentVersion(list),
    embedder_id: options.embedderId,
    dimensions: options.dimensions,
    unrelated: null,
    tables: 'lance',
    next: null,
    analysis_version: analysisVersion,
    created_at: new Date(now()).toISOString(),
  }
  await writeStoreDescription(folder, description)
  return { description, isNew: true }
}

async function describeReadable(folder: string, options: OpenStoreOptions): Promise<Described> {
  if (!isAbsolute(folder)) throw new CairnError('INVALID_INPUT', `"${folder}" is not an absolute path.`)
  const description = await readStoreDescription(folder)
  if (!description) {
    throw new CairnError(
      'NOT_FOUND',
      `There is no store in ${folder}.`,
      'Add a document first, or choose another folder.',
    )
  }
  const list = options.migrations ?? migrations
  if (description.schema_version < currentVersion(list)) {
    throw new CairnError(
      'STORE_UNUSABLE',
      'This store is of an older version.',
      'Open it once for writing, which updates it.',
    )
  }
  // Nothing is left to be done; a store that is too new is refused there.
  return { description: await migrate(folder, description, list, () => undefined), isNew: false }
}
