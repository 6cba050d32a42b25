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

/** Electron's line to the parent; undefined under Node, which does not have it. */
export function utilityPort(): typeof process.parentPort | undefined {
  return 'parentPort' in process ? process.parentPort : undefined
}

function failed(error: unknown): void {
  const text = error instanceof Error ? (error.stack ?? error.message) : String(error)
  process.stderr.write(`${text}\n`, () => process.exit(1))
}
