import { CairnError } from '@shared/errors'
import type { HostProcess } from '@engine/ports/models/host-process'
import { whyNotOpened } from '../opening/store-error'
import type { IndexTables } from './lance-chunk-index'
import { TableWriter, type TableWriterParts } from './table-writer'
import { type DocumentRows, type OpenChunkTable, createChunkTable, openChunkTable } from '../tables/chunk-table'
import { indexNames } from '../tables/indexes'
import type { TablePlace } from './table-place'
import { TableUpkeep } from './upkeep/table-upkeep'
import type { Publication } from '../tables/publication'
import { PublishedTable, newestVersion } from '../tables/published-table'
import type { LostDocument } from '../catalogue/lost-documents'
import { HashedTermStatistics } from './term-statistics'
import type { WriteQueue } from './write-queue'

export interface ChunkTablesOptions {
  readonly place: TablePlace
  /** A folder on this machine for files that are being written, absolute. */
  readonly temporaryFolder: string
  readonly dimensions: number
  readonly readOnly: boolean
  /** Stored vectors are of another embedder, or terms of another analysis: begin with empty tables. */
  readonly discard: boolean
  /** Whether a person may want to look at damaged tables. */
  readonly keepDamaged: boolean
  /** Told of documents whose rows are about to be deleted because nothing of them is live. */
  readonly unknown?: ((documents: readonly LostDocument[]) => Promise<void>) | undefined
  /** Starts the process that maintains large tables; without it, that is done in this one. */
  readonly forkUpkeep?: (() => HostProcess) | undefined
  readonly log: (line: string) => void
}

export interface CurrentTables extends IndexTables {
  readonly statistics: HashedTermStatistics
  readonly open: OpenChunkTable
  /** Absent where the tables were opened for reading only. */
  readonly upkeep?: TableUpkeep
  /** Moves to the version that is published now, where another process writes. */
  readonly refresh: () => Promise<void>
}

/** Opens the tables for writing. Damaged ones are put aside and replaced by empty ones: only what is no damage is a reason to fail. */
export async function openOrRemake(options: ChunkTablesOptions): Promise<{ open: OpenChunkTable; remade: boolean }> {
  const { place } = options
  if (!(await place.exists())) return { open: await createChunkTable(place, options.dimensions), remade: true }
  try {
    if (!options.discard)
      return { open: await openChunkTable(place, options.dimensions, { repair: true }), remade: false }
    options.log('store: the embedder or the analysis of text has changed; the search tables are made anew')
  } catch (error) {
    const why = whyNotOpened(error)
    if (why) throw why
    options.log(`store: the search tables are damaged and are made anew: ${String(error)}`)
  }
  const aside = await place.setAside({ keep: options.keepDamaged && !options.discard })
  if (aside) options.log(`store: the damaged tables are kept in ${aside}`)
  return { open: await createChunkTable(place, options.dimensions), remade: true }
}

/** Puts a writer, the published version and (still empty) statistics around an open table. */
export async function buildTables(
  options: ChunkTablesOptions,
  open: OpenChunkTable,
  queue: WriteQueue,
): Promise<CurrentTables> {
  const { place, temporaryFolder } = options
  await place.sync()
  const published = await PublishedTable.open(
    open.connection,
    await open.table.version(),
    () => newestVersion(open.connection),
    () => place.beforeReading(),
  )
  const statistics = new HashedTermStatistics()
  const publication = await place.publication()
  const vectorRows = await rowsOfVectorIndex(open, publication)
  const { dimensions, log, forkUpkeep: fork } = options
  const upkeep = new TableUpkeep({ fork, place, temporaryFolder, log })
  const parts = { open, published, statistics, place, queue, upkeep, temporaryFolder, dimensions, log }
  const isTextWhole = publication?.text_whole === true || open.documents.size === 0
  const shape = { fragments: 0, vectorRows, isTextWhole }
  const writer = new TableWriter(parts, shape, publication?.owes_rewriting === true)
  const refresh = () => Promise.resolve()
  return { open, published, statistics, upkeep, writer, hasVectorIndex: () => writer.hasVectorIndex, refresh }
}

