import { join } from 'node:path'
import type { HostProcess } from '@engine/ports/models/host-process'
import { isSameEmbedder, type NextTables, type StoredEmbedder } from '@engine/ports/models/vector-space'
import type { FileSeal } from '@engine/platform/sealing/sealed-files'
import { analysisVersion } from '@engine/text/analyse'
import type { LostDocument } from '../catalogue/lost-documents'
import { type StoreDescription, writeStoreDescription } from '../files/store-file'
import { ChunkTables } from './chunk-tables'
import type { TableForms } from './sealed/table-forms'
import type { LocalTablePlace } from './table-place'

export interface TableSetsOptions {
  readonly folder: string
  /** The embedder that is always there: tables whose own cannot be had any more are made anew with it. */
  readonly builtIn: Pick<StoredEmbedder, 'id' | 'dimensions'>
  /** Whether an embedder could make vectors now. */
  readonly canEmbed: (embedderId: string) => boolean
  readonly readOnly: boolean
  /** Whether what describes the store was written just now. */
  readonly isNew?: boolean
  readonly now: () => number
  readonly log: (line: string) => void
  /** Whether tables are to be sealed, and by which key. */
  readonly seal?: FileSeal
  /** Starts the process that maintains large tables; without it, that is done in this one. */
  readonly forkUpkeep?: (() => HostProcess) | undefined
  readonly liveRevisionOf: (documentId: string) => string | undefined
  /** Told of documents whose rows are about to be deleted because nothing of them is live. */
  readonly unknown?: ((documents: readonly LostDocument[]) => Promise<void>) | undefined
}

/** Tables in a folder of the store. */
export type LocalTables = ChunkTables<LocalTablePlace>

export interface Begun extends NextTables {
  readonly tables: LocalTables
}

export interface OpenedSets extends TableSetsOptions {
  readonly forms: TableForms
}

interface FoundSets {
  readonly description: StoreDescription
  readonly current: LocalTables
  readonly begun: Begun | undefined
}

/**
 * Opens what `store.json` names. Vectors are thrown away only where nothing can compare them any more: those of an older built-in embedder,
 * and all where terms are made in another way now.
 */
export async function openSets(found: StoreDescription, options: OpenedSets): Promise<FoundSets> {
  const { folder, builtIn, canEmbed, readOnly } = options
  const { id: embedder_id, dimensions } = builtIn
  const lasting = await openable(found, options)
  const withBuiltIn = { ...lasting, embedder_id, dimensions, unrelated: null, embedder_stamp: undefined }
  const isOutdated = isOldBuiltIn(found.embedder_id, found.dimensions, builtIn)
  const otherTerms = found.analysis_version !== analysisVersion
  let description = isOutdated ? withBuiltIn : lasting
  let current = await openSet(description, options, { discard: isOutdated || otherTerms, keepDamaged: true })
  if (current.remade && description.embedder_id !== builtIn.id && !canEmbed(description.embedder_id)) {
    // Nobody could fill them again.
    await current.close()
    description = withBuiltIn
    current = await openSet(description, options, { discard: true, keepDamaged: false })
  }
  if (readOnly) return { description, current, begun: undefined }
  const begun = await openBegun(description, options, otherTerms)
  description = { ...description, analysis_version: analysisVersion, next: begun ? description.next : null }
  // Only now: had we been killed before, the next start must still see that the tables are of another embedder.
  if (JSON.stringify(description) !== JSON.stringify(found)) await writeStoreDescription(folder, description)
  return { description, current, begun }
}

/**
 * What is said without what cannot be opened any more: new tables take the place of sealed ones whose key is gone. Nor are tables begun in clear where a
 * damaged description of an encrypted store was written anew.
 */
async function openable(found: StoreDescription, { forms, isNew }: OpenedSets): Promise<StoreDescription> {
  const { tables, next } = found
  const isUsable = isNew === true ? forms.isWanted(tables) : forms.canOpen(tables)
  return {
    ...found,
    tables: isUsable ? tables : await forms.freshName(),
    next: next && forms.canOpen(next.tables) ? next : null,
  }
}

/** Opens or makes one of them. */
export async function openSet(
  { tables, dimensions }: Pick<StoreDescription, 'tables' | 'dimensions'>,
  { folder, readOnly, log, liveRevisionOf, unknown, forkUpkeep, forms }: OpenedSets,
  how: { discard: boolean; keepDamaged: boolean },
): Promise<LocalTables> {
  const place = await forms.placeOf(tables)
  const temporaryFolder = join(folder, 'tmp')
  const shared = { place, temporaryFolder, dimensions, readOnly, log, unknown, forkUpkeep }
  return ChunkTables.open({ ...shared, ...how }, liveRevisionOf)
}

/** The tables that were begun before a restart, where they are still wanted. */
async function openBegun(
  { next, embedder_id, dimensions, embedder_stamp }: StoreDescription,
  options: OpenedSets,
  discard: boolean,
): Promise<Begun | undefined> {
  if (!next || isOldBuiltIn(next.embedder_id, next.dimensions, options.builtIn)) return undefined
  const embedder = { id: next.embedder_id, dimensions: next.dimensions, stamp: next.embedder_stamp }
  if (isSameEmbedder(embedder, { id: embedder_id, dimensions, stamp: embedder_stamp })) return undefined
  try {
    return { tables: await openSet(next, options, { discard, keepDamaged: false }), embedder, paused: next.paused }
  } catch (error) {
    options.log(`store: the vectors begun for ${next.embedder_id} cannot be opened and are dropped: ${String(error)}`)
    return undefined
  }
}

/** Whether these are vectors of a built-in embedder that is not built in any more. */
function isOldBuiltIn(id: string, dimensions: number, builtIn: TableSetsOptions['builtIn']): boolean {
  return id.startsWith('builtin/') && !isSameEmbedder({ id, dimensions }, builtIn)
}
