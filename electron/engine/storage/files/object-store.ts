import { createHash } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { link, readFile, readdir, rename, rm, stat, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { PassThrough, type Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { CairnError, hasCode, toCairnError } from '@shared/errors'
import type { BroughtObject, ObjectPlace, ObjectStore } from '@engine/ports/storage/document-store'
import type { OpenFile } from '@engine/ports/storage/files/open-file'
import { temporaryPath, writeDurably } from './durable-file'
import { ObjectFiles, openInto } from './object-files'
import { type LoggedObject, ObjectLog } from './object-log'
import type { Resealed } from '@engine/ports/storage/files/resealed'
import { atOnce } from '@engine/platform/order/at-once'
import { WorkUnderWay } from '@engine/platform/order/work-under-way'
import { makeStoreFolder, renameDurably, syncFolder, syncPath } from '@engine/platform/durable-files'
import { SealStream } from '@engine/platform/sealing/sealed-file'
import { type FileSeal, noFileSeal } from '@engine/platform/sealing/sealed-files'

/** A file of up to so many bytes is read at once: less work than a stream, and a known one is not written again. */
const readWhole = 4 * 1024 * 1024
/** A larger object is synced by itself: then one fsync more is little beside writing it twice. */
const largestLogged = 1024 * 1024

export interface ObjectStoreOptions {
  readonly log?: (line: string) => void
  readonly seal?: FileSeal
}

/** Content-addressed files in `objects/<first two hex digits>/<sha256>`, sealed where that is wanted (`object-files.ts`). */
export class FileObjectStore implements ObjectStore, Resealed {
  /** Folders that are known to be there; none is ever removed. */
  readonly #shelves = new Set<string>()
  /** Objects that are being put: whoever puts the same bytes waits for the same. */
  readonly #putting = new Map<string, Promise<void>>()
  /** What is being written may have begun in the form of before. */
  readonly #writes = new WorkUnderWay()
  readonly #seal: FileSeal
  readonly #files: ObjectFiles
  readonly #log: ObjectLog

  constructor(
    private readonly folder: string,
    private readonly temporaryFolder: string,
    { log = () => undefined, seal = noFileSeal }: ObjectStoreOptions = {},
  ) {
    this.#seal = seal
    this.#files = new ObjectFiles(folder, seal)
    this.#log = new ObjectLog({ folder, files: this.#files, log })
  }

  /** Writes anew what a loss of power has taken from files that were not synced yet. */
  async recover(): Promise<void> {
    for (const { address, bytes, isSealed } of await this.#log.unfinished()) {
      const path = this.#files.pathOf(address, isSealed)
      if (await isWritten(path, bytes)) continue
      // Brought into the other form since, which is durable before this one goes.
      if (await this.#files.read(address)) continue
      await this.#makeFolder(address)
      await writeDurably(path, bytes, this.temporaryFolder)
    }
  }

  /** Resolves when every object is on the disk in its own file. */
  async close(): Promise<void> {
    await this.#log.settle()
  }

  async put(bytes: Uint8Array, readFrom?: string): Promise<string> {
    const address = createHash('sha256').update(bytes).digest('hex')
    if (address === readFrom) return address
    const putting = this.#putting.get(address) ?? this.#writes.during(this.#put(address, bytes))
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
    if (await this.#files.holds(address, bytes)) return
    await this.#makeFolder(address)
    const isSealed = this.#seal.isSealing
    const written = this.#seal.close(bytes)
    const path = this.#files.pathOf(address, isSealed)
    if (bytes.length > largestLogged) await writeDurably(path, written, this.temporaryFolder)
    else await this.#putLogged(path, { address, bytes: written, isSealed })
    await this.#files.forgetOther(address, isSealed)
  }

  async #putLogged(path: string, object: LoggedObject): Promise<void> {
    const temporary = temporaryPath(this.temporaryFolder)
    try {
      await writeFile(temporary, object.bytes, { mode: 0o600 })
      await rename(temporary, path)
      await this.#log.add(object)
    } catch (error) {
      // A file that no log vouches for would be taken for durable by the next one who puts the same.
      for (const file of [temporary, path]) await rm(file, { force: true })
      throw error
    }
  }

  async putFile(path: string | Buffer, signal?: AbortSignal): Promise<{ address: string; size: number }> {
    try {
      const { size } = await stat(path)
      if (size > readWhole) return await this.#writes.during(this.#copyFile(path, signal))
      const bytes = await readFile(path, { signal })
      return { address: await this.put(bytes), size: bytes.length }
    } catch (error) {
      throw toCairnError(error)
    }
  }

  async #copyFile(path: string | Buffer, signal?: AbortSignal): Promise<{ address: string; size: number }> {
    const temporary = temporaryPath(this.temporaryFolder)
    const isSealed = this.#seal.isSealing
    try {
      const key = isSealed ? this.#seal.key() : undefined
      const { address, size } = await copyHashing(
        path,
        temporary,
        key ? new SealStream(key) : new PassThrough(),
        signal,
      )
      await this.#makeFolder(address)
      await renameDurably(temporary, this.#files.pathOf(address, isSealed))
      await this.#files.forgetOther(address, isSealed)
      return { address, size }
    } finally {
      await rm(temporary, { force: true })
    }
  }

  async read(address: string): Promise<Uint8Array> {
    const bytes = await this.#files.read(address)
    if (bytes) return bytes
    if (bytes === undefined) throw damaged(`The stored object ${address} is missing.`)
    throw damaged(`The stored object ${address} no longer matches its checksum.`)
  }

  temporaryPath(): string {
    return temporaryPath(this.temporaryFolder)
  }

  async locate(address: string): Promise<ObjectPlace> {
    return (await this.#files.find(address)) ?? { address, path: this.#files.pathOf(address, false), key: undefined }
  }

  async bring(address: string): Promise<BroughtObject> {
    const found = await this.locate(address)
    const path = temporaryPath(this.temporaryFolder)
    const release = () => rm(path, { force: true })
    try {
      if (found.key) await openInto(found.path, path, found.key)
      // Under a name of its own, because its file goes when it is sealed. Where nothing can be linked, or nothing is there, it is itself.
      else if (!(await isLinked(found.path, path))) return { path: found.path, release }
      return { path, release }
    } catch (thrown) {
      await release()
      throw thrown
    }
  }

  async open(address: string): Promise<OpenFile> {
    const file = await this.#files.open(address)
    if (file) return file
    throw damaged(`The stored object ${address} is missing.`)
  }

  async has(address: string): Promise<boolean> {
    return (await this.#files.find(address)) !== undefined
  }

  /** Whether there is a file of it, also a damaged one that stayed sealed when nothing else did. */
  async hasFile(address: string): Promise<boolean> {
    return (await this.has(address)) || this.#files.isLeftSealed(address)
  }

  /** The claim is asked for right before each deletion. */
  async sweep(isUsed: (address: string) => boolean): Promise<number> {
    const counts = await atOnce(await this.#shelvesThere(), async (shelf) => {
      let count = 0
      for (const { address, name } of await this.#files.namesOn(shelf)) {
        if (isUsed(address)) continue
        await rm(join(shelf, name), { force: true })
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
    for await (const { address, name, shelf } of this.#walk()) {
      if (isUsed(address)) continue
      await makeStoreFolder(folder, 2)
      await rename(join(shelf, name), join(folder, name))
      await syncFolder(shelf)
      moved += 1
    }
    if (moved > 0) await syncFolder(folder)
    return moved
  }

  /** How many objects there are. */
  async count(): Promise<number> {
    const addresses = new Set<string>()
    for await (const { address } of this.#walk()) addresses.add(address)
    return addresses.size
  }

  /** The size of each object's own file on this machine, by its address. */
  async sizes(): Promise<ReadonlyMap<string, number>> {
    const sizes = new Map<string, number>()
    for await (const { address, name, shelf } of this.#walk()) sizes.set(address, (await stat(join(shelf, name))).size)
    return sizes
  }

  async resealing(): Promise<(() => Promise<boolean>)[]> {
    await this.#writes.ended()
    // A log holds objects as they were written when it began.
    await this.#log.settle()
    await this.#log.requireNone()
    const pieces: (() => Promise<boolean>)[] = []
    for await (const { address, isSealed, shelf } of this.#walk()) {
      if (isSealed === this.#seal.isSealing) continue
      pieces.push(() => this.#files.renew(shelf, address, temporaryPath(this.temporaryFolder)))
    }
    return pieces
  }

  async stillSealed(): Promise<string[]> {
    const paths: string[] = []
    for await (const { name, isSealed, shelf } of this.#walk()) if (isSealed) paths.push(join(shelf, name))
    return paths
  }

  async *#walk() {
    for (const shelf of await this.#shelvesThere()) {
      for (const one of await this.#files.namesOn(shelf)) yield { ...one, shelf }
    }
  }

  async #shelvesThere(): Promise<string[]> {
    const names = await readdir(this.folder)
    return names.filter((name) => /^[0-9a-f]{2}$/.test(name)).map((name) => join(this.folder, name))
  }

  async #makeFolder(address: string): Promise<void> {
    const shelf = dirname(this.#files.pathOf(address))
    if (this.#shelves.has(shelf)) return
    if (await makeStoreFolder(shelf, 2)) await syncFolder(this.folder)
    this.#shelves.add(shelf)
  }
}

async function isLinked(path: string, to: string): Promise<boolean> {
  return link(path, to).then(
    () => true,
    () => false,
  )
}

async function isWritten(path: string, bytes: Uint8Array): Promise<boolean> {
  const found = await readFile(path).catch((error: unknown) => {
    if (hasCode(error, 'ENOENT')) return undefined
    throw error
  })
  return found?.equals(bytes) === true
}

async function copyHashing(
  from: string | Buffer,
  to: string,
  through: Transform,
  signal?: AbortSignal,
): Promise<{ address: string; size: number }> {
  const hash = createHash('sha256')
  let size = 0
  const counted = async function* (chunks: AsyncIterable<Buffer>) {
    for await (const chunk of chunks) {
      hash.update(chunk)
      size += chunk.length
      yield chunk
    }
  }
  const target = createWriteStream(to, { flags: 'wx', mode: 0o600 })
  await pipeline(createReadStream(from), counted, through, target, signal ? { signal } : {})
  await syncPath(to)
  return { address: hash.digest('hex'), size }
}

function damaged(message: string): CairnError {
  return new CairnError('STORE_DAMAGED', message, 'Add the document again from its original file.')
}
