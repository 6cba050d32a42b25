import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { mkdir, open, readFile, readdir, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { CairnError, toCairnError, hasCode } from '@shared/errors'
import type { ObjectStore } from '@engine/ports/storage/document-store'
import { temporaryPath, writeDurably } from './durable-file'
import { renameDurably, syncFolder } from '@engine/platform/durable-files'

const addressPattern = /^[0-9a-f]{64}$/

/** Content-addressed files in `objects/<first two hex digits>/<sha256>`. */
export class FileObjectStore implements ObjectStore {
  constructor(
    private readonly folder: string,
    private readonly temporaryFolder: string,
  ) {}

  async put(bytes: Uint8Array): Promise<string> {
    const address = createHash('sha256').update(bytes).digest('hex')
    // Compared in full: a copy that has rotted is healed by storing the same content again.
    if (await this.#holds(address, bytes)) return address
    await this.#makeFolder(address)
    await writeDurably(this.pathOf(address), bytes, this.temporaryFolder)
    return address
  }

  async putFile(path: string | Buffer, signal?: AbortSignal): Promise<{ address: string; size: number }> {
    const temporary = temporaryPath(this.temporaryFolder)
    try {
      const { address, size } = await copyHashing(path, temporary, signal)
      await this.#makeFolder(address)
      await renameDurably(temporary, this.pathOf(address))
      return { address, size }
    } catch (error) {
      throw toCairnError(error)
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
    let swept = 0
    for await (const [address, shelf] of this.#walk()) {
      if (isUsed(address)) continue
      await rm(join(shelf, address), { force: true })
      await syncFolder(shelf)
      swept += 1
    }
    return swept
  }

  /** How many objects there are. */
  async count(): Promise<number> {
    let count = 0
    const walk = this.#walk()
    while (!(await walk.next()).done) count += 1
    return count
  }

  async *#walk(): AsyncGenerator<[address: string, shelf: string]> {
    for (const prefix of await readdir(this.folder)) {
      if (!/^[0-9a-f]{2}$/.test(prefix)) continue
      const shelf = join(this.folder, prefix)
      for (const address of await readdir(shelf)) if (addressPattern.test(address)) yield [address, shelf]
    }
  }

  async #makeFolder(address: string): Promise<void> {
    const shelf = dirname(this.pathOf(address))
    const created = await mkdir(shelf, { recursive: true, mode: 0o700 })
    if (created !== undefined) await syncFolder(this.folder)
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
