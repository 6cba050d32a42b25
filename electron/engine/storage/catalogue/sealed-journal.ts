import { createHash } from 'node:crypto'
import { open, readFile, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { setImmediate as macrotask } from 'node:timers/promises'
import { hasCode, toCairnError } from '@shared/errors'
import { syncFolder } from '@engine/platform/durable-files'
import { type LineSeal, noSeal } from '@engine/platform/sealing/line-seal'
import { writeDurably } from '../files/durable-file'
import { Journal } from '../files/journal'
import { chooseCopy } from './choose-copy'
import { readSeal, type SealedState, writeSeal } from './seal'

export interface SealedJournalOptions {
  readonly readOnly: boolean
  readonly log: (line: string) => void
  readonly now?: () => number
  /** What lines go through on their way to the disk and back. */
  readonly encryption?: LineSeal
}

/** What was found when the journal was opened. */
export interface OpenedJournal {
  /** Undefined where it was opened for reading only. */
  readonly journal: SealedJournal | undefined
  readonly lines: string[]
  /** When both copies were found damaged, milliseconds since the epoch; null where nothing is known to be lost. */
  readonly damagedAt: number | null
}

interface SealedJournalFiles {
  readonly main: Journal
  readonly copy: Journal
  readonly log: (line: string) => void
  readonly encryption: LineSeal
}

const readingTries = 3
const sliceBytes = 256 * 1024

/** The paths of the list of documents, its copy and their seal. */
export function cataloguePaths(folder: string) {
  return {
    main: join(folder, 'documents.jsonl'),
    copy: join(folder, 'documents.copy.jsonl'),
    seal: join(folder, 'documents.seal'),
  }
}

/**
 * A journal that is kept twice, with a seal that says how long it must be at least and what its checksum is: so that a part of it
 * that is cut off or changed is noticed, and taken from the copy.
 */
export class SealedJournal {
  #copyIsBehind = false

  private constructor(
    private readonly folder: string,
    private readonly files: SealedJournalFiles,
    private hash: ReturnType<typeof createHash>,
    private seal: { readonly state: SealedState; readonly damagedAt: number | null },
  ) {}

  /** Reads the list, and mends it where one of its copies is damaged. Throws what the system says. */
  static async open(folder: string, options: SealedJournalOptions): Promise<OpenedJournal> {
    const { readOnly, log, now = Date.now, encryption = noSeal } = options
    const paths = cataloguePaths(folder)
    // Beside a writing process the list may be replaced between two readings.
    let found = await readCopies(folder)
    for (let n = 1; readOnly && found.state === 'damaged' && n < readingTries; n += 1) found = await readCopies(folder)
    const { main, copy, bytes, seal, state } = found
    const damagedAt = state === 'damaged' ? (seal?.damaged_at ?? now()) : (seal?.damaged_at ?? null)
    const lines = encryption.open(bytes).bytes.toString('utf8').split('\n').filter(Boolean)
    if (readOnly) return { journal: undefined, lines, damagedAt }
    if (state === 'healed') log('store: the list of documents was damaged; it was made whole from its copy.')
    if (state === 'damaged') log('store: the list of documents and its copy are damaged; run `cairn store check`.')
    const sealed = stateOf(bytes)
    await writeSeal(paths.seal, { states: [...(seal?.states.slice(-1) ?? []), sealed], damaged_at: damagedAt }, true)
    if (!main.equals(bytes)) await putInPlace(folder, paths.main, bytes)
    if (!copy.equals(bytes)) await putInPlace(folder, paths.copy, bytes)
    await writeSeal(paths.seal, { states: [sealed], damaged_at: damagedAt }, true)
    const open = async (path: string) => (await Journal.open(path, { staysOpen: true })).journal
    const hash = createHash('sha256').update(bytes)
    const files = { main: await open(paths.main), copy: await open(paths.copy), log, encryption }
    return { journal: new SealedJournal(folder, files, hash, { state: sealed, damagedAt }), lines, damagedAt }
  }

  /** As `Journal.append`. The copy follows without being waited for on the disk. */
  async append(lines: readonly string[], isDurable: boolean): Promise<void> {
    // Encrypted once for both: the copy has the same bytes.
    const text = this.files.encryption.close(lines.map((line) => `${line}\n`).join(''))
    await this.files.main.appendText(text, isDurable)
    this.hash.update(text)
    if (isDurable) await this.#seal()
    if (this.#copyIsBehind) return
    await this.files.copy.appendText(text, false).catch((thrown: unknown) => {
      this.#copyIsBehind = true
      this.files.log(`store: the copy of the document list could not be written: ${String(thrown)}`)
    })
  }

  /** Replaces everything; needs no free space where the new content is no longer than the old. */
  async replace(bytes: Buffer): Promise<void> {
    const close = (slice: Buffer) => Buffer.from(this.files.encryption.close(slice.toString('utf8')), 'utf8')
    await this.#replace(await inSlices(bytes, close))
  }

  /** Writes every line as lines are written by now, damaged ones as they are. Resolves with whether any was otherwise before. */
  async renew(): Promise<boolean> {
    const before = await this.#whole()
    const bytes = await inSlices(before, (slice) => this.files.encryption.renewed(slice))
    if (bytes.equals(before)) return false
    await this.#replace(bytes)
    return true
  }

  /** The list as it was written, of whichever copy still says it. Rejects where neither does: then the next start sees what can be saved. */
  async #whole(): Promise<Buffer> {
    const sha256 = this.hash.copy().digest('hex')
    for (const { path } of [this.files.main, this.files.copy]) {
      const bytes = (await bytesOf(path)).subarray(0, this.files.main.size)
      if (stateOf(bytes).sha256 === sha256) return bytes
    }
    throw new Error('the list of documents is not as it was written')
  }

  async #replace(bytes: Buffer): Promise<void> {
    const next = stateOf(bytes)
    const { main, copy, seal } = cataloguePaths(this.folder)
    // A crash from here on leaves one of the copies as one of the two states.
    await writeSeal(seal, { states: [this.seal.state, next], damaged_at: this.seal.damagedAt }, true)
    for (const [journal, path] of [[this.files.copy, copy] as const, [this.files.main, main] as const]) {
      await journal.release()
      await putInPlace(this.folder, path, bytes)
      journal.replaced(bytes.length)
    }
    this.#copyIsBehind = false
    this.hash = createHash('sha256').update(bytes)
    this.seal = { ...this.seal, state: next }
    await writeSeal(seal, { states: [next], damaged_at: this.seal.damagedAt }, false)
  }

  /** What was lost has been told and taken note of. */
  async acceptDamage(): Promise<void> {
    this.seal = { ...this.seal, damagedAt: null }
    await this.#seal()
  }

  async close(): Promise<void> {
    await this.files.main.release()
    await this.files.copy.release()
    if (this.#copyIsBehind) await rm(this.files.copy.path, { force: true })
    await this.#seal()
  }

  /** Without it the seal of before counts, which this list begins with, too. */
  async #seal(): Promise<void> {
    const state = { bytes: this.files.main.size, sha256: this.hash.copy().digest('hex') }
    this.seal = { ...this.seal, state }
    const seal = { states: [state], damaged_at: this.seal.damagedAt }
    await writeSeal(cataloguePaths(this.folder).seal, seal, false).catch((thrown: unknown) => {
      this.files.log(`store: the seal of the document list could not be written: ${String(thrown)}`)
    })
  }
}

