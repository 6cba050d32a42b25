import { link, mkdir, readdir, rename, rm } from 'node:fs/promises'
import { dirname, join, relative } from 'node:path'
import { exists, makeStoreFolder, syncFolder } from '@engine/platform/durable-files'
import { hasRoomToRewrite } from './upkeep/room-to-rewrite'
import { TableFileSync } from '../files/sync-files'
import { type FileSeal, noFileSeal } from '@engine/platform/sealing/sealed-files'
import { type Publication, publicationName, readPublication, writePublication } from '../tables/publication'

/** Where a folder of tables lies: on this machine's disk, or in a bucket. */
export interface TablePlace {
  /** As LanceDB opens it. */
  readonly uri: string
  /** What LanceDB needs to get there. */
  readonly storageOptions?: Readonly<Record<string, string>> | undefined
  /** Milliseconds for which files of earlier versions are kept, because others may read them. */
  readonly keepsVersionsMs: number
  /** Path of the term statistics on this machine, and what they are written and read through. */
  readonly statisticsPath: string
  readonly seal: FileSeal
  /** To be called before it is read: throws where that must not be now, and sees what others have published. */
  beforeReading(): Promise<void> | void
  exists(): Promise<boolean>
  /** To be called before tables are made there. */
  prepare(): Promise<void>
  /** Makes durable what LanceDB has written. */
  sync(): Promise<void>
  /** Milliseconds between two rewritings after removals, or more; null where there are none. */
  readonly rewritesEveryMs: number | null
  /** Whether all of it can be written anew beside itself. */
  hasRoomToRewrite(): Promise<boolean>
  /** The version that others may see; undefined where none is noted. */
  publication(): Promise<Publication | undefined>
  note(publication: Publication): Promise<void>
  /**
   * Links all that lies there into a new folder of this machine. Resolves with what is left to be done until that folder has it in clear, for
   * when others may write to the tables again. Throws STORE_UNUSABLE where it lies elsewhere.
   */
  linkInto(folder: string): Promise<() => Promise<void>>
  /** Puts damaged tables aside for a person to look at, or deletes them without `keep`. Returns where they went. */
  setAside(how: { keep: boolean }): Promise<string | undefined>
}

export interface LocalTablePlaceParts {
  /** The store folder, absolute. */
  readonly store: string
  /** Of the tables' folder in it. */
  readonly name: string
  readonly now: () => number
  readonly seal?: FileSeal
}

/** How folders begin in which damaged tables are kept. */
export const asideBegins = 'lance-damaged-'
const statisticsName = 'term-statistics.bin'

/** Whether a file in a folder of tables is one of Cairn's own, which lie beside those of LanceDB and are never sealed with them. */
export function isOwnFile(name: string): boolean {
  return name === statisticsName || name === publicationName
}

/** Tables in a folder of the store, in clear. */
export class LocalTablePlace implements TablePlace {
  readonly isSealed: boolean = false
  /** Absolute. */
  readonly folder: string
  readonly temporaryFolder: string
  readonly seal: FileSeal
  readonly keepsVersionsMs = 0
  readonly rewritesEveryMs = 5 * 60_000
  readonly #files: TableFileSync
  /** Whether the name of the folder is on the disk. */
  #isSynced = false

  constructor(protected readonly parts: LocalTablePlaceParts) {
    const { store, name, seal = noFileSeal } = parts
    this.seal = seal
    this.folder = join(store, name)
    this.temporaryFolder = join(store, 'tmp')
    this.#files = new TableFileSync(this.folder)
  }

  get name(): string {
    return this.parts.name
  }

  get uri(): string {
    return this.folder
  }

  get storageOptions(): Readonly<Record<string, string>> | undefined {
    return undefined
  }

  get statisticsPath(): string {
    return join(this.folder, statisticsName)
  }

  beforeReading(): Promise<void> | void {
    // Nobody else writes, and a disk that is gone says so itself.
  }

  exists(): Promise<boolean> {
    return exists(this.folder)
  }

  async prepare(): Promise<void> {
    this.#isSynced = false
    await makeStoreFolder(this.folder)
  }

  async sync(): Promise<void> {
    await this.#files.sync()
    if (this.#isSynced) return
    await syncFolder(this.parts.store)
    this.#isSynced = true
  }

  hasRoomToRewrite(): Promise<boolean> {
    return hasRoomToRewrite(this.folder)
  }

  publication(): Promise<Publication | undefined> {
    return readPublication(this.folder)
  }

  note(publication: Publication): Promise<void> {
    return writePublication(this.folder, publication, this.temporaryFolder)
  }

  /** None of the files is ever changed in place. Term statistics are counted anew in no time, and are a megabyte. */
  async linkInto(folder: string): Promise<() => Promise<void>> {
    const entries = await readdir(this.folder, { recursive: true, withFileTypes: true })
    for (const { parentPath, name } of entries.filter((entry) => entry.isFile())) {
      const path = join(parentPath, name)
      if (path === this.statisticsPath) continue
      const target = join(folder, relative(this.folder, path))
      await mkdir(dirname(target), { recursive: true, mode: 0o700 })
      await link(path, target)
    }
    return () => Promise.resolve()
  }

  /** Makes the files in a folder of this disk, which are in clear, those of new tables here. That folder is of no use afterwards. */
  async take(folder: string): Promise<void> {
    await rename(folder, this.folder)
  }

  /** As `lance-damaged-<time>`; only the newest such is kept. */
  async setAside({ keep }: { keep: boolean }): Promise<string | undefined> {
    if (!keep) {
      await rm(this.folder, { recursive: true, force: true })
      return undefined
    }
    const { store } = this.parts
    for (const name of await readdir(store)) {
      if (name.startsWith(asideBegins)) await rm(join(store, name), { recursive: true, force: true })
    }
    const aside = join(store, `${asideBegins}${new Date(this.parts.now()).toISOString().replaceAll(/[:.]/g, '-')}`)
    await rename(this.folder, aside)
    return aside
  }
}
