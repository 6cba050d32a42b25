import { createHash } from 'node:crypto'
import { type FileHandle, open, readdir, readFile, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { hasCode } from '@shared/errors'
import { atOnce } from '@engine/platform/order/at-once'
import { syncFolder, syncPath } from '@engine/platform/durable-files'

/** Before the bytes of an object: its SHA-256 and its length (UInt32, little-endian). */
const hashBytes = 32
const headerBytes = hashBytes + 4
/** From this size on a log is ended and its objects are synced one by one. */
const fullAt = 8 * 1024 * 1024
/** Without anything more to write for so long, what there is gets synced, so that closing need not wait for it. */
const idleMs = 3000
const logName = /^unsynced-(\d+)\.log$/u

interface LoggedObject {
  readonly address: string
  readonly bytes: Uint8Array
}

interface Waiting extends LoggedObject {
  readonly resolve: () => void
  readonly reject: (reason: unknown) => void
}

/** A log in writing. */
interface OpenLog {
  readonly path: string
  readonly file: FileHandle
  readonly addresses: string[]
  size: number
}

export interface ObjectLogParts {
  /** Where the logs lie, absolute. */
  readonly folder: string
  readonly pathOf: (address: string) => string
  readonly log: (line: string) => void
}

/**
 * Makes objects durable together: one append and one fsync for all that come at a time, where each would take two of its own. Their
 * files are written beside it and synced later, while nobody waits; only then the log goes. After a loss of power `unfinished` has what the
 * files may lack.
 */
export class ObjectLog {
  #waiting: Waiting[] = []
  #current: OpenLog | undefined
  #number = 0
  #whenIdle: NodeJS.Timeout | undefined
  /** Appends and ends of logs, one after another. */
  #appending: Promise<unknown> = Promise.resolve()
  /** The syncing of files whose logs have ended. */
  #syncing: Promise<unknown> = Promise.resolve()

  constructor(private readonly parts: ObjectLogParts) {}

  /** Resolves when the bytes are on the disk in the log. Their file must be there, synced or not. */
  add(address: string, bytes: Uint8Array): Promise<void> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ address, bytes, resolve, reject })
      if (this.#waiting.length === 1) this.#appending = this.#appending.then(() => this.#appendAll())
    })
  }

  /** Ends the log in writing; resolves when every object added so far is on the disk in its file and no log holds it. */
  async settle(): Promise<void> {
    clearTimeout(this.#whenIdle)
    this.#appending = this.#appending.then(() => this.#end())
    await this.#appending
    await this.#syncing
  }

  /** What logs that an earlier process left hold. Their files are synced, and they go, behind `settle`. */
  async unfinished(): Promise<LoggedObject[]> {
    const names = (await readdir(this.parts.folder)).filter((name) => logName.test(name))
    const all: LoggedObject[] = []
    for (const name of names) {
      this.#number = Math.max(this.#number, Number(logName.exec(name)?.[1]))
      const path = join(this.parts.folder, name)
      const objects = objectsIn(await readFile(path))
      all.push(...objects)
      this.#settleLater({ path, addresses: objects.map(({ address }) => address) })
    }
    return all
  }

  async #appendAll(): Promise<void> {
    const group = this.#waiting
    this.#waiting = []
    try {
      const log = (this.#current ??= await this.#begin())
      await append(log, group)
      for (const { resolve } of group) resolve()
      if (log.size >= fullAt) await this.#end()
      clearTimeout(this.#whenIdle)
      this.#whenIdle = setTimeout(() => void this.settle(), idleMs).unref()
    } catch (error) {
      for (const { reject } of group) reject(error)
    }
  }

  async #begin(): Promise<OpenLog> {
    this.#number += 1
    const path = join(this.parts.folder, `unsynced-${this.#number}.log`)
    const file = await open(path, 'wx', 0o600)
    await syncFolder(this.parts.folder)
    return { path, file, addresses: [], size: 0 }
  }

  async #end(): Promise<void> {
    const ended = this.#current
    this.#current = undefined
    if (!ended) return
    await ended.file.close()
    this.#settleLater(ended)
  }

  /** A log whose files cannot be synced stays for the next start. */
  #settleLater(ended: Pick<OpenLog, 'path' | 'addresses'>): void {
    this.#syncing = this.#syncing
      .then(() => this.#sync(ended))
      .catch((error: unknown) => this.parts.log(`store: ${ended.path} is kept: ${String(error)}`))
  }

  async #sync({ path, addresses }: Pick<OpenLog, 'path' | 'addresses'>): Promise<void> {
    const shelves = new Set<string>()
    await atOnce(addresses, async (address) => {
      const file = this.parts.pathOf(address)
      // It may have been deleted meanwhile.
      if (await whereThere(syncPath(file))) shelves.add(dirname(file))
    })
    await atOnce(shelves, syncFolder)
    await rm(path, { force: true })
  }
}

/** Half an entry (a full disk) must not stand before the next one. */
async function append(log: OpenLog, objects: readonly LoggedObject[]): Promise<void> {
  const parts = objects.flatMap(({ address, bytes }) => {
    const header = Buffer.alloc(headerBytes)
    header.write(address, 'hex')
    header.writeUInt32LE(bytes.length, hashBytes)
    return [header, bytes]
  })
  const all = Buffer.concat(parts)
  try {
    await log.file.writeFile(all)
    await log.file.datasync()
  } catch (error) {
    await log.file.truncate(log.size)
    throw error
  }
  log.size += all.length
  log.addresses.push(...objects.map(({ address }) => address))
}

/** The whole entries of a log; a crash may have cut the last ones short. */
function objectsIn(log: Buffer): LoggedObject[] {
  const objects: LoggedObject[] = []
  for (let at = 0; at + headerBytes <= log.length;) {
    const from = at + headerBytes
    const to = from + log.readUInt32LE(at + hashBytes)
    const address = log.toString('hex', at, at + hashBytes)
    const bytes = log.subarray(from, to)
    if (to > log.length || createHash('sha256').update(bytes).digest('hex') !== address) break
    objects.push({ address, bytes })
    at = to
  }
  return objects
}

async function whereThere(work: Promise<void>): Promise<boolean> {
  try {
    await work
    return true
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return false
    throw error
  }
}
