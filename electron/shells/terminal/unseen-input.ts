import { createInterface, type Interface } from 'node:readline'
import { Writable } from 'node:stream'
import type { Interrupts } from './interrupts'
import type { Output } from './print/output'

interface Surroundings {
  readonly stdin: NodeJS.ReadableStream & { readonly isTTY?: boolean | undefined }
  readonly err: Output
  readonly interrupts: Interrupts
  /** Leaves at once, where nothing is left to cancel. */
  readonly leave: () => void
}

/** Lines of the standard input that no terminal shows. */
export class UnseenInput {
  #reader: Interface | undefined
  #lines: AsyncIterator<string> | undefined

  constructor(private readonly around: Surroundings) {}

  /**
   * The next line; at a terminal it is asked for with `prompt`. Nothing that is typed is shown from then on, until `show` is called: not
   * while the line is being checked either. Empty where the input is over or `signal` is aborted.
   */
  async line(prompt: string, signal: AbortSignal): Promise<string> {
    if (signal.aborted) return ''
    const lines = (this.#lines ??= this.#begin())
    const leave = () => this.end()
    signal.addEventListener('abort', leave, { once: true })
    if (this.#isTerminal) this.around.err.line(prompt)
    try {
      const next = await lines.next()
      if (next.done !== true) return next.value
      // Ctrl-D ends one line at a terminal, and not what is asked for later.
      this.show()
      return ''
    } finally {
      signal.removeEventListener('abort', leave)
    }
  }

  /** What is typed is shown again, and others may read it. A pipe shows nothing, and what is left of it is kept. */
  show(): void {
    if (this.#isTerminal) this.end()
  }

  end(): void {
    this.#reader?.close()
    this.#reader = undefined
    this.#lines = undefined
  }

  get #isTerminal(): boolean {
    return this.around.stdin.isTTY === true
  }

  #begin(): AsyncIterator<string> {
    const { stdin, interrupts, leave } = this.around
    const unseen = new Writable({ write: (_chunk, _encoding, done) => done() })
    const reader = createInterface({ input: stdin, output: unseen, terminal: this.#isTerminal })
    // In raw mode Ctrl-C arrives here and not as a signal.
    reader.on('SIGINT', () => {
      if (!interrupts.press()) leave()
    })
    this.#reader = reader
    return reader[Symbol.asyncIterator]()
  }
}
