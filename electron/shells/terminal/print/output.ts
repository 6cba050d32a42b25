/** The part of a stream that output uses: of process.stdout, or of a test's collector. */
export type Sink = NodeJS.WritableStream & { readonly isTTY?: boolean; readonly columns?: number }

/**
 * A stream to print on. When its reader has gone (EPIPE, as in `cairn … | head`) printing goes on into nothing and
 * `onClosed` is told once; any other failure (a full disk behind `>`) is told with its error.
 */
export class Output {
  readonly isTTY: boolean
  closed = false
  failure: Error | undefined
  readonly #sink: Sink

  constructor(sink: Sink, onClosed: () => void = () => undefined) {
    this.#sink = sink
    this.isTTY = sink.isTTY ?? false
    sink.on('error', (error: Error) => {
      if (this.closed) return
      this.closed = true
      if (!('code' in error && error.code === 'EPIPE')) this.failure = error
      onClosed()
    })
  }

  /** Width in columns; 100 where there is no terminal or it does not know its width (0). */
  get columns(): number {
    return this.#sink.columns || 100
  }

  /** How long a line may be: what a program or a file takes is never cut. */
  get room(): number {
    return this.isTTY ? this.columns : Infinity
  }

  write(text: string): void {
    if (!this.closed) this.#sink.write(text)
  }

  line(text = ''): void {
    this.write(`${text}\n`)
  }

  /** Quieter than the rest, where the stream is a terminal. */
  dim(text: string): void {
    this.line(this.isTTY ? `\u001b[2m${text}\u001b[22m` : text)
  }

  /** Resolves when everything printed so far is out, or can no longer get out. */
  async flush(): Promise<void> {
    await new Promise<void>((resolve) => {
      this.#sink.write('', () => resolve())
    })
  }
}
