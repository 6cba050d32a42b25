import type { KeyObject } from 'node:crypto'
import type { Stats } from 'node:fs'
import { LRUCache } from 'lru-cache'
import { SealedFile } from '@engine/platform/sealing/sealed-file'
import { blockBytes } from '@engine/platform/sealing/stream-block'

/** So many stay open, and for so long after they were read last: a search reads the same few again and again. */
const mostOpen = 64
const idleMs = 5_000
/** Opened blocks that are kept: a search reads parts of a kilobyte from a hundred places, often the same. */
const keptBlocks = 512
/** What is read through is not kept: so many blocks at a time. */
const mostKept = 8

interface Opened {
  readonly file: Promise<SealedFile>
  /** Which file that was: written ones never change, but another may have come in its place. */
  readonly stamp: string
  users: number
  usedAt: number
  /** Nobody is to begin to read it any more. */
  isLeft: boolean
}

/** A file as it is read: plain bytes. */
interface ReadableParts {
  readonly size: number
  /** From `from` up to `to`, both within the file. */
  readonly read: (from: number, to: number) => Buffer
}

/** Sealed files that were read a moment ago, open, so that the next part needs neither opening nor the file's own key made again. */
export class OpenSealedFiles {
  readonly #blocks = new LRUCache<string, Buffer>({ max: keptBlocks })

  /** By path, the one that was used last at the end. */
  readonly #opened = new Map<string, Opened>()
  readonly #closing = new Set<Promise<void>>()
  #timer: NodeJS.Timeout | undefined

  constructor(private readonly key: KeyObject) {}

  /** Reads from a file. `facts` are what the system says of it now. Throws as `SealedFile` does. */
  async use<Result>(path: string, facts: Stats, read: (file: ReadableParts) => Result): Promise<Result> {
    const opened = this.#open(path, stampOf(facts))
    opened.users += 1
    try {
      const file = await opened.file
      return read({ size: file.size, read: (from, to) => this.#read(file, `${path} ${opened.stamp}`, from, to) })
    } catch (thrown) {
      this.forget(path)
      throw thrown
    } finally {
      opened.users -= 1
      opened.usedAt = performance.now()
      if (opened.isLeft) this.#end(opened)
    }
  }

  /** To be called once a file was replaced or deleted. */
  forget(path: string): void {
    const opened = this.#opened.get(path)
    if (!opened) return
    this.#opened.delete(path)
    opened.isLeft = true
    this.#end(opened)
  }

  /** Resolves once none is open any more that nobody reads: on Windows, a folder with an open file in it can be neither renamed nor deleted. */
  async letGo(): Promise<void> {
    clearTimeout(this.#timer)
    this.#timer = undefined
    this.#blocks.clear()
    for (const path of [...this.#opened.keys()]) this.forget(path)
    await Promise.all(this.#closing)
  }

  #read(file: SealedFile, name: string, from: number, to: number): Buffer {
    const [first, end] = [Math.floor(from / blockBytes), Math.ceil(to / blockBytes)]
    if (end - first > mostKept || from === to) return file.readNow(from, to)
    const blocks = Array.from({ length: end - first }, (_, at) => this.#block(file, name, first + at))
    const whole = blocks.length === 1 && blocks[0] ? blocks[0] : Buffer.concat(blocks)
    return whole.subarray(from - first * blockBytes, to - first * blockBytes)
  }

  #block(file: SealedFile, name: string, at: number): Buffer {
    const key = `${name} ${at}`
    const known = this.#blocks.get(key)
    if (known) return known
    const block = file.readNow(at * blockBytes, Math.min(file.size, (at + 1) * blockBytes))
    this.#blocks.set(key, block)
    return block
  }

  #open(path: string, stamp: string): Opened {
    const known = this.#opened.get(path)
    if (known && known.stamp !== stamp) this.forget(path)
    const opened = this.#opened.get(path) ?? {
      ...{ file: SealedFile.open(path, this.key), stamp, users: 0, usedAt: performance.now(), isLeft: false },
    }
    this.#opened.delete(path)
    this.#opened.set(path, opened)
    const [eldest] = this.#opened.keys()
    if (this.#opened.size > mostOpen && eldest !== undefined) this.forget(eldest)
    this.#timer ??= setTimeout(() => this.#closeIdle(), idleMs).unref()
    return opened
  }

  #closeIdle(): void {
    this.#timer = undefined
    for (const [path, { users, usedAt }] of this.#opened)
      if (users === 0 && performance.now() - usedAt >= idleMs) this.forget(path)
    if (this.#opened.size > 0) this.#timer = setTimeout(() => this.#closeIdle(), idleMs).unref()
    else this.#blocks.clear()
  }

  /** Who still reads closes it afterwards. */
  #end({ users, file }: Opened): void {
    if (users > 0) return
    // One that could not be opened has told its reader so.
    const closed = file.then((one) => one.close()).catch(() => undefined)
    this.#closing.add(closed)
    void closed.finally(() => this.#closing.delete(closed))
  }
}

/** Tells a file from another one that has come in its place. */
export function stampOf({ ino, mtimeMs, size }: Stats): string {
  return `${ino.toString(36)}-${mtimeMs.toString(36)}-${size.toString(36)}`
}
