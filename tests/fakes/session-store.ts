import type { SessionContext } from '@shared/session/session-context'
import type { SessionEntry, SessionStore } from '@engine/ports/storage/session-store'
import { deepFreeze } from './deep-freeze'

/** Sessions in memory, with every appended entry kept for inspection. */
export function fakeSessionStore(): SessionStore & { entries: (SessionEntry & { durable: boolean })[] } {
  const entries: (SessionEntry & { durable: boolean })[] = []
  const contexts = new Map<string, SessionContext>()
  return {
    entries,
    list: () => Promise.resolve([]),
    find: () => Promise.resolve(undefined),
    trashed: () => Promise.resolve([]),
    has: (id) => Promise.resolve(contexts.has(id)),
    load(id) {
      const context = contexts.get(id)
      return context
        ? Promise.resolve(deepFreeze(structuredClone(context)))
        : Promise.reject(new Error(`no session ${id}`))
    },
    messages: (id) => Promise.resolve(contexts.get(id)?.session.messages ?? []),
    append(id, added, options) {
      for (const entry of added) {
        entries.push({ ...entry, durable: options?.durable ?? false })
        const context = contexts.get(id) ?? empty(id)
        contexts.set(id, context)
        apply(context, entry)
      }
      return Promise.resolve()
    },
    remove(id) {
      contexts.delete(id)
      return Promise.resolve()
    },
  }
}

function empty(id: string): SessionContext {
  return {
    schema_version: '1.0',
    session: { session_id: id, messages: [], task_state: { todo_list: { tasks: [] } }, turns: [] },
    evidences: {},
    context_blocks: [],
  }
}

function apply(context: SessionContext, entry: SessionEntry): void {
  if (entry.op === 'created') context.meta = entry.meta
  if (entry.op === 'title') context.meta = { ...context.meta, title: entry.title, titled_by: entry.by }
  if (entry.op === 'message') context.session.messages.push(entry.message)
  if (entry.op === 'evidence') context.evidences[entry.evidence.evidence_id] ??= entry.evidence
  if (entry.op === 'block') {
    const at = context.context_blocks.findIndex(({ block_id: id }) => id === entry.block.block_id)
    context.context_blocks.splice(at === -1 ? context.context_blocks.length : at, 1, entry.block)
  }
  if (entry.op === 'summary') context.session.summary = entry.summary
  if (entry.op === 'second_opinion') {
    for (const turn of context.session.turns ?? []) {
      if (turn.turn_id === entry.turn_id) turn.second_opinion = entry.opinion
    }
  }
  if (entry.op === 'turn') {
    context.session.messages.push(entry.message)
    context.session.turns?.push(entry.trace)
  }
}