/** The seal first: a list that is read after it has at least what it speaks of. */
async function readCopies(folder: string) {
  const paths = cataloguePaths(folder)
  const seal = await readSeal(paths.seal)
  const [main, copy] = [await bytesOf(paths.main), await bytesOf(paths.copy)]
  return { main, copy, seal, ...chooseCopy(main, copy, seal) }
}

/** Replaces a file; on a full disk by writing over it, which is safe as long as the other copy is whole. */
async function putInPlace(folder: string, path: string, bytes: Buffer): Promise<void> {
  try {
    await writeDurably(path, bytes, join(folder, 'tmp'))
  } catch (thrown) {
    if (toCairnError(thrown).code !== 'DISK_FULL' || bytes.length > (await stat(path)).size) throw thrown
    await writeOver(path, bytes)
  }
}

async function writeOver(path: string, bytes: Buffer): Promise<void> {
  const file = await open(path, 'r+')
  try {
    let at = 0
    while (at < bytes.length) at += (await file.write(bytes, at, bytes.length - at, at)).bytesWritten
    await file.truncate(bytes.length)
    await file.sync()
  } finally {
    await file.close()
  }
  await syncFolder(join(path, '..'))
}

const newline = 0x0a

/** Does something with whole lines, a few thousand bytes at a time: of a long list it takes seconds, and others want to go on. */
async function inSlices(bytes: Buffer, act: (slice: Buffer) => Buffer): Promise<Buffer> {
  const done: Buffer[] = []
  for (let from = 0; from < bytes.length;) {
    const end = bytes.indexOf(newline, Math.min(bytes.length - 1, from + sliceBytes))
    const to = end === -1 ? bytes.length : end + 1
    done.push(act(bytes.subarray(from, to)))
    from = to
    await macrotask()
  }
  return Buffer.concat(done)
}

function stateOf(bytes: Buffer): SealedState {
  return { bytes: bytes.length, sha256: createHash('sha256').update(bytes).digest('hex') }
}

async function bytesOf(path: string): Promise<Buffer> {
  try {
    return await readFile(path)
  } catch (thrown) {
    if (hasCode(thrown, 'ENOENT')) return Buffer.alloc(0)
    throw thrown
  }
}
