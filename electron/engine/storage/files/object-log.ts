import { type FileHandle, open, readdir, readFile, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { hasCode } from '@shared/errors'
import { atOnce } from '@engine/platform/order/at-once'
import { syncFolder, syncPath } from '@engine/platform/durable-files'
import type { ObjectFiles } from './object-files'

/** Before the bytes of an object's file: its SHA-256 and their length (UInt32, little-endian), with a bit that says whether they are sealed. */
const hashBytes = 32
const headerBytes = hashBytes + 4
const sealedBit = 0x8000_0000
/** From this size on a log is ended and its objects are synced one by one. */
const fullAt = 8 * 1024 * 1024
/** Without anything more to write for so long, what there is gets synced, so that closing need not wait for it. */
const idleMs = 3000
const logName = /^unsynced-(\d+)\.log$/u

export interface LoggedObject {
  readonly address: string
  /** Of its file, as they are written. */
  readonly bytes: Uint8Array
  readonly isSealed: boolean
}

interface Waiting extends LoggedObject {
  readonly resolve: () => void
  readonly reject: (reason: unknown) => void
}

/** A log in writing. */
interface OpenLog {
  readonly path: string
  readonly file: FileHandle
  readonly paths: string[]
  size: number
}

export interface ObjectLogParts {
  /** Where the logs lie, absolute. */
  readonly folder: string
  readonly files: Pick<ObjectFiles, 'pathOf' | 'openedLog'>
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
  add(object: LoggedObject): Promise<void> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ ...object, resolve, reject })
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

  /** Throws where a log could not be ended and still holds objects, as `settle` has logged. */
  async requireNone(): Promise<void> {
    const left = (await readdir(this.parts.folder)).find((name) => logName.test(name))
    if (left !== undefined) throw new Error(`${left} still holds objects that are not synced`)
  }

  /** What logs that an earlier process left hold. Their files are synced, and they go, behind `settle`. */
  async unfinished(): Promise<LoggedObject[]> {
    const names = (await readdir(this.parts.folder)).filter((name) => logName.test(name))
    const all: LoggedObject[] = []
    for (const name of names) {
      this.#number = Math.max(this.#number, Number(logName.exec(name)?.[1]))
      const path = join(this.parts.folder, name)
      const objects = objectsIn(await readFile(path), this.parts.files)
      all.push(...objects)
      this.#settleLater({ path, paths: objects.map((one) => this.#pathOf(one)) })
    }
    return all
  }

  async #appendAll(): Promise<void> {
    const group = this.#waiting
    this.#waiting = []
    try {
      const log = (this.#current ??= await this.#begin())
      await append(log, group)
      log.paths.push(...group.map((one) => this.#pathOf(one)))
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
    return { path, file, paths: [], size: 0 }
  }

  async #end(): Promise<void> {
    const ended = this.#current
    this.#current = undefined
    if (!ended) return
    await ended.file.close()
    this.#settleLater(ended)
  }

  /** A log whose files cannot be synced stays for the next start. */
  #settleLater(ended: Pick<OpenLog, 'path' | 'paths'>): void {
    this.#syncing = this.#syncing
      .then(() => this.#sync(ended))
      .catch((error: unknown) => this.parts.log(`store: ${ended.path} is kept: ${String(error)}`))
  }

  async #sync({ path, paths }: Pick<OpenLog, 'path' | 'paths'>): Promise<void> {
    const shelves = new Set<string>()
    await atOnce(paths, async (file) => {
      // It may have been deleted meanwhile.
      if (await whereThere(syncPath(file))) shelves.add(dirname(file))
    })
    await atOnce(shelves, syncFolder)
    await rm(path, { force: true })
  }

  #pathOf({ address, isSealed }: LoggedObject): string {
    return this.parts.files.pathOf(address, isSealed)
  }
}

/** Half an entry (a full disk) must not stand before the next one. */
async function append(log: OpenLog, objects: readonly LoggedObject[]): Promise<void> {
  const parts = objects.flatMap(({ address, bytes, isSealed }) => {
    const header = Buffer.alloc(headerBytes)
    header.write(address, 'hex')
    header.writeUInt32LE(isSealed ? sealedBit + bytes.length : bytes.length, hashBytes)
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
}

/** The whole entries of a log; a crash may have cut the last ones short. */
function objectsIn(log: Buffer, files: Pick<ObjectFiles, 'openedLog'>): LoggedObject[] {
  const objects: LoggedObject[] = []
  for (let at = 0; at + headerBytes <= log.length;) {
    const from = at + headerBytes
    const length = log.readUInt32LE(at + hashBytes)
    const isSealed = length >= sealedBit
    const to = from + (isSealed ? length - sealedBit : length)
    const address = log.toString('hex', at, at + hashBytes)
    const bytes = log.subarray(from, to)
    if (to > log.length || !files.openedLog(address, bytes, isSealed)) break
    objects.push({ address, bytes, isSealed })
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
