import { randomUUID } from 'node:crypto'
import { createStamper } from '@shared/events'
import type { WatchedFolder } from '@shared/folders/folder-shapes'
import { collectionOfFolder } from '@engine/ingest/documents/registration'
import type { Library } from '@engine/ingest/library'
import type { LibraryHands } from '@engine/ingest/watch/apply-plan'
import { watchFolder } from '@engine/ingest/watch/folder-events'
import { LooseFiles } from '@engine/ingest/watch/loose/loose-files'
import { digestOf } from '@engine/ingest/watch/match-moves'
import type { DiskFile } from '@engine/ingest/watch/scan-folder'
import { WatchedFolders } from '@engine/ingest/watch/watched-folders'
import { streamOf } from '@engine/pipeline/event-stream'
import { isBelow } from '@engine/platform/paths'
import type { FolderDesk } from '@engine/ports/folder-desk'
import type { EngineBase } from '../engine-base'
import type { ModelsPart } from '../wire-models'
import type { StoragePart } from '../wire-storage'

export interface FoldersPart {
  readonly desk: FolderDesk
  readonly folders: WatchedFolders
  readonly loose: LooseFiles
}

/** The folders that the library follows, and the files that were added by themselves. */
export function wireFolders(
  base: EngineBase,
  { storage, models }: { storage: StoragePart; models: ModelsPart },
  library: Library,
): FoldersPart {
  const { options, changes, log } = base
  const closing = base.closing.signal
  const { catalogue } = storage.store
  const folders = new WatchedFolders({
    ...{ log, closing, list: storage.folders, now: Date.now, newId: randomUUID, watch: watchFolder, hash: digestOf },
    hands: handsOf(library, storage),
    store: options.folder,
    publish: (all) => changes.publish({ type: 'folders', folders: [...all] }),
    usualUse: () => models.settings.get().library.folders,
  })
  const mayWrite = () => storage.store.shared?.isWriting() ?? true
  const isOwn = (source: string) => isBelow(source, options.folder)
  const loose = new LooseFiles({
    catalogue,
    hash: digestOf,
    isWatched: (source) => folders.holds(source),
    isOwn,
    mayWrite,
    closing,
    log,
  })
  return { desk: deskOf(folders, closing), folders, loose }
}

function handsOf(library: Library, { store }: StoragePart): LibraryHands {
  return {
    catalogue: store.catalogue,
    async read(files, folder) {
      const found = files.map((file) => ({ path: file.path, newIn: collectionFor(file, folder) }))
      await library.jobs.run('ingest', library.readingFound(found))
    },
    async trash(ids, reason) {
      await library.trashDocuments(ids, reason)
    },
    async restore(ids) {
      await library.restoreDocuments(ids)
    },
    async remove(ids) {
      await library.forgetDocuments(ids)
    },
  }
}

function collectionFor(file: DiskFile, { collection, folders }: WatchedFolder): string | undefined {
  return folders === 'collections'
    ? collectionOfFolder(file.folder, collection ?? undefined)
    : (collection ?? undefined)
}

function deskOf(folders: WatchedFolders, closing: AbortSignal): FolderDesk {
  return {
    list: () => folders.list(),
    add: (folder) => folders.add(folder),
    change: (id, change) => folders.change(id, change),
    takeBack: (id) => folders.takeBack(id),
    remove: (id) => folders.remove(id),
    rescan: (id, readAgain) => folders.rescan(id, readAgain),
    follow(id, outer) {
      const stamp = createStamper('ingest', `w_${randomUUID()}`, Date.now)
      return streamOf(async (push, signal) => {
        let total = 0
        const tell = (waiting: number) => {
          total = Math.max(total, waiting)
          push(stamp({ type: 'progress', job: 'ingest', done: total - waiting, total, unit: 'files', message: '' }))
        }
        await folders.settled(id, tell, AbortSignal.any([signal, closing]))
      }, outer)
    },
  }
}
