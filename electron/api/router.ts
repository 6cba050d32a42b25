import { implement, ORPCError } from '@orpc/server'
import { contract } from '@shared/api'
import { toCairnError } from '@shared/errors'
import type { CairnEvent } from '@shared/events'
import type { Engine } from '../ports/engine'

/** The contract's one typed error, whatever was thrown; oRPC's own errors (invalid input) stay as they are. */
function typedError(thrown: unknown): unknown {
  if (thrown instanceof ORPCError) return thrown
  const error = toCairnError(thrown)
  return new ORPCError('CAIRN', { defined: true, message: error.message, data: error.report(), cause: thrown })
}

/** A stream of the engine with its errors typed; ending it early ends the engine's stream too. */
async function* typed(events: AsyncGenerator<CairnEvent>): AsyncGenerator<CairnEvent> {
  try {
    yield* events
  } catch (thrown) {
    throw typedError(thrown)
  }
}

/** Puts the contract in front of an engine: inputs arrive parsed, failures leave as the typed error `CAIRN`. */
export function createRouter(engine: Engine) {
  const api = implement(contract).use(async ({ next }) => {
    try {
      return await next()
    } catch (thrown) {
      throw typedError(thrown)
    }
  })
  return api.router({
    chat: {
      ask: api.chat.ask.handler(({ input, signal }) => typed(engine.ask(input, signal))),
    },
    documents: {
      ingest: api.documents.ingest.handler(({ input, signal }) => typed(engine.ingest(input, signal))),
      retry: api.documents.retry.handler(({ input, signal }) => typed(engine.retry(input.ids, signal))),
      list: api.documents.list.handler(({ input }) => engine.listDocuments(input)),
      get: api.documents.get.handler(({ input }) => engine.getDocument(input.id)),
      content: api.documents.content.handler(async ({ input }) => {
        const { text, structure } = await engine.readDocument(input.id)
        return { text: text.slice(input.start ?? 0, input.end), total_chars: text.length, structure }
      }),
      delete: api.documents.delete.handler(async ({ input }) => ({ deleted: await engine.deleteDocuments(input.ids) })),
    },
    sessions: {
      list: api.sessions.list.handler(() => engine.listSessions()),
      get: api.sessions.get.handler(({ input }) => engine.getSession(input.id)),
      rename: api.sessions.rename.handler(({ input }) => engine.renameSession(input.id, input.title)),
      delete: api.sessions.delete.handler(async ({ input }) => {
        await engine.deleteSession(input.id)
        return { deleted: input.id }
      }),
    },
    store: {
      info: api.store.info.handler(() => engine.info()),
      check: api.store.check.handler(() => engine.check()),
      rebuild: api.store.rebuild.handler(({ signal }) => typed(engine.rebuild(signal))),
    },
  })
}
