import { readdir } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { syncFolder, syncPath } from '@engine/platform/durable-files'

/** Where LanceDB keeps the indexes of a table, a folder each. */
const indexes = '_indices'

/**
 * Fsyncs the new files of a table's folder. Older files need no fsync, because written table files never change. Nor does a
 * folder of an index: it is whole before a version of the table names it.
 */
export class TableFileSync {
  #known = new Set<string>()

  constructor(private readonly folder: string) {}

  /** Takes everything there is as already on the disk. */
  async skipExisting(): Promise<void> {
    this.#known = new Set((await this.#walk()).flatMap(([, files]) => files))
  }

  /** Syncs every file and folder that was not there at the last call. */
  async sync(): Promise<void> {
    const seen = new Set<string>()
    for (const [folder, files] of await this.#walk()) {
      const fresh = files.filter((file) => !this.#known.has(file))
      for (const file of fresh) await syncPath(file)
      if (fresh.length > 0) await syncFolder(folder)
      for (const file of files) seen.add(file)
    }
    this.#known = seen
  }

  /** Innermost folders first, so that a file is durable before the name of the folder it is in. */
  async #walk(folder = this.folder): Promise<[folder: string, entries: string[]][]> {
    const entries = await readdir(folder, { withFileTypes: true })
    const inner = entries.filter((entry) => entry.isDirectory()).map((entry) => join(folder, entry.name))
    const nested: [string, string[]][] = []
    for (const child of inner) {
      if (basename(folder) !== indexes || !this.#known.has(child)) nested.push(...(await this.#walk(child)))
    }
    // A folder counts as an entry of its parent; its own sync happened with its files.
    return [...nested, [folder, entries.map((entry) => join(folder, entry.name))]]
  }
}
