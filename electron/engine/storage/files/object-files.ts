import { createHash, type KeyObject } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { type FileHandle, open, readFile, rm, stat } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { CairnError, hasCode } from '@shared/errors'
import { renameDurably, syncFolder, syncPath } from '@engine/platform/durable-files'
import { openWhole, plainLength, SealedFile, SealStream, writePlain } from '@engine/platform/sealing/sealed-file'
import type { FileSeal } from '@engine/platform/sealing/sealed-files'
import { filesBelow, namesIn } from '@engine/platform/stored-text'
import type { Resealed } from '@engine/ports/storage/files/resealed'
import { temporaryPath } from './durable-file'
import type { ObjectPlace } from '@engine/ports/storage/document-store'
import type { OpenFile } from '@engine/ports/storage/files/open-file'

/** How an object lies in its file. */
type Form = 'clear' | 'sealed'

export interface ObjectName {
  readonly address: string
  readonly name: string
  readonly isSealed: boolean
}

/** The end of a sealed object's name. What a document's own file says in clear may begin with anything, so its first bytes tell nothing. */
const sealedEnding = '.sealed'
const addressPattern = /^[0-9a-f]{64}$/u

/**
 * The files of objects, `<first two hex digits>/<sha256>`, in either form. While one is brought into the other form both are there,
 * and either is whole.
 */
export class ObjectFiles {
  constructor(
    private readonly folder: string,
    private readonly seal: FileSeal,
  ) {}

  /** Where an object is written to by now, or where it lies in this form. Throws INVALID_INPUT for what is no address. */
  pathOf(address: string, isSealed = this.seal.isSealing): string {
    if (!addressPattern.test(address)) {
      throw new CairnError('INVALID_INPUT', `"${address}" is not the address of a stored object.`)
    }
    return join(this.folder, address.slice(0, 2), nameOf(address, isSealed))
  }

  /** The path of the file there is; undefined where there is none. */
  async find(address: string): Promise<ObjectPlace | undefined> {
    for (const form of this.#forms()) {
      const path = this.pathOf(address, form === 'sealed')
      if (await isFile(path)) return { address, path, key: form === 'sealed' ? this.seal.key() : undefined }
    }
    return undefined
  }

  /** Whether there is a sealed file that nothing opens any more: it was damaged when the others were opened for good. */
  async isLeftSealed(address: string): Promise<boolean> {
    return !this.seal.key() && isFile(this.pathOf(address, true))
  }

  /** The bytes of an object; null where no file of it says what it must. Undefined where there is none. */
  async read(address: string): Promise<Buffer | null | undefined> {
    let isThere = false
    for (const form of this.#forms()) {
      const bytes = await unlessMissing(readFile(this.pathOf(address, form === 'sealed')))
      if (!bytes) continue
      isThere = true
      const plain = this.#opened(bytes, form)
      if (plain && createHash('sha256').update(plain).digest('hex') === address) return plain
    }
    return isThere || (await this.isLeftSealed(address)) ? null : undefined
  }

  /** Whether the object is there in the form that is written by now, with these bytes. */
  async holds(address: string, bytes: Uint8Array): Promise<boolean> {
    const path = this.pathOf(address)
    const form = this.seal.isSealing ? 'sealed' : 'clear'
    const found = await unlessMissing(stat(path))
    if (!found || (form === 'sealed' ? plainLength(found.size) : found.size) !== bytes.length) return false
    const held = await unlessMissing(readFile(path))
    return held !== undefined && this.#opened(held, form)?.equals(bytes) === true
  }

  /** Opens an object to be read from any place; undefined where it is not there. */
  async open(address: string): Promise<OpenFile | undefined> {
    for (const form of this.#forms()) {
      const path = this.pathOf(address, form === 'sealed')
      const key = form === 'sealed' ? this.seal.key() : undefined
      const file = await unlessMissing<OpenFile>(key ? SealedFile.open(path, key) : ClearFile.open(path))
      if (file) return file
    }
    return undefined
  }

  /** Deletes the other file of an object that was written in this form. */
  async forgetOther(address: string, isSealed: boolean): Promise<void> {
    if (this.seal.key()) await rm(this.pathOf(address, !isSealed), { force: true })
  }

  /** The objects whose files lie in a folder. */
  async namesOn(shelf: string): Promise<ObjectName[]> {
    return (await namesIn(shelf)).flatMap((name) => objectNamed(name) ?? [])
  }

