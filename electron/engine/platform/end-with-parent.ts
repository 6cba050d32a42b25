import { readdirSync } from 'node:fs'
import { setPriority } from 'node:os'

/**
 * For a child process: it ends with the one who started it, and at an error that nobody catches. Whoever started it decides when
 * it ends, not a key pressed in the terminal of both.
 */
export function endWithParent(): void {
  process.on('uncaughtException', failed)
  process.on('unhandledRejection', failed)
  process.on('disconnect', () => process.exit(0))
  process.on('SIGINT', () => undefined)
}

/** The line between a child process and the one who started it: Electron's for a utility process, Node's for a forked one. */
export interface ParentLine {
  /** Lost without a word where the other has gone, which `endWithParent` notices. */
  send(message: object): void
  onMessage(listener: (raw: unknown) => void): void
}

export function parentLine(): ParentLine {
  const port = 'parentPort' in process ? process.parentPort : undefined
  if (!port) {
    return {
      send: (message) => process.send?.(message, undefined, {}, () => undefined),
      onMessage: (listener) => process.on('message', listener),
    }
  }
  return {
    send: (message) => port.postMessage(message),
    onMessage: (listener) => port.on('message', ({ data }: { data: unknown }) => listener(data)),
  }
}

/**
 * Has the rest of the machine go first, as far as the system allows it. `priority` as for `os.setPriority`, which on Linux is of one thread:
 * so it is said of each, and later ones take it from the thread that starts them.
 */
export function giveWay(priority: number): void {
  try {
    const threads = process.platform === 'linux' ? readdirSync('/proc/self/task').map(Number) : [0]
    for (const thread of threads) setPriority(thread, priority)
  } catch {
    // Then it runs as everything else does.
  }
}

function failed(error: unknown): void {
  const text = error instanceof Error ? (error.stack ?? error.message) : String(error)
  process.stderr.write(`${text}\n`, () => process.exit(1))
}
