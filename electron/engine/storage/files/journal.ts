import { type FileHandle, open, readFile, rm, truncate } from 'node:fs/promises'
import { dirname } from 'node:path'
import { hasCode } from '@shared/errors'
import { syncFolder } from '@engine/platform/durable-files'

const newline = 0x0a

/** The whole lines of a journal file, and their length in bytes. */
export interface JournalContent {
  readonly lines: string[]
  readonly wholeBytes: number
  /** The file ends in a line without its newline: a write that a crash cut short. */
  readonly torn: boolean
}

/** Reads a journal; a missing file is an empty journal, a torn last line is left out. */
export async function readJournal(path: string): Promise<JournalContent> {
  let bytes: Buffer
  try {
    bytes = await readFile(path)
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return { lines: [], wholeBytes: 0, torn: false }
    throw error
  }
  const wholeBytes = bytes.lastIndexOf(newline) + 1
  const lines = bytes.toString('utf8', 0, wholeBytes).split('\n').filter(Boolean)
  return { lines, wholeBytes, torn: wholeBytes < bytes.length }
}

/** An append-only file of lines, open for writing. One instance a file; calls must not overlap. */
export class Journal {
  #size: number
  #nameIsDurable = false
  /** Stays open where `staysOpen` says so. */
  #file: FileHandle | undefined

  private constructor(
    readonly path: string,
    size: number,
    private readonly staysOpen: boolean,
  ) {
    this.#size = size
  }

  /**
   * Reads a journal and prepares it for appending: a torn last line is cut off. One that `staysOpen` is not opened for each append;
   * it is to be released before it is replaced, and in the end.
   */
  static async open(
    path: string,
    { staysOpen = false } = {},
  ): Promise<{ journal: Journal; lines: string[]; torn: boolean }> {
    const { lines, wholeBytes, torn } = await readJournal(path)
    if (torn) await truncate(path, wholeBytes)
    return { journal: new Journal(path, wholeBytes, staysOpen), lines, torn }
  }

  get size(): number {
    return this.#size
  }

  /** Appends lines; with `durable`, returns after they and all earlier ones have reached the disk. */
  async append(lines: readonly string[], durable: boolean): Promise<void> {
    const bytes = Buffer.from(lines.map((line) => `${line}\n`).join(''), 'utf8')
    const file = (this.#file ??= await open(this.path, 'a', 0o600))
    try {
      await file.appendFile(bytes)
      if (durable) await file.datasync()
    } catch (error) {
      // Half a line (a full disk) must not become the beginning of the next one.
      await file.truncate(this.#size)
      throw error
    } finally {
      if (!this.staysOpen) await this.release()
    }
    this.#size += bytes.length
    if (durable && !this.#nameIsDurable) {
      await syncFolder(dirname(this.path))
      this.#nameIsDurable = true
    }
  }

  /** Closes the file until the next append. */
  async release(): Promise<void> {
    const file = this.#file
    this.#file = undefined
    await file?.close()
  }

  /** Deletes the file; the next append starts a new one. */
  async clear(): Promise<void> {
    await this.release()
    await rm(this.path, { force: true })
    await syncFolder(dirname(this.path))
    this.#size = 0
    this.#nameIsDurable = false
  }

  /** Tells that the file was replaced from outside by `size` bytes. */
  replaced(size: number): void {
    this.#size = size
  }
}
