import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { open, readFile, readdir, rename, rm, stat, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { CairnError, toCairnError, hasCode } from '@shared/errors'
import type { ObjectStore } from '@engine/ports/storage/document-store'
import { temporaryPath, writeDurably } from './durable-file'
import { ObjectLog } from './object-log'
import { atOnce } from '@engine/platform/order/at-once'
import { makeStoreFolder, renameDurably, syncFolder } from '@engine/platform/durable-files'

/** A file of up to so many bytes is read at once: less work than a stream, and a known one is not written again. */
const readWhole = 4 * 1024 * 1024
/** A larger object is synced by itself: then one fsync more is little beside writing it twice. */
const largestLogged = 1024 * 1024
const addressPattern = /^[0-9a-f]{64}$/

/** Content-addressed files in `objects/<first two hex digits>/<sha256>`. */
export class FileObjectStore implements ObjectStore {
  /** Folders that are known to be there; none is ever removed. */
  readonly #shelves = new Set<string>()
  /** Objects that are being put: whoever puts the same bytes waits for the same. */
  readonly #putting = new Map<string, Promise<void>>()
  readonly #log: ObjectLog

  constructor(
    private readonly folder: string,
    private readonly temporaryFolder: string,
    log: (line: string) => void = () => undefined,
  ) {
    this.#log = new ObjectLog({ folder, pathOf: (address) => this.pathOf(address), log })
  }

  /** Writes anew what a loss of power has taken from files that were not synced yet. */
  async recover(): Promise<void> {
    for (const { address, bytes } of await this.#log.unfinished()) {
      if (await this.#holds(address, bytes)) continue
      await this.#makeFolder(address)
      await writeDurably(this.pathOf(address), bytes, this.temporaryFolder)
    }
  }

  /** Resolves when every object is on the disk in its own file. */
  async close(): Promise<void> {
    await this.#log.settle()
  }

  async put(bytes: Uint8Array, readFrom?: string): Promise<string> {
    const address = createHash('sha256').update(bytes).digest('hex')
    if (address === readFrom) return address
    const putting = this.#putting.get(address) ?? this.#put(address, bytes)
    this.#putting.set(address, putting)
    try {
      await putting
      return address
    } finally {
      this.#putting.delete(address)
    }
  }

  async #put(address: string, bytes: Uint8Array): Promise<void> {
    // Compared in full: a copy that has rotted is healed by storing the same content again.
    if (await this.#holds(address, bytes)) return
    await this.#makeFolder(address)
    const path = this.pathOf(address)
    if (bytes.length > largestLogged) return writeDurably(path, bytes, this.temporaryFolder)
    const temporary = temporaryPath(this.temporaryFolder)
    try {
      await writeFile(temporary, bytes, { mode: 0o600 })
      await rename(temporary, path)
      await this.#log.add(address, bytes)
    } catch (error) {
      // A file that no log vouches for would be taken for durable by the next one who puts the same.
      for (const file of [temporary, path]) await rm(file, { force: true })
      throw error
    }
  }

  async putFile(path: string | Buffer, signal?: AbortSignal): Promise<{ address: string; size: number }> {
    try {
      const { size } = await stat(path)
      if (size > readWhole) return await this.#copyFile(path, signal)
      const bytes = await readFile(path, { signal })
      return { address: await this.put(bytes), size: bytes.length }
    } catch (error) {
      throw toCairnError(error)
    }
  }

  async #copyFile(path: string | Buffer, signal?: AbortSignal): Promise<{ address: string; size: number }> {
    const temporary = temporaryPath(this.temporaryFolder)
    try {
      const { address, size } = await copyHashing(path, temporary, signal)
      await this.#makeFolder(address)
      await renameDurably(temporary, this.pathOf(address))
      return { address, size }
    } finally {
      await rm(temporary, { force: true })
    }
  }

  async read(address: string): Promise<Uint8Array> {
    const path = this.pathOf(address)
    let bytes: Buffer
    try {
      bytes = await readFile(path)
    } catch (error) {
      if (hasCode(error, 'ENOENT')) throw damaged(`The stored object ${address} is missing.`)
      throw error
    }
    if (createHash('sha256').update(bytes).digest('hex') !== address) {
      throw damaged(`The stored object ${address} no longer matches its checksum.`)
    }
    return bytes
  }

  temporaryPath(): string {
    return temporaryPath(this.temporaryFolder)
  }

  pathOf(address: string): string {
    if (!addressPattern.test(address)) {
      throw new CairnError('INVALID_INPUT', `"${address}" is not the address of a stored object.`)
    }
    return join(this.folder, address.slice(0, 2), address)
  }

  async bring(address: string): Promise<string> {
    return Promise.resolve(this.pathOf(address))
  }

  async has(address: string): Promise<boolean> {
    try {
      return (await stat(this.pathOf(address))).isFile()
    } catch (error) {
      if (hasCode(error, 'ENOENT')) return false
      throw error
    }
  }

  /** The claim is asked for right before each deletion. */
  async sweep(isUsed: (address: string) => boolean): Promise<number> {
    const counts = await atOnce(await this.#shelvesThere(), async (shelf) => {
      let count = 0
      for (const address of await addressesOn(shelf)) {
        if (isUsed(address)) continue
        await rm(join(shelf, address), { force: true })
        count += 1
      }
      if (count > 0) await syncFolder(shelf)
      return count
    })
    const swept = counts.reduce((sum, count) => sum + count, 0)
    // Nor may a log hold their bytes.
    if (swept > 0) await this.#log.settle()
    return swept
  }

  /** Moves every object that `isUsed` does not claim into a folder, made where there are any. Returns how many went. */
  async setAside(isUsed: (address: string) => boolean, folder: string): Promise<number> {
    let moved = 0
    for await (const [address, shelf] of this.#walk()) {
      if (isUsed(address)) continue
      await makeStoreFolder(folder, 2)
      await rename(join(shelf, address), join(folder, address))
      await syncFolder(shelf)
      moved += 1
    }
    if (moved > 0) await syncFolder(folder)
    return moved
  }

  /** How many objects there are. */
  async count(): Promise<number> {
    let count = 0
    const walk = this.#walk()
    while (!(await walk.next()).done) count += 1
    return count
  }

  /** The size of each object in its own file on this machine, by its address. */
  async sizes(): Promise<ReadonlyMap<string, number>> {
    const sizes = new Map<string, number>()
    for await (const [address, shelf] of this.#walk()) sizes.set(address, (await stat(join(shelf, address))).size)
    return sizes
  }

  async *#walk(): AsyncGenerator<[address: string, shelf: string]> {
    for (const shelf of await this.#shelvesThere()) {
      for (const address of await addressesOn(shelf)) yield [address, shelf]
    }
  }

  async #shelvesThere(): Promise<string[]> {
    const names = await readdir(this.folder)
    return names.filter((name) => /^[0-9a-f]{2}$/.test(name)).map((name) => join(this.folder, name))
  }

  async #makeFolder(address: string): Promise<void> {
    const shelf = dirname(this.pathOf(address))
    if (this.#shelves.has(shelf)) return
    if (await makeStoreFolder(shelf, 2)) await syncFolder(this.folder)
    this.#shelves.add(shelf)
  }

  async #holds(address: string, bytes: Uint8Array): Promise<boolean> {
    try {
      const path = this.pathOf(address)
      if ((await stat(path)).size !== bytes.length) return false
      return (await readFile(path)).equals(bytes)
    } catch (error) {
      if (hasCode(error, 'ENOENT')) return false
      throw error
    }
  }
}

async function addressesOn(shelf: string): Promise<string[]> {
  return (await readdir(shelf)).filter((name) => addressPattern.test(name))
}

async function copyHashing(
  from: string | Buffer,
  to: string,
  signal?: AbortSignal,
): Promise<{ address: string; size: number }> {
  const hash = createHash('sha256')
  const target = await open(to, 'wx', 0o600)
  let size = 0
  try {
    await pipeline(
      createReadStream(from),
      async (chunks: AsyncIterable<Buffer>) => {
        for await (const chunk of chunks) {
          hash.update(chunk)
          size += chunk.length
          await target.writeFile(chunk)
        }
      },
      signal ? { signal } : {},
    )
    await target.sync()
  } finally {
    await target.close()
  }
  return { address: hash.digest('hex'), size }
}

function damaged(message: string): CairnError {
  return new CairnError('STORE_DAMAGED', message, 'Add the document again from its original file.')
}
