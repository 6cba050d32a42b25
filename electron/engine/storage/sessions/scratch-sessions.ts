import { CairnError } from '@shared/errors'
import type { SessionContext } from '@shared/session/session-context'
import type { SessionStore } from '@engine/ports/storage/session-store'
import { applySessionEntry, emptySession, type SessionState } from './apply-session-entry'

/** Sessions in memory that are gone with it: what a question is asked in to see what would be answered. */
export function createScratchSessions(contexts: readonly SessionContext[], now: () => number): SessionStore {
  const states = new Map<string, SessionState>(
    contexts.map((context) => [context.session.session_id, { context, streamed: {} }]),
  )
  const read = (id: string) => {
    const state = states.get(id)
    if (!state || state.context.session.messages.length === 0) {
      throw new CairnError('NOT_FOUND', `There is no session "${id}".`, 'List the sessions to see which exist.')
    }
    return state.context
  }
  return {
    list: () => Promise.resolve([]),
    find: () => Promise.resolve(undefined),
    trashed: () => Promise.resolve([]),
    has: (id) => Promise.resolve((states.get(id)?.context.session.messages.length ?? 0) > 0),
    load: async (id) => Promise.resolve(read(id)),
    messages: async (id) => Promise.resolve(read(id).session.messages),
    append(id, entries) {
      const at = new Date(now()).toISOString()
      let state = states.get(id) ?? emptySession(id)
      for (const entry of entries) state = applySessionEntry(state, entry, at)
      states.set(id, state)
      return Promise.resolve()
    },
    remove(id) {
      states.delete(id)
      return Promise.resolve()
    },
  }
}
