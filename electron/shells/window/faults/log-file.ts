import { appendFileSync, mkdirSync, renameSync, statSync } from 'node:fs'
import { dirname } from 'node:path'

const maxBytes = 1_000_000

/**
 * A log for a program that has no terminal: lines with their time, written at once because the next thing may be a
 * crash. The file before it is kept as `<path>.old` when it has grown over a megabyte. Never throws.
 */
export function createLogFile(path: string, now: () => number): (line: string) => void {
  const write = (line: string) => {
    const whole = `${new Date(now()).toISOString()} ${line.replace(/[\r\n]+/gu, ' ⏎ ')}\n`
    try {
      appendFileSync(path, whole, { mode: 0o600 })
    } catch (thrown) {
      process.stderr.write(`${whole}The log cannot be written: ${String(thrown)}\n`)
    }
  }
  try {
    mkdirSync(dirname(path), { recursive: true, mode: 0o700 })
    if (sizeOf(path) > maxBytes) renameSync(path, `${path}.old`)
  } catch (thrown) {
    process.stderr.write(`The log cannot be prepared: ${String(thrown)}\n`)
  }
  return write
}

function sizeOf(path: string): number {
  return statSync(path, { throwIfNoEntry: false })?.size ?? 0
}
