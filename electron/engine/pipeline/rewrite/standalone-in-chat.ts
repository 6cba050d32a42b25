import { toCairnError } from '@shared/errors'
import { conversationBefore, conversationOf, exchangesOf } from '@engine/session/history/conversation'
import { standaloneOf } from '@engine/question/follow-up/standalone'
import type { PipelineRooms } from '../turn'

/** A question of a chat. */
export interface ChatQuestion {
  readonly question: string
  readonly sessionId: string
  readonly turnId: string
}

/** A question, and what of the conversation it needs before it to be understood; `context` is empty where it needs nothing. */
export interface StandaloneQuestion {
  readonly context: string
  readonly question: string
}

/**
 * A question of a chat as it reads by itself: as its answer was searched for, or, while that is on its way, as rules resolve it from the
 * turns before. As it was typed where the chat is gone, or was asked something else.
 */
export async function standaloneInChat(
  asked: ChatQuestion,
  rooms: Pick<PipelineRooms, 'sessions'>,
): Promise<StandaloneQuestion> {
  const { question, sessionId, turnId } = asked
  const alone = { context: '', question }
  const context = await rooms.sessions.load(sessionId).catch((thrown: unknown) => {
    if (toCairnError(thrown).code === 'NOT_FOUND') return null
    throw thrown
  })
  if (!context) return alone
  const exchanges = exchangesOf(context)
  const own = exchanges.find(({ id }) => id === turnId)
  if (own && own.question.content.trim() !== question.trim()) return alone
  const known = own?.trace?.basis?.rewrite.standalone.trim()
  if (known)
    return known.endsWith(question.trim())
      ? { context: known.slice(0, -question.trim().length).trim(), question }
      : { context: '', question: known }
  const before = conversationBefore(exchanges, turnId) ?? conversationOf(exchanges)
  const history = before.map((one) => ({ question: one.question.content, answer: one.answer?.content ?? '' }))
  return { context: standaloneOf(question, history).context, question }
}
