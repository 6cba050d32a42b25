import type { KeyObject } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { mkdir, open, rename, rm, stat } from 'node:fs/promises'
import { dirname, join, relative } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { hasCode } from '@shared/errors'
import { syncPath } from '@engine/platform/durable-files'
import { isSealedFile, SealedFile, SealStream } from '@engine/platform/sealing/sealed-file'
import { filesBelow } from '@engine/platform/stored-text'
import { temporaryPath } from '../../files/durable-file'
import { isOwnFile } from '../table-place'
import { stampOf } from './open-sealed-files'

/** Which way files go. */
export type Way = 'seal' | 'open'

export interface CopyOptions {
  readonly key: KeyObject
  readonly way: Way
  /** A folder on the same disk for files that are being written. */
  readonly temporaryFolder: string
  readonly signal?: AbortSignal | undefined
}

const pieceBytes = 1024 * 1024

/** Writes a file anew, sealed or opened, where there is none yet. Throws STORE_DAMAGED for a sealed one that does not open, and what the system says. */
export async function turnFile(from: string, to: string, { key, way, signal }: CopyOptions): Promise<void> {
  const target = await open(to, 'wx', 0o600)
  if (way === 'seal') {
    const source = createReadStream(from, { highWaterMark: pieceBytes })
    await pipeline(source, new SealStream(key), target.createWriteStream(), { signal })
    return
  }
  let file: SealedFile | undefined
  try {
    file = await SealedFile.open(from, key)
    for await (const piece of file.pieces()) {
      signal?.throwIfAborted()
      await target.writeFile(piece)
    }
  } finally {
    await file?.close()
    await target.close()
  }
}

/** The same in its place, so that a crash leaves the old file or the new one. Resolves with whether it was otherwise before. */
export async function turnInPlace(path: string, options: CopyOptions): Promise<boolean> {
  if ((await isSealedFile(path)) === (options.way === 'seal')) return false
  const temporary = temporaryPath(options.temporaryFolder)
  try {
    await turnFile(path, temporary, options)
    await syncPath(temporary)
    await rename(temporary, path)
  } finally {
    await rm(temporary, { force: true })
  }
  return true
}

/**
 * A copy of the files of tables in a folder of its own, sealed or opened. It is brought up to date in rounds: the first ones while the tables are written to, the
 * last one while nothing is. LanceDB changes no file that it has written.
 */
export class TableCopy {
  /** How each file was that was copied, by its path in the folder. */
  readonly #copied = new Map<string, string>()

  constructor(
    /** Folders, absolute. */
    private readonly from: string,
    private readonly to: string,
    private readonly options: CopyOptions,
  ) {}

  /** Copies what has come or changed since the last round, and deletes what has gone. What Cairn itself keeps beside LanceDB's files is left out. */
  async bring(): Promise<void> {
    const found = new Set<string>()
    for (const path of await filesBelow(this.from)) {
      const name = relative(this.from, path)
      this.options.signal?.throwIfAborted()
      if (!isOwnFile(name) && (await this.#bring(name))) found.add(name)
    }
    for (const name of this.#copied.keys()) {
      if (found.has(name)) continue
      await rm(join(this.to, name), { force: true })
      this.#copied.delete(name)
    }
  }

  /** False where it has gone. */
  async #bring(name: string): Promise<boolean> {
    const path = join(this.from, name)
    const temporary = temporaryPath(this.options.temporaryFolder)
    try {
      // Before it is read: one that is still being written is otherwise in the next round.
      const stamp = stampOf(await stat(path))
      if (this.#copied.get(name) === stamp) return true
      await turnFile(path, temporary, this.options)
      await mkdir(dirname(join(this.to, name)), { recursive: true, mode: 0o700 })
      await rename(temporary, join(this.to, name))
      this.#copied.set(name, stamp)
      return true
    } catch (thrown) {
      if (hasCode(thrown, 'ENOENT') && !(await isThere(path))) return false
      throw thrown
    } finally {
      await rm(temporary, { force: true })
    }
  }
}

async function isThere(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    () => false,
  )
}
