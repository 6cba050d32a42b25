import { realpath } from 'node:fs/promises'
import { join, relative } from 'node:path'
import watcher from '@parcel/watcher'

export interface FolderEventsHandlers {
  /** Something happened to these paths. */
  readonly changed: (paths: readonly string[]) => void
  /** Something happened that nobody can tell: all of the folder is to be looked through. */
  readonly lost: () => void
}

/** Tells of changes in a folder and all that lies below it. Returns what ends it. Throws where the system cannot. */
export type WatchFolder = (
  folder: string,
  without: readonly string[],
  handlers: FolderEventsHandlers,
) => Promise<() => Promise<void>>

/** Never of interest, and numerous; the rules leave them out anyway. */
const neverWatched = ['**/node_modules/**', '**/.git/**', '**/__pycache__/**']

/** The system's own events: inotify, FSEvents, ReadDirectoryChangesW (package `@parcel/watcher`). */
export const watchFolder: WatchFolder = async (folder, without, { changed, lost }) => {
  const real = await realpath(folder)
  const told = (path: string) => (real === folder ? path : join(folder, relative(real, path)))
  const subscription = await watcher.subscribe(
    real,
    (error, events) => {
      if (error) lost()
      else changed(events.map(({ path }) => told(path)))
    },
    { ignore: [...neverWatched, ...without] },
  )
  return () => subscription.unsubscribe()
}
