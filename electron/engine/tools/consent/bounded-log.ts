import { appendFile } from 'node:fs/promises'
import type { z } from 'zod'
import { replaceDurably } from '@engine/platform/durable-files'
import { jsonIfValid, textIfPresent } from '@engine/platform/stored-text'
import { WorkQueue } from '@engine/platform/work-queue'

export interface BoundedLogOptions<Entry> {
  readonly path: string
  readonly schema: z.ZodType<Entry>
  /** Entries that are kept; the file holds at most twice as many. */
  readonly limit: number
  readonly log: (line: string) => void
}

/** A log of one JSON value a line, the oldest of which are forgotten. A line that cannot be read costs only itself. */
export class BoundedLog<Entry> {
  readonly #queue = new WorkQueue()
  #inFile: number

  private constructor(
    private readonly options: BoundedLogOptions<Entry>,
    private kept: Entry[],
    inFile: number,
  ) {
    this.#inFile = inFile
  }

  /** Never throws: a log is no reason not to open a store. */
  static async open<Entry>(options: BoundedLogOptions<Entry>): Promise<BoundedLog<Entry>> {
    const text = await textIfPresent(options.path).catch((thrown: unknown) => {
      options.log(`${options.path} cannot be read: ${String(thrown)}`)
      return undefined
    })
    const lines = (text ?? '').split('\n').filter((line) => line !== '')
    const entries = lines.slice(-options.limit).flatMap((line) => {
      const parsed = options.schema.safeParse(jsonIfValid(line))
      return parsed.success ? [parsed.data] : []
    })
    return new BoundedLog(options, entries, lines.length)
  }

  /** Newest first. */
  latest(limit = this.options.limit): Entry[] {
    return this.kept.slice(-limit).toReversed()
  }

  /** Never throws: what was done is done, whether it can be written down or not. */
  async add(entry: Entry): Promise<void> {
    this.kept.push(entry)
    if (this.kept.length > this.options.limit) this.kept = this.kept.slice(-this.options.limit)
    try {
      await this.#queue.run(() => this.#write(entry))
    } catch (thrown) {
      this.options.log(`${this.options.path} could not be written: ${String(thrown)}`)
    }
  }

  /** Resolves when nothing is being written any more. */
  async close(): Promise<void> {
    await this.#queue.idle()
  }

  async #write(entry: Entry): Promise<void> {
    const { path, limit } = this.options
    if (this.#inFile < 2 * limit) {
      // Begins a new line also behind one that a crash cut off.
      await appendFile(path, `${this.#inFile === 0 ? '' : '\n'}${JSON.stringify(entry)}\n`, { mode: 0o600 })
      this.#inFile += 1
      return
    }
    const kept = this.kept.map((one) => `${JSON.stringify(one)}\n`)
    await replaceDurably(path, kept.join(''), `${path}.new`)
    this.#inFile = kept.length
  }
}
