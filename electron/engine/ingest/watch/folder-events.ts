import { realpath, statfs } from 'node:fs/promises'
import { join, relative } from 'node:path'
import watcher from '@parcel/watcher'

export interface FolderEventsHandlers {
  /** Something happened to these paths. */
  readonly changed: (paths: readonly string[]) => void
  /** Something happened that nobody can tell: all of the folder is to be looked through. */
  readonly lost: () => void
}

export interface FolderWatch {
  end(): Promise<void>
  /** False where others may change files without this machine being told, as on network drives. */
  readonly tellsAll: boolean
}

/** Tells of changes in a folder and all that lies below it. Throws where the system cannot. */
export type WatchFolder = (
  folder: string,
  without: readonly string[],
  handlers: FolderEventsHandlers,
) => Promise<FolderWatch>

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
  return { end: () => subscription.unsubscribe(), tellsAll: !(await isShared(real)) }
}

/** Types of file systems that other machines or programs write to (`statfs(2)`): NFS, SMB, CIFS, FUSE, 9P, AFS, Ceph. */
const sharedTypes = new Set([0x6969, 0x517b, 0xfe534d42, 0xff534d42, 0x65735546, 0x01021997, 0x5346414f, 0x00c36400])

/** Whether a folder may lie on a drive that others write to, of whose changes the system does not tell. */
async function isShared(folder: string): Promise<boolean> {
  // Windows passes on what a server tells of changes.
  if (process.platform === 'win32') return false
  if (process.platform === 'darwin') return folder.startsWith('/Volumes/')
  return sharedTypes.has((await statfs(folder)).type)
}
