import { CairnError } from '@shared/errors'
import type { Message, SessionContext } from '@shared/session/session-context'
import type { TurnTrace } from '@shared/session/turn-trace'
import { conversationOf, type Exchange, exchangesOf } from './conversation'

/** A question with its answer and how it was answered, all recorded. */
export interface RecordedTurn extends Exchange {
  readonly answer: Message
  readonly trace: TurnTrace
}

/** A finished turn of a session. Throws NOT_FOUND. */
export function recordedTurn(context: SessionContext, turnId: string): RecordedTurn {
  const exchange = exchangesOf(context).find(({ id }) => id === turnId)
  const turn = exchange && asRecorded(exchange)
  if (turn) return turn
  throw new CairnError(
    'NOT_FOUND',
    `Turn "${turnId}" is not in the record of this session.`,
    'It may still be running, or have been asked elsewhere.',
  )
}

/** The finished turns of the conversation as it reads now. */
export function recordedConversation(context: SessionContext): RecordedTurn[] {
  return conversationOf(exchangesOf(context)).flatMap((exchange) => asRecorded(exchange) ?? [])
}

function asRecorded(exchange: Exchange): RecordedTurn | undefined {
  const { answer, trace } = exchange
  return answer && trace ? { ...exchange, answer, trace } : undefined
}

/**
 * The session as it was when a turn was asked: what had been said before, with all evidence, because a question may have
 * been asked with some of it pinned. A summary that knows more than that is left out.
 */
export function sessionBefore(context: SessionContext, turn: RecordedTurn): SessionContext {
  const { session } = context
  const messages = session.messages.slice(0, turn.at)
  const ids = new Set(messages.flatMap(({ turn_id: id }) => (id === undefined ? [] : [id])))
  const { summary, ...rest } = session
  const known = summary && summary.message_index_range.to <= turn.at ? { summary } : {}
  return {
    ...context,
    session: { ...rest, ...known, messages, turns: (session.turns ?? []).filter(({ turn_id: id }) => ids.has(id)) },
    context_blocks: [],
  }
}

/**
 * A session without turns that are still being answered: read elsewhere they would count as interrupted for good. One
 * that has no other turns stays as it is.
 */
export function withoutTurns(context: SessionContext, running: ReadonlySet<string>): SessionContext {
  if (running.size === 0) return context
  const isOver = ({ turn_id: id }: { turn_id?: string | undefined }) => id === undefined || !running.has(id)
  const { session } = context
  const messages = session.messages.filter(isOver)
  if (messages.length === 0) return context
  const turns = session.turns?.filter(isOver)
  return {
    ...context,
    session: { ...session, messages, ...(turns ? { turns } : {}) },
    context_blocks: context.context_blocks.filter(isOver),
  }
}
