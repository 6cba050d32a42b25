import { createHash, type KeyObject } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { copyFile, link, stat, utimes } from 'node:fs/promises'
import { PassThrough, type Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { CairnError } from '@shared/errors'
import { isSealedFile, SealedFile, SealStream, writePlain } from '@engine/platform/sealing/sealed-file'
import type { FileSeal } from '@engine/platform/sealing/sealed-files'
import type { OwnNames } from './own-names'

/** What a file is sealed with; undefined for one in clear. */
export type OwnForm = KeyObject | undefined

/** What is in the files of the store that documents are read from, in clear or sealed, wherever they lie. */
export class OwnContent {
  constructor(
    private readonly seal: FileSeal,
    private readonly names: OwnNames,
  ) {}

  /** In which files are written by now. Throws CANCELLED where the key was given up. */
  get form(): OwnForm {
    const key = this.seal.key()
    return this.seal.isSealing ? key : undefined
  }

  /** What the bytes of a file in a form go through as it is written. */
  through(form: OwnForm): Transform {
    return form ? new SealStream(form) : new PassThrough()
  }

  /** Writes a file that came in another form into a new one, in the form of now. */
  async turnIncoming(temporary: string, form: OwnForm, to: string): Promise<void> {
    const sealed = form && (await SealedFile.open(temporary, form))
    try {
      await pipeline(sealed ? sealed.pieces() : createReadStream(temporary), this.through(this.form), intoNew(to))
    } finally {
      await sealed?.close()
    }
  }

  /** Writes a file that lies in the other form into a new one, in the form of now, with its times. Throws STORE_DAMAGED. */
  async turn(at: string, to: string): Promise<void> {
    const { form } = this
    if (!form) return this.copy(at, to)
    await pipeline(createReadStream(at), this.through(form), intoNew(to))
    await copyTimes(at, to)
  }

  /** Copies a file in clear, with its times. Throws STORE_DAMAGED. */
  async copy(at: string, to: string): Promise<void> {
    const file = await this.#openSealed(at)
    if (!file && (await isLinked(at, to))) return
    try {
      await (file ? writePlain(file, to) : copyFile(at, to))
    } finally {
      await file?.close()
    }
    await copyTimes(at, to)
  }

  /** SHA-256, hex, of what is in a file. Throws STORE_DAMAGED. */
  async hash(at: string): Promise<string> {
    const file = await this.#openSealed(at)
    const hash = createHash('sha256')
    try {
      for await (const piece of file?.pieces() ?? createReadStream(at))
        if (piece instanceof Uint8Array) hash.update(piece)
      return hash.digest('hex')
    } finally {
      await file?.close()
    }
  }

  /** Whether a file can be read to its end. */
  async isWhole(at: string): Promise<boolean> {
    let file: SealedFile | undefined
    try {
      file = await this.#openSealed(at)
      for await (const piece of file?.pieces() ?? []) void piece
      return true
    } catch (thrown) {
      if (isDamage(thrown)) return false
      throw thrown
    } finally {
      await file?.close()
    }
  }

  /** Throws STORE_DAMAGED where that cannot be told. */
  async isSealed(at: string): Promise<boolean> {
    const file = await this.#openSealed(at)
    await file?.close()
    return file !== undefined
  }

  /**
   * Undefined for a file in clear. One that is named in clear may begin as a sealed one does and be none, so that its first bytes are not enough. Throws
   * STORE_DAMAGED.
   */
  async #openSealed(at: string): Promise<SealedFile | undefined> {
    const key = this.seal.key()
    if (!key || !(await isSealedFile(at))) return undefined
    if (this.names.inClear(at, key) !== at) return SealedFile.open(at, key)
    let file: SealedFile | undefined
    try {
      file = await SealedFile.open(at, key)
      await file.read(0, Math.min(file.size, 1))
      return file
    } catch (thrown) {
      await file?.close()
      if (isDamage(thrown)) return undefined
      throw thrown
    }
  }
}

export function isDamage(thrown: unknown): boolean {
  return thrown instanceof CairnError && thrown.code === 'STORE_DAMAGED'
}

/** For this user alone. */
function intoNew(path: string): NodeJS.WritableStream {
  return createWriteStream(path, { flags: 'wx', mode: 0o600 })
}

/** Whether a file could be given a second name; not every file system can. */
async function isLinked(path: string, to: string): Promise<boolean> {
  return link(path, to).then(
    () => true,
    () => false,
  )
}

async function copyTimes(from: string, to: string): Promise<void> {
  const { atime, mtime } = await stat(from)
  await utimes(to, atime, mtime)
}
