import { vi } from 'vitest'
import type { ParsePool, ParsePoolOptions } from '@engine/ingest/parsing/parse-pool'

// A thread that reads files takes longer to start than the few small files of a test take to read. So the engines of one test
// worker share the threads. What an engine does with a pool of its own is seen by tests/faults and tests/unit/ingest/parsing.
vi.mock('@engine/ingest/parsing/parse-pool', async (load) => {
  const real = await load<typeof import('@engine/ingest/parsing/parse-pool')>()
  const createParsePool = (options: ParsePoolOptions = {}) =>
    Object.keys(options).length > 0 ? real.createParsePool(options) : shareOf(sharedPool(real.createParsePool))
  return { ...real, createParsePool }
})

const shared = globalThis as { cairnTestParsePool?: ParsePool }

function sharedPool(make: () => ParsePool): ParsePool {
  return (shared.cairnTestParsePool ??= make())
}

/** The pool for one engine: closed, it stops what that engine has asked for and leaves the threads to the others. */
function shareOf(pool: ParsePool): ParsePool {
  const closing = new AbortController()
  const until = (signal?: AbortSignal) => (signal ? AbortSignal.any([signal, closing.signal]) : closing.signal)
  return {
    parse: (input, signal) => pool.parse(input, until(signal)),
    chunk: (input, signal) => pool.chunk(input, until(signal)),
    share: (input, signal) => pool.share(input, until(signal)),
    close: () => {
      closing.abort()
      return Promise.resolve()
    },
  }
}
