import { join } from 'node:path'
import { z } from 'zod'
import { CairnError } from '@shared/errors'
import { WatchedFolder } from '@shared/folders/folder-shapes'
import { isBelow } from '@engine/platform/paths'
import { jsonIfValid, textIfPresent } from '@engine/platform/stored-text'
import { WorkQueue } from '@engine/platform/work-queue'

export interface FolderListParts {
  /** The store folder, absolute. */
  readonly store: string
  /** Replaces a file in one step that survives power loss. */
  readonly write: (path: string, text: string) => Promise<void>
  readonly log: (line: string) => void
}

/** The watched folders, kept in `folders.json` of the store. */
export class FolderList {
  readonly #queue = new WorkQueue()
  #folders: readonly WatchedFolder[] = []

  private constructor(private readonly parts: FolderListParts) {}

  /** Reads the file. A folder that makes no sense is left out; the file is kept as `folders.damaged.json` then. Never throws. */
  static async open(parts: FolderListParts): Promise<FolderList> {
    const list = new FolderList(parts)
    await list.#load()
    return list
  }

  async #load(): Promise<void> {
    const { store, write, log } = this.parts
    const text = await textIfPresent(join(store, 'folders.json')).catch((thrown: unknown) => {
      log(`The list of watched folders cannot be read: ${String(thrown)}`)
      return undefined
    })
    if (text === undefined) return
    const rows = z.array(z.unknown()).safeParse(jsonIfValid(text))
    const folders = (rows.data ?? []).map((row) => WatchedFolder.safeParse(row))
    this.#folders = folders.flatMap(({ data }) => data ?? [])
    if (rows.success && folders.every(({ success }) => success)) return
    log('The list of watched folders is damaged; folders.damaged.json keeps the file.')
    await write(join(store, 'folders.damaged.json'), text).catch(() => undefined)
  }

  all(): readonly WatchedFolder[] {
    return this.#folders
  }

  /** Throws INVALID_INPUT for a folder that holds a watched one, lies in one, or is the store's own. */
  async add(folder: WatchedFolder): Promise<void> {
    await this.#change((folders) => {
      if (isBelow(folder.path, this.parts.store)) {
        throw new CairnError('INVALID_INPUT', 'This is Cairn’s own folder.', 'Choose the folder your files are in.')
      }
      const other = folders.find(({ path }) => isBelow(folder.path, path) || isBelow(path, folder.path))
      if (other) {
        throw new CairnError(
          'INVALID_INPUT',
          `“${other.path}” is watched already, and one of the two lies in the other.`,
          'Remove that one from the watched folders first.',
        )
      }
      return [...folders, folder]
    })
  }

  /** Returns the folder as it is then. Throws NOT_FOUND. */
  async update(id: string, change: (folder: WatchedFolder) => WatchedFolder): Promise<WatchedFolder> {
    let written: WatchedFolder | undefined
    await this.#change((folders) => folders.map((one) => (one.id === id ? (written = change(one)) : one)))
    if (!written) throw unknownFolder(id)
    return written
  }

  async remove(id: string): Promise<void> {
    await this.#change((folders) => {
      if (!folders.some((one) => one.id === id)) throw unknownFolder(id)
      return folders.filter((one) => one.id !== id)
    })
  }

  async #change(change: (folders: readonly WatchedFolder[]) => readonly WatchedFolder[]): Promise<void> {
    await this.#queue.run(async () => {
      const next = change(this.#folders)
      await this.parts.write(join(this.parts.store, 'folders.json'), `${JSON.stringify(next, undefined, 2)}\n`)
      this.#folders = next
    })
  }
}

export function unknownFolder(id: string): CairnError {
  return new CairnError(
    'NOT_FOUND',
    `There is no watched folder "${id}".`,
    'List the watched folders to see which exist.',
  )
}
