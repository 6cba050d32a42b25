import { implement, ORPCError } from '@orpc/server'
import { contract } from '@shared/api/api'
import { toCairnError } from '@shared/errors'
import { tellUnexpected } from '@engine/ports/unexpected'
import type { CallContext } from './limits/limited-calls'

/** The contract's one typed error, whatever was thrown; oRPC's own errors (invalid input) stay as they are. */
function typedError(thrown: unknown): unknown {
  if (thrown instanceof ORPCError) return thrown
  tellUnexpected(thrown)
  const error = toCairnError(thrown)
  return new ORPCError('CAIRN', { defined: true, message: error.message, data: error.report(), cause: thrown })
}

/** A stream of the engine with its errors typed; ending it early ends the engine's stream too. */
export async function* typed<T>(events: AsyncGenerator<T>): AsyncGenerator<T> {
  try {
    yield* events
  } catch (thrown) {
    throw typedError(thrown)
  }
}

/** The contract to be implemented: whatever a handler throws leaves as the typed error. */
export const api = implement(contract)
  .$context<CallContext>()
  .use(async ({ next }) => {
    try {
      return await next()
    } catch (thrown) {
      throw typedError(thrown)
    }
  })
