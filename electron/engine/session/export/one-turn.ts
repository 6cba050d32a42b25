import { CairnError } from '@shared/errors'
import type { Evidence, SessionContext } from '@shared/session/session-context'
import type { RedactionReport } from '@shared/session/turn-context'

/**
 * A session as if one question had been asked in it: its words, its answer and the passages behind that, also those that `keep`
 * names. It is to be read as pages only: what else the record says of the session goes along as it is. Throws NOT_FOUND.
 */
export function ofOneTurn(
  context: SessionContext,
  turnId: string,
  keep: (evidence: Evidence) => boolean,
): SessionContext {
  const { session, evidences, context_blocks: blocks, meta } = context
  const messages = session.messages.filter(({ turn_id }) => turn_id === turnId)
  const question = messages.find(({ role }) => role === 'user')
  if (!question) {
    throw new CairnError('NOT_FOUND', 'This chat has no such question.', 'Choose a question of this chat.')
  }
  const turns = session.turns?.filter(({ turn_id }) => turn_id === turnId) ?? []
  const own = idsBehind(messages, turns)
  return {
    ...context,
    // What people named the chat is not what this one answer is about.
    meta: { ...meta, title: '', created_at: undefined, updated_at: undefined },
    session: { ...session, messages, turns },
    evidences: Object.fromEntries(Object.entries(evidences).filter(([id, one]) => own.has(id) || keep(one))),
    context_blocks: blocks.filter(({ turn_id }) => turn_id === turnId),
  }
}

/** How much was left out of that turn alone: passages that were kept only to find their copies are not counted. */
export function reportOfOneTurn({ session, evidences }: SessionContext, report: RedactionReport): RedactionReport {
  const own = idsBehind(session.messages, session.turns ?? [])
  const passages = Object.entries(evidences).filter(([id, { redacted }]) => own.has(id) && redacted === true)
  return { ...report, passages: passages.length }
}

function idsBehind(
  messages: SessionContext['session']['messages'],
  turns: NonNullable<SessionContext['session']['turns']>,
): Set<string> {
  const refs = [...messages.flatMap(({ refs: given = [] }) => given), ...turns.flatMap(({ refs: given }) => given)]
  const shown = turns.flatMap(({ evidence }) => evidence)
  return new Set([...refs, ...shown].map(({ evidence_id: id }) => id))
}
