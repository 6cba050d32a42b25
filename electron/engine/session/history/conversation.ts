import type { Message, SessionContext } from '@shared/session/session-context'
import type { TurnTrace } from '@shared/session/turn-trace'

/** One question of a session with its answer, whether or not another took its place later. */
export interface Exchange {
  readonly id: string
  /** Where its question stands among the session's messages. */
  readonly at: number
  readonly question: Message
  /** Absent while it is being answered. */
  readonly answer: Message | undefined
  readonly trace: TurnTrace | undefined
  /** The exchange whose place it took. */
  readonly replaces: string | null
  /** Its place in the conversation: where the first of the exchanges it replaced stands, or it itself. */
  readonly place: number
}

/** Every exchange of a session in the order asked. Messages of other origin, without a turn, count as exchanges too. */
export function exchangesOf({ session }: Pick<SessionContext, 'session'>): Exchange[] {
  return exchangesIn(session.messages, session.turns)
}

/** As `exchangesOf`, from messages alone: without the facts that only traces record. */
export function exchangesIn(messages: readonly Message[], turns: readonly TurnTrace[] = []): Exchange[] {
  const traces = new Map(turns.map((trace) => [trace.turn_id, trace]))
  const exchanges = new Map<string, Exchange>()
  let latest = ''
  for (const [at, message] of messages.entries()) {
    if (message.role === 'user') {
      latest = message.turn_id ?? `m${at}`
      const trace = traces.get(latest)
      const replaces = replacedBy(message, trace)
      if (!exchanges.has(latest)) {
        const place = (replaces === null ? undefined : exchanges.get(replaces)?.place) ?? at
        exchanges.set(latest, { id: latest, at, question: message, answer: undefined, trace, replaces, place })
      }
    } else if (message.role === 'assistant') {
      const exchange = exchanges.get(message.turn_id ?? latest)
      if (exchange) exchanges.set(exchange.id, { ...exchange, answer: message })
    }
  }
  return [...exchanges.values()]
}

function replacedBy(question: Message, trace: TurnTrace | undefined): string | null {
  // A turn that was interrupted has no trace of its own making; its question says what it replaced.
  const { replaces } = question
  return typeof replaces === 'string' ? replaces : (trace?.replaces ?? null)
}

/** The conversation as a person reads it: the newest exchange of each place, in the order of the places. */
export function conversationOf(exchanges: readonly Exchange[]): Exchange[] {
  return [...new Map(exchanges.map((exchange) => [exchange.place, exchange])).values()]
}

/** The conversation before the place of one exchange; null where that exchange is unknown. */
export function conversationBefore(exchanges: readonly Exchange[], id: string): Exchange[] | null {
  const replaced = exchanges.find((exchange) => exchange.id === id)
  return replaced ? conversationOf(exchanges).filter(({ place }) => place < replaced.place) : null
}
