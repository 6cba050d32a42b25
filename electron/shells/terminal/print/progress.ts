import { fitColumns } from './align-columns'
import type { Output } from './output'
import { printableLine } from './printable'

const barWidth = 24
/** Without a terminal a line at most this often, in milliseconds. */
const linePause = 2000

/** How far a job is: a bar that redraws itself on a terminal, an occasional plain line elsewhere. */
export class Progress {
  #lastLine = Number.NEGATIVE_INFINITY
  #drawn = false

  constructor(
    readonly err: Output,
    readonly now: () => number,
    readonly title: string,
  ) {}

  update(done: number, total: number, message: string): void {
    const count = `${done}/${total}`
    const text = printableLine(message)
    if (this.err.isTTY) {
      const filled = total > 0 ? Math.round((Math.min(done, total) / total) * barWidth) : 0
      const bar = '█'.repeat(filled) + '░'.repeat(barWidth - filled)
      this.err.write(`\r\u001b[K${fitColumns(`${this.title} ${bar} ${count}  ${text}`, this.err.columns - 1)}`)
      this.#drawn = true
    } else if (this.now() - this.#lastLine >= linePause) {
      this.#lastLine = this.now()
      this.err.line(`${this.title} ${count}  ${text}`.trimEnd())
    }
  }

  /** Takes the bar away, so that what follows starts on a clean line. */
  end(): void {
    if (this.#drawn) this.err.write('\r\u001b[K')
    this.#drawn = false
  }
}
