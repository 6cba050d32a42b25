import { link, mkdir, readdir, rename, rm } from 'node:fs/promises'
import { dirname, join, relative } from 'node:path'
import { exists, makeStoreFolder, syncFolder } from '@engine/platform/durable-files'
import { hasRoomToRewrite } from './upkeep/room-to-rewrite'
import { TableFileSync } from '../files/sync-files'
import { type Publication, readPublication, writePublication } from '../tables/publication'

/** Where a folder of tables lies: on this machine's disk, or in a bucket. */
export interface TablePlace {
  /** As LanceDB opens it. */
  readonly uri: string
  /** What LanceDB needs to get there. */
  readonly storageOptions?: Readonly<Record<string, string>> | undefined
  /** Milliseconds for which files of earlier versions are kept, because others may read them. */
  readonly keepsVersionsMs: number
  /** Path of the term statistics on this machine. */
  readonly statisticsPath: string
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
  /** Links all that lies there into a new folder of this machine. Throws STORE_UNUSABLE where it lies elsewhere. */
  linkInto(folder: string): Promise<void>
  /** Puts damaged tables aside for a person to look at, or deletes them without `keep`. Returns where they went. */
  setAside(how: { keep: boolean }): Promise<string | undefined>
}

/** Tables in a folder of the store. */
export class LocalTablePlace implements TablePlace {
  readonly uri: string
  readonly keepsVersionsMs = 0
  readonly rewritesEveryMs = 5 * 60_000
  readonly #files: TableFileSync
  /** Whether the name of the folder is on the disk. */
  #isSynced = false

  /** `store` is the store folder, absolute; `name` that of the tables' folder in it. */
  constructor(
    private readonly store: string,
    name: string,
    private readonly now: () => number,
  ) {
    this.uri = join(store, name)
    this.#files = new TableFileSync(this.uri)
  }

  get statisticsPath(): string {
    return join(this.uri, 'term-statistics.bin')
  }

  beforeReading(): void {
    // Nobody else writes, and a disk that is gone says so itself.
  }

  exists(): Promise<boolean> {
    return exists(this.uri)
  }

  async prepare(): Promise<void> {
    this.#isSynced = false
    await makeStoreFolder(this.uri)
  }

  async sync(): Promise<void> {
    await this.#files.sync()
    if (this.#isSynced) return
    await syncFolder(this.store)
    this.#isSynced = true
  }

  hasRoomToRewrite(): Promise<boolean> {
    return hasRoomToRewrite(this.uri)
  }

  publication(): Promise<Publication | undefined> {
    return readPublication(this.uri)
  }

  note(publication: Publication): Promise<void> {
    return writePublication(this.uri, publication, join(this.store, 'tmp'))
  }

  /** None of the files is ever changed in place. Term statistics are counted anew in no time, and are a megabyte. */
  async linkInto(folder: string): Promise<void> {
    const entries = await readdir(this.uri, { recursive: true, withFileTypes: true })
    for (const { parentPath, name } of entries.filter((entry) => entry.isFile())) {
      const path = join(parentPath, name)
      if (path === this.statisticsPath) continue
      const target = join(folder, relative(this.uri, path))
      await mkdir(dirname(target), { recursive: true, mode: 0o700 })
      await link(path, target)
    }
  }

  /** As `lance-damaged-<time>`; only the newest such is kept. */
  async setAside({ keep }: { keep: boolean }): Promise<string | undefined> {
    if (!keep) {
      await rm(this.uri, { recursive: true, force: true })
      return undefined
    }
    const store = dirname(this.uri)
    for (const name of await readdir(store)) {
      if (name.startsWith('lance-damaged-')) await rm(join(store, name), { recursive: true, force: true })
    }
    const aside = join(store, `lance-damaged-${new Date(this.now()).toISOString().replaceAll(/[:.]/g, '-')}`)
    await rename(this.uri, aside)
    return aside
  }
}
