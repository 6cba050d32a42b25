import { type FileHandle, readFile, rm, truncate } from 'node:fs/promises'
import { dirname } from 'node:path'
import { hasCode, toCairnError } from '@shared/errors'
import { openToWrite, syncFolder } from '@engine/platform/durable-files'
import { fitsItsSum, hasSum, withoutFlippedBit } from '@engine/platform/lines/summed-line'
import { type LineSeal, noSeal } from '@engine/platform/sealing/line-seal'

const newline = 0x0a

/** The whole lines of a journal file, and their length in bytes. */
export interface JournalContent {
  readonly lines: string[]
  readonly wholeBytes: number
  /** The file ends in a line without its newline: a write that a crash cut short. */
  readonly torn: boolean
  /** Lines in which a flipped bit was put right. The file still has it. */
  readonly mended: number
}

/** Reads a journal; a missing file is an empty journal, a torn last line is left out. */
export async function readJournal(path: string, seal: LineSeal = noSeal): Promise<JournalContent> {
  let bytes: Buffer
  try {
    bytes = await readFile(path)
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return { lines: [], wholeBytes: 0, torn: false, mended: 0 }
    throw error
  }
  const wholeBytes = bytes.lastIndexOf(newline) + 1
  const opened = seal.open(bytes.subarray(0, wholeBytes))
  const { lines, mended } = wholeLines(opened.bytes)
  return { lines, mended: mended + opened.mended, wholeBytes, torn: wholeBytes < bytes.length }
}

function wholeLines(bytes: Buffer): { lines: string[]; mended: number } {
  const lines: string[] = []
  let mended = 0
  let start = 0
  for (let end = bytes.indexOf(newline); end !== -1; end = bytes.indexOf(newline, start)) {
    const line = bytes.toString('utf8', start, end)
    const asItWas = hasSum(line) && fitsItsSum(line) ? undefined : withoutFlippedBit(bytes.subarray(start, end))
    if (asItWas) mended += 1
    if (end > start) lines.push(asItWas?.toString('utf8') ?? line)
    start = end + 1
  }
  return { lines, mended }
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
    private readonly seal: LineSeal,
  ) {
    this.#size = size
  }

  /**
   * Reads a journal and prepares it for appending: a torn last line is cut off. One that `staysOpen` is not opened for each append;
   * it is to be released before it is replaced, and in the end.
   */
  static async open(
    path: string,
    { staysOpen = false, seal = noSeal }: { readonly staysOpen?: boolean; readonly seal?: LineSeal } = {},
  ): Promise<{ journal: Journal; lines: string[]; torn: boolean; mended: number }> {
    const { lines, wholeBytes, torn, mended } = await readJournal(path, seal)
    if (torn) await truncate(path, wholeBytes)
    return { journal: new Journal(path, wholeBytes, staysOpen, seal), lines, torn, mended }
  }

  get size(): number {
    return this.#size
  }

  /** Appends lines; with `durable`, returns after they and all earlier ones have reached the disk. */
  append(lines: readonly string[], durable: boolean): Promise<void> {
    return this.appendText(this.seal.close(lines.map((line) => `${line}\n`).join('')), durable)
  }

  /** Appends whole lines as they are to stand there. */
  async appendText(text: string, durable: boolean): Promise<void> {
    const bytes = Buffer.from(text, 'utf8')
    const file = (this.#file ??= await openToWrite(this.path, 'a'))
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

/** Appends lines to a journal; where the disk is full, once more when room was made. */
export async function appendMakingRoom(
  journal: Journal,
  lines: readonly string[],
  { durable, makeRoom }: { readonly durable: boolean; readonly makeRoom: (() => Promise<void>) | undefined },
): Promise<void> {
  try {
    await journal.append(lines, durable)
  } catch (error) {
    if (!makeRoom || toCairnError(error).code !== 'DISK_FULL') throw error
    await makeRoom()
    await journal.append(lines, durable)
  }
}
