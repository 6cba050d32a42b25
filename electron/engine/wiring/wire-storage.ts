import { join } from 'node:path'
import type { Change } from '@shared/changes'
import type { CatalogueChange } from '@engine/ports/storage/document-store'
import { takeWaitingFiles } from '@engine/backup/small-files'
import { FolderList } from '@engine/ingest/watch/folder-list'
import { TermBook } from '@engine/retrieval/terms/term-book'
import { createDurableFiles } from '@engine/storage/files/durable-file'
import { openStore } from '@engine/storage/opening/open-store'
import { libraryOfFolder, openLibrary } from '@engine/storage/shared/library/open-library'
import type { Store } from '@engine/storage/store'
import { type EngineBase, startChild } from './engine-base'
import type { ModelsPart } from './wire-models'

export interface StoragePart {
  readonly store: Store
  readonly terms: TermBook
  readonly folders: FolderList
}

/**
 * Opens the store, and reads the settings and terms in it. Throws CairnError STORE_LOCKED, STORE_UNUSABLE, STORE_TOO_NEW or
 * PERMISSION_DENIED.
 */
export async function wireStorage(base: EngineBase, models: ModelsPart): Promise<StoragePart> {
  const { changes, opened, log } = base
  const { folder, resources } = base.options
  const { builtIn, inference, settings } = models
  const { dimensions, id: embedderId } = builtIn
  // Which server an id means is known once the settings are read, and whether it answers later still.
  const canEmbed = (id: string) => !id.startsWith('server:') && inference.embedderOf(id) !== undefined
  const library = await sharedLibrary(base, models)
  const forkUpkeep = () => startChild(base, 'tables', log)
  const store = await openStore(folder, {
    dimensions,
    embedderId,
    canEmbed,
    log,
    library,
    forkUpkeep,
    unlock: base.options,
  })
  opened.defer(() => store.close())
  // What a backup brought that is read only once.
  await takeWaitingFiles(folder)
  base.rest.follow(() => store.forget())
  // Models write settings into the store, so they are closed before it, although they were opened first.
  opened.defer(models.close)

  const write = (path: string, text: string) => store.files.write(path, text)
  const own = join(folder, 'terms.json')
  const terms = await TermBook.open({ shipped: join(resources, 'terms'), own, write, log })
  opened.defer(() => terms.close())
  if (!library) await settings.load(write)
  models.network.begin()
  base.diagnostics.begin({ settings: () => settings.get().diagnostics, gate: inference.gate, kept: models.kept })
  opened.defer(() => settings.close())
  store.catalogue.onChange((change) => changes.publish(documentsChange(change)))
  const { shared } = store
  if (shared) {
    const stop = shared.onAccess(() => changes.publish({ type: 'library', library: shared.access() }))
    opened.defer(() => {
      stop()
      return Promise.resolve()
    })
  }
  const folders = await FolderList.open({ store: folder, write, log })
  return { store, terms, folders }
}

/** How a library in a bucket is opened: once the settings are read, which say what may leave this machine. Undefined for a folder. */
async function sharedLibrary({ options, log }: EngineBase, { settings, inference }: ModelsPart) {
  const { libraryTimes: times, keychain } = options
  const address = options.library ?? (await libraryOfFolder(options.folder))
  if (address === undefined) return undefined
  return async (folder: string) => {
    const files = createDurableFiles(join(folder, 'tmp'))
    const write = (path: string, content: string | Uint8Array) => files.write(path, content)
    await settings.load(write)
    const { gate } = inference
    return openLibrary(folder, { address, environment: process.env, keychain, write, gate, log, times })
  }
}

/** The changes for windows after a write to the list of documents. For windows, a document in the trash is gone. */
function documentsChange({ changed, removed }: CatalogueChange): Change {
  const trashed = changed.filter(({ trashed_at }) => trashed_at !== null).map(({ id }) => id)
  return {
    type: 'documents',
    changed: changed.filter(({ trashed_at }) => trashed_at === null),
    removed: [...removed, ...trashed],
  }
}