  /**
   * Brings an object in this folder, a shelf or what was put aside, into the form that is written by now. Resolves with whether it was in
   * another; false where it has gone.
   */
  async renew(folder: string, address: string, temporary: string): Promise<boolean> {
    const toSealed = this.seal.isSealing
    const key = this.seal.key()
    const [from, to] = [!toSealed, toSealed].map((isSealed) => join(folder, nameOf(address, isSealed))) as [
      string,
      string,
    ]
    if (!key || !(await isFile(from))) return false
    if ((await this.#plainOf(to, toSealed, address)) === undefined) {
      try {
        await (toSealed ? sealInto(from, temporary, key) : openInto(from, temporary, key))
        await syncPath(temporary)
        await renameDurably(temporary, to)
      } catch (thrown) {
        // Neither form can be made of a damaged one; it is for checks and repairs to say so.
        if (!(thrown instanceof CairnError) || thrown.code !== 'STORE_DAMAGED') throw thrown
        return false
      } finally {
        await rm(temporary, { force: true })
      }
    }
    await rm(from, { force: true })
    await syncFolder(dirname(from))
    return true
  }

  /** The bytes that a log has kept of a file, as the object says them; undefined where they do not. */
  openedLog(address: string, bytes: Buffer, isSealed: boolean): Buffer | undefined {
    const plain = this.#opened(bytes, isSealed ? 'sealed' : 'clear')
    return plain && createHash('sha256').update(plain).digest('hex') === address ? plain : undefined
  }

  async #plainOf(path: string, isSealed: boolean, address: string): Promise<Buffer | undefined> {
    const bytes = await unlessMissing(readFile(path))
    return bytes && this.openedLog(address, bytes, isSealed)
  }

  #opened(bytes: Buffer, form: Form): Buffer | undefined {
    if (form === 'clear') return bytes
    const key = this.seal.key()
    return key && openWhole(key, bytes)
  }

  /** Sealed once more in the end: a reader may have come between the two while it was sealed. */
  #forms(): readonly Form[] {
    return this.seal.key() ? ['sealed', 'clear', 'sealed'] : ['clear']
  }
}

/** Objects that were put aside: by repairs, and where the list of documents was missing. Nobody writes to them. */
export class ObjectsAside implements Resealed {
  /** @param store the store's folder, absolute. */
  constructor(
    private readonly store: string,
    private readonly seal: FileSeal,
  ) {}

  async resealing(): Promise<(() => Promise<boolean>)[]> {
    const kept = (await namesIn(this.store)).filter((name) => name === 'damaged' || name.startsWith('objects-kept-'))
    const paths = (await Promise.all(kept.map((name) => filesBelow(join(this.store, name))))).flat()
    return paths.flatMap((path) => {
      const object = objectNamed(basename(path))
      if (!object || object.isSealed === this.seal.isSealing) return []
      const files = new ObjectFiles(dirname(path), this.seal)
      const temporary = temporaryPath(join(this.store, 'tmp'))
      return [() => files.renew(dirname(path), object.address, temporary)]
    })
  }
}

/** A file in clear that is open for reading. */
class ClearFile implements OpenFile {
  private constructor(
    private readonly file: FileHandle,
    readonly size: number,
  ) {}

  static async open(path: string): Promise<ClearFile> {
    const file = await open(path, 'r')
    try {
      return new ClearFile(file, (await file.stat()).size)
    } catch (thrown) {
      await file.close()
      throw thrown
    }
  }

  async read(from: number, to: number): Promise<Buffer> {
    const bytes = Buffer.allocUnsafe(to - from)
    const { bytesRead } = await this.file.read(bytes, 0, bytes.length, from)
    return bytes.subarray(0, bytesRead)
  }

  close(): Promise<void> {
    return this.file.close()
  }
}

async function sealInto(from: string, to: string, key: KeyObject): Promise<void> {
  await pipeline(createReadStream(from), new SealStream(key), createWriteStream(to, { mode: 0o600 }))
}

/** Writes the plain bytes of a sealed file into another one. Throws STORE_DAMAGED. */
export async function openInto(from: string, to: string, key: KeyObject): Promise<void> {
  const file = await SealedFile.open(from, key)
  try {
    await writePlain(file, to)
  } finally {
    await file.close()
  }
}

/** What the name of a file says of the object in it; undefined for a file that holds none. */
export function objectNamed(name: string): ObjectName | undefined {
  const isSealed = name.endsWith(sealedEnding)
  const address = isSealed ? name.slice(0, -sealedEnding.length) : name
  return addressPattern.test(address) ? { address, name, isSealed } : undefined
}

function nameOf(address: string, isSealed: boolean): string {
  return `${address}${isSealed ? sealedEnding : ''}`
}

async function isFile(path: string): Promise<boolean> {
  return (await unlessMissing(stat(path)))?.isFile() === true
}

async function unlessMissing<T>(work: Promise<T>): Promise<T | undefined> {
  try {
    return await work
  } catch (thrown) {
    if (hasCode(thrown, 'ENOENT')) return undefined
    throw thrown
  }
}