/** Opens the tables for reading, perhaps beside a writing process. Its last published version is what is read. */
export async function openForReading(options: ChunkTablesOptions): Promise<CurrentTables> {
  const { place } = options
  try {
    if (options.discard) throw new Error('the tables are of another embedder or analysis')
    const open = await openChunkTable(place, options.dimensions, { repair: false })
    let publication = await place.publication()
    const newest = async () => (publication = await place.publication())?.version
    const published = await PublishedTable.open(open.connection, publication?.version, newest, () =>
      place.beforeReading(),
    )
    const statistics = new HashedTermStatistics()
    await loadStatistics(options, published, statistics)
    const hasVectorIndex = () => (publication?.vector_rows ?? 0) > 0
    const refresh = async () => published.publish(await newest())
    return { open, published, statistics, writer: undefined, hasVectorIndex, refresh }
  } catch (error) {
    const why = whyNotOpened(error)
    if (why) throw why
    throw new CairnError(
      'STORE_DAMAGED',
      'The search tables cannot be read as they are.',
      'Open the store once for writing: Cairn then repairs or rebuilds them.',
      { cause: error },
    )
  }
}

/** In the place of tables that are damaged, and that others have to mend: they are empty, and every read of them throws `why`. */
export async function openUnreadable(
  { place, dimensions }: ChunkTablesOptions,
  why: CairnError,
): Promise<CurrentTables> {
  const open = await createChunkTable({ uri: 'memory://', prepare: () => Promise.resolve() }, dimensions)
  const published = await PublishedTable.open(open.connection, undefined, none, async () => {
    // Perhaps they have been mended.
    await place.beforeReading()
    throw why
  })
  const statistics = new HashedTermStatistics()
  return { open, published, statistics, writer: undefined, hasVectorIndex: () => false, refresh: none }
}

const none = () => Promise.resolve(undefined)

/** Opens tables whose files were copied to another place as those in use are; throws STORE_UNUSABLE where other rows are there. */
export async function openCopy(
  { dimensions, temporaryFolder, log, forkUpkeep: fork }: ChunkTablesOptions,
  place: TablePlace,
  { open: original, published: { version } }: CurrentTables,
): Promise<Pick<TableWriterParts, 'open' | 'published' | 'place' | 'upkeep'>> {
  const open = await openChunkTable(place, dimensions, { repair: false })
  try {
    const newest = () => newestVersion(open.connection)
    const published = await PublishedTable.open(open.connection, version, newest, () => place.beforeReading())
    if (!isSameRows(open, original))
      throw new CairnError('STORE_UNUSABLE', 'A copy of the search tables has other rows.')
    return { open, published, place, upkeep: new TableUpkeep({ fork, place, temporaryFolder, log }) }
  } catch (thrown) {
    open.connection.close()
    throw thrown
  }
}

function isSameRows({ documents: some }: OpenChunkTable, { documents: others }: OpenChunkTable): boolean {
  const isThere = ([id, { revisions }]: [string, DocumentRows]) =>
    [...revisions].every(([revision, rows]) => others.get(id)?.revisions.get(revision) === rows)
  return some.size === others.size && [...some].every(isThere)
}

/** Loads the statistics of the published version. Where another version's were saved, they are counted anew. */
export async function loadStatistics(
  options: ChunkTablesOptions,
  published: PublishedTable,
  statistics: HashedTermStatistics,
): Promise<void> {
  if (await statistics.load(options.place, published.version)) return
  await published.read((table) => statistics.rebuild(table))
}

/** Lets go of a table and everything opened for it. */
export async function closeTables(tables: CurrentTables): Promise<void> {
  tables.writer?.close()
  await closeFiles(tables)
}

/** Lets go of what a table was opened by, but for what writes to it. */
export async function closeFiles({
  upkeep,
  published,
  open,
}: Pick<CurrentTables, 'upkeep' | 'published' | 'open'>): Promise<void> {
  await upkeep?.close()
  published.close()
  open.table.close()
  open.connection.close()
}

async function rowsOfVectorIndex({ table }: OpenChunkTable, publication: Publication | undefined): Promise<number> {
  if (!(await indexNames(table)).includes('vector_idx')) return 0
  const noted = publication?.vector_rows ?? 0
  return noted > 0 ? noted : ((await table.indexStats('vector_idx'))?.numIndexedRows ?? 0)
}
