import type { KeyObject } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { rm } from 'node:fs/promises'
import { pipeline } from 'node:stream/promises'
import { SealStream } from '@engine/platform/sealing/sealed-file'

interface Part {
  readonly bytes: Uint8Array
  /** To be called once it is on its way to the disk. */
  readonly taken: () => void
}

/**
 * A file that comes in numbered parts, several at a time. They are sealed in their order as they come: what is ahead waits in memory, and so does
 * its sender, which sends no more than a few at a time.
 */
export class SealedUpload {
  readonly #waiting = new Map<number, Part>()
  readonly #stopping = new AbortController()
  readonly #written: Promise<void>
  #next = 1
  #isWhole = false
  #wake: () => void = () => undefined
  usedAt = performance.now()

  constructor(
    key: KeyObject,
    /** A file that nothing uses yet. */
    readonly path: string,
  ) {
    const file = createWriteStream(path, { mode: 0o600, flags: 'wx' })
    const { signal } = this.#stopping
    this.#written = pipeline(this.#inOrder(), new SealStream(key), file, { signal })
    // Told to whoever sends a part or waits for the end.
    this.#written.catch(() => undefined)
  }

  /** Takes a part, counted from 1. Throws what the system says of the file. */
  async take(number: number, bytes: Uint8Array): Promise<void> {
    this.usedAt = performance.now()
    // Sent again, because the answer was lost.
    if (number < this.#next) return
    const taken = new Promise<void>((resolve) => {
      this.#waiting.get(number)?.taken()
      this.#waiting.set(number, { bytes, taken: resolve })
      this.#wake()
    })
    await Promise.race([taken, this.#written])
  }

  /** Resolves once that many parts are in the file. Throws where there are others, or what the system says of the file. */
  async finish(parts: number): Promise<void> {
    this.#isWhole = true
    this.#wake()
    await this.#written
    if (this.#next !== parts + 1 || this.#waiting.size > 0)
      throw new Error(`A file in ${parts} parts came in ${this.#next - 1}.`)
  }

  /** Deletes what there is of it. */
  async abandon(): Promise<void> {
    this.#stopping.abort()
    this.#wake()
    await this.#written.catch(() => undefined)
    await rm(this.path, { force: true })
  }

  async *#inOrder(): AsyncGenerator<Uint8Array> {
    for (;;) {
      const part = this.#waiting.get(this.#next)
      if (part) {
        this.#waiting.delete(this.#next)
        this.#next += 1
        yield part.bytes
        part.taken()
      } else if (this.#isWhole || this.#stopping.signal.aborted) return
      else await new Promise<void>((resolve) => (this.#wake = resolve))
    }
  }
}
