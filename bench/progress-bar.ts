import type { BenchIo } from './io'

const barWidth = 24
/** A terminal is redrawn at most this often, a log gets a line at most that often, in milliseconds. */
const everyMs = { terminal: 80, log: 5_000 }

/** How far a bench is, told while it runs. */
export interface ProgressBar {
  /** `done` of `total` steps of what `label` names; cheap enough to be called at every step. */
  step(label: string, done: number, total: number): void
  /** Leaves the line empty for what comes next. */
  end(): void
}

/** Where the bar is drawn: stderr, so that stdout holds nothing but the result. */
interface Screen {
  readonly isTTY?: boolean
  write(text: string): unknown
}

/** One line, drawn over again on a terminal; elsewhere plain lines, seldom, and the first of each label. */
export function createProgressBar(
  io: BenchIo,
  screen: Screen = process.stderr,
  now = () => performance.now(),
): ProgressBar {
  const onTerminal = screen.isTTY === true
  let last = { label: '', at: 0 }
  return {
    step(label, done, total) {
      const isDue = now() - last.at >= (onTerminal ? everyMs.terminal : everyMs.log)
      if (label === last.label && !isDue) return
      last = { label, at: now() }
      if (!onTerminal) {
        io.progress(`${label}: ${done} of ${total}`)
        return
      }
      const filled = Math.round((barWidth * Math.min(done, total)) / Math.max(1, total))
      const bar = '█'.repeat(filled) + '░'.repeat(barWidth - filled)
      screen.write(`\r\u001b[2K${bar} ${label}: ${done} of ${total}`)
    },
    end() {
      if (onTerminal && last.label) screen.write('\r\u001b[2K')
    },
  }
}
