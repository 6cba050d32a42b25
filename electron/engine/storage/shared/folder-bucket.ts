import { mkdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { dirname, join, relative, sep } from 'node:path'
import { hasCode, toCairnError } from '@shared/errors'
import { filesBelow } from '@engine/platform/stored-text'
import type { Bucket, BucketEntry, BucketListing } from '@engine/ports/storage/bucket'
import { objectMissing, requireKey, requirePrefix } from './bucket-keys'
import { temporaryPath, writeDurably } from '../files/durable-file'

/** A folder of files as a bucket. Only for one machine: network file systems may show others an old list of names. */
export class FolderBucket implements Bucket {
  constructor(readonly address: string) {}

  async get(key: string): Promise<Uint8Array> {
    try {
      return await readFile(this.#pathOf(key))
    } catch (thrown) {
      if (hasCode(thrown, 'ENOENT', 'ENOTDIR', 'EISDIR')) throw objectMissing(key, this.address)
      throw toCairnError(thrown)
    }
  }

  async put(key: string, bytes: Uint8Array): Promise<void> {
    const path = this.#pathOf(key)
    await this.#doing(async () => {
      await mkdir(dirname(path), { recursive: true, mode: 0o700 })
      await writeDurably(path, bytes, await this.#temporaryFolder())
    })
  }

  async copy(from: string, to: string): Promise<void> {
    await this.put(to, await this.get(from))
  }

  list(prefix: string): Promise<BucketListing> {
    const folder = join(this.address, ...requirePrefix(prefix).split('/').slice(0, -1))
    return this.#doing(async () => {
      const now = await this.#clock()
      const found = await Promise.all((await filesBelow(folder)).map((path) => this.#describe(path)))
      const entries = found.filter((entry) => entry?.key.startsWith(prefix) === true) as BucketEntry[]
      return { entries: entries.sort((a, b) => (a.key < b.key ? -1 : 1)), now }
    })
  }

  async delete(key: string): Promise<void> {
    const path = this.#pathOf(key)
    await this.#doing(() => rm(path, { force: true }))
  }

  #pathOf(key: string): string {
    return join(this.address, ...requireKey(key).split('/'))
  }

  async #doing<T>(act: () => Promise<T>): Promise<T> {
    try {
      return await act()
    } catch (thrown) {
      throw toCairnError(thrown)
    }
  }

  /** Undefined for what has gone meanwhile. */
  async #describe(path: string): Promise<BucketEntry | undefined> {
    try {
      const { size, mtimeMs } = await stat(path)
      return { key: relative(this.address, path).split(sep).join('/'), size, changedAt: mtimeMs }
    } catch (thrown) {
      if (hasCode(thrown, 'ENOENT')) return undefined
      throw thrown
    }
  }

  /** Outside every prefix, since no key begins with a `~`. */
  async #temporaryFolder(): Promise<string> {
    const folder = join(this.address, '~tmp')
    await mkdir(folder, { recursive: true, mode: 0o700 })
    return folder
  }

  /** The clock that dates the files, which need not be this process's. */
  async #clock(): Promise<number> {
    const path = temporaryPath(await this.#temporaryFolder())
    await writeFile(path, '')
    const { mtimeMs } = await stat(path)
    await rm(path, { force: true })
    return mtimeMs
  }
}
