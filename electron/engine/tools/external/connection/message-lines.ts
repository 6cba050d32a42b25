/** What a stream of lines gives: a line, or that one was longer than allowed and is left out. */
export type MessageLine =
  { readonly is: 'line'; readonly text: string } | { readonly is: 'too long' } | { readonly is: 'endless' }

const lineEnd = 0x0a

/**
 * Cuts a stream into lines and never holds more of it than one line of `maxBytes`. A longer one is reported as soon as it is, and the rest of
 * it passes unread; one of more than `endlessBytes` is `endless`.
 */
export class MessageLines {
  #parts: Buffer[] = []
  #size = 0
  #skipped = 0

  constructor(
    private readonly maxBytes: number,
    private readonly endlessBytes = 64 * maxBytes,
  ) {}

  push(chunk: Buffer): MessageLine[] {
    const found: MessageLine[] = []
    let from = 0
    while (from < chunk.length) {
      const end = chunk.indexOf(lineEnd, from)
      const piece = chunk.subarray(from, end === -1 ? chunk.length : end)
      this.#take(piece, found)
      if (end === -1) break
      this.#finish(found)
      from = end + 1
    }
    return found
  }

  #take(piece: Buffer, found: MessageLine[]): void {
    if (this.#skipped > 0) {
      const before = this.#skipped
      this.#skipped += piece.length
      if (before <= this.endlessBytes && this.#skipped > this.endlessBytes) found.push({ is: 'endless' })
      return
    }
    this.#parts.push(piece)
    this.#size += piece.length
    if (this.#size <= this.maxBytes) return
    this.#skipped = this.#size
    this.#parts = []
    this.#size = 0
    found.push({ is: 'too long' })
  }

  #finish(found: MessageLine[]): void {
    if (this.#skipped === 0 && this.#size > 0) {
      found.push({ is: 'line', text: Buffer.concat(this.#parts, this.#size).toString('utf8').trimEnd() })
    }
    this.#parts = []
    this.#size = 0
    this.#skipped = 0
  }
}
