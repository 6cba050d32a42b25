import type { GeneratedText } from '../supervision/host-client'
import { initialCredit } from './protocol'

/** Milliseconds between two messages, one a frame of a screen: each costs both processes about half a millisecond. */
const gatherMs = 16

interface FlowClock {
  now(): number
  after(ms: number, then: () => void): () => void
}

/**
 * Sends what is generated in messages, gathered, in order, never more than the reader has given credit for. The first
 * piece goes at once, so that nobody waits longer than they must for it.
 */
export class ChunkFlow {
  #credit = initialCredit
  #held: GeneratedText[] = []
  #lastSent = Number.NEGATIVE_INFINITY
  #cancelTimer: (() => void) | null = null
  #waiting: (() => void)[] = []
  #ended = false

  constructor(
    private readonly send: (chunk: GeneratedText) => void,
    private readonly clock: FlowClock,
  ) {}

  /** Resolves when there is room for more; at once, unless the reader is behind. */
  write(chunk: GeneratedText): Promise<void> {
    if (this.#ended || chunk.text === '') return Promise.resolve()
    const last = this.#held.at(-1)
    if (last?.kind === chunk.kind) this.#held[this.#held.length - 1] = { kind: last.kind, text: last.text + chunk.text }
    else this.#held.push(chunk)
    this.#sendWhenDue()
    if (this.#credit > 0) return Promise.resolve()
    return new Promise((resolve) => this.#waiting.push(resolve))
  }

  addCredit(chunks: number): void {
    this.#credit += chunks
    this.#sendWhenDue()
    if (this.#credit > 0) this.#letGoOn()
  }

  /** Sends the rest without regard to the credit, because nothing comes after it. */
  flush(): void {
    this.#send(Number.POSITIVE_INFINITY)
    this.end()
  }

  /** Drops the rest, because the reader has gone. */
  end(): void {
    this.#ended = true
    this.#held = []
    this.#cancelTimer?.()
    this.#cancelTimer = null
    this.#letGoOn()
  }

  #sendWhenDue(): void {
    if (this.#held.length === 0 || this.#cancelTimer || this.#credit === 0) return
    const wait = this.#lastSent + gatherMs - this.clock.now()
    if (wait <= 0) {
      this.#send(this.#credit)
      return
    }
    this.#cancelTimer = this.clock.after(wait, () => {
      this.#cancelTimer = null
      this.#send(this.#credit)
    })
  }

  #send(most: number): void {
    for (const chunk of this.#held.splice(0, most)) {
      this.#credit -= 1
      this.send(chunk)
    }
    this.#lastSent = this.clock.now()
  }

  #letGoOn(): void {
    for (const resolve of this.#waiting.splice(0)) resolve()
  }
}
