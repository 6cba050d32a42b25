import { randomBytes } from 'node:crypto'
import { appendFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { makeStoreFolder } from '@engine/platform/durable-files'
import type { StoredSpan } from './stored-span'
import { fileNameOf, traceFiles } from './trace-folder'

interface TraceWriterOptions {
  /** Absolute; made when something is written. */
  readonly folder: string
  /** Bytes that all files together may have. */
  readonly mostBytes: () => number
  readonly now: () => number
  readonly log: (line: string) => void
  /** Milliseconds that spans wait for company before they are written. */
  readonly afterMs?: number
}

/** Spans in memory while the disk is slow; what comes on top is lost, and counted. */
const mostWaiting = 20_000
/** Of the bytes of all files one file may have this part: so much goes at once when the oldest is deleted. */
const filePart = 8

/**
 * Writes spans as JSON lines, a while after they ended and never while anybody waits. Each writer has files of its own, so two on one folder
 * do not mix their lines, and a torn line is always a file's last. What cannot be written is dropped: a trace is worth no failure.
 */
export class TraceWriter {
  readonly #own = randomBytes(3).toString('hex')
  #waiting: StoredSpan[] = []
  #writing: Promise<void> = Promise.resolve()
  #timer: NodeJS.Timeout | undefined
  #file: { readonly path: string; bytes: number } | undefined
  #lost = 0
  #isClosed = false

  constructor(private readonly options: TraceWriterOptions) {}

  write(span: StoredSpan): void {
    if (this.#isClosed || this.#waiting.length >= mostWaiting) {
      this.#lost += 1
      return
    }
    this.#waiting.push(span)
    this.#timer ??= setTimeout(() => void this.flush(), this.options.afterMs ?? 250).unref()
  }

  /** Resolves when everything so far is in the files, or given up. Never rejects. */
  flush(): Promise<void> {
    clearTimeout(this.#timer)
    this.#timer = undefined
    return (this.#writing = this.#writing.then(() => this.#writeWaiting()))
  }

  /** How many spans were lost since it was opened. */
  get lost(): number {
    return this.#lost
  }

  /** Begins a new file with the next span: the ones before may go. */
  async leaveFile(): Promise<void> {
    await this.flush()
    this.#file = undefined
  }

  async close(): Promise<void> {
    await this.flush()
    this.#isClosed = true
  }

  async #writeWaiting(): Promise<void> {
    const spans = this.#waiting
    if (spans.length === 0) return
    this.#waiting = []
    try {
      const lines = Buffer.from(spans.map((span) => `${JSON.stringify(span)}\n`).join(''))
      const file = await this.#fileFor(lines.length)
      await appendFile(file.path, lines, { mode: 0o600 })
      file.bytes += lines.length
    } catch (thrown) {
      if (this.#lost === 0) this.options.log(`Traces cannot be written: ${String(thrown)}`)
      this.#lost += spans.length
      // Its last line may be torn: what comes next is another file's.
      this.#file = undefined
    }
  }

  async #fileFor(bytes: number): Promise<{ readonly path: string; bytes: number }> {
    const { folder, mostBytes, now } = this.options
    const most = mostBytes() / filePart
    if (this.#file && this.#file.bytes + bytes <= most) return this.#file
    await makeStoreFolder(folder)
    await this.#makeRoom(most)
    return (this.#file = { path: join(folder, fileNameOf(now(), this.#own)), bytes: 0 })
  }

  /** Deletes the oldest files until one more has room. */
  async #makeRoom(forNext: number): Promise<void> {
    const { folder, mostBytes } = this.options
    const files = await traceFiles(folder)
    let total = files.reduce((sum, { bytes }) => sum + bytes, 0)
    for (const { path, bytes } of files) {
      if (total + forNext <= mostBytes()) return
      await rm(path, { force: true })
      total -= bytes
    }
  }
}
