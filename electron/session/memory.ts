import type { Message, SessionContext } from '@shared/session-context'
import { splitSentences } from '../text/sentences'
import { estimateTokens } from '../text/token-count'
import { conversationOf, type Exchange, exchangesOf } from './conversation'

const mostTurns = 20
const windowTokens = 4000
const summarisedShare = 0.6
const compression = 10

type Summary = NonNullable<SessionContext['session']['summary']>

/**
 * The rolling summary a session needs now, or null while the one it has will do. Past 20 turns or 4,000 tokens the
 * oldest 60 % of the messages are covered at about a tenth of their length: each question with the first sentence of its
 * answer. The messages themselves stay. Indices are 1-based and inclusive, as in the session context. Where questions
 * were replaced, it is made anew from the conversation as it reads now, and says of how many replacements it knows.
 */
export function summariseIfNeeded(context: SessionContext, at: string): Summary | null {
  const { messages, summary } = context.session
  const covered = summary?.message_index_range.to ?? 0
  const exchanges = exchangesOf(context)
  const replacements = exchanges.filter(({ replaces }) => replaces !== null).length
  const isStale = summary !== undefined && (summary.replacements ?? 0) !== replacements
  const open = replacements > 0 ? messagesAt(exchanges, (place) => place >= covered) : messages.slice(covered)
  const turns = open.filter((message) => message.role === 'user').length
  const tokens = open.reduce((sum, message) => sum + estimateTokens(message.content), 0)
  const isLong = turns > mostTurns || tokens > windowTokens
  const count = isLong ? Math.floor((messages.length - covered) * summarisedShare) : 0
  if (count === 0 && !isStale) return null
  const to = covered + count
  const range = { updated_at: at, message_index_range: { from: 1, to } }
  if (replacements > 0) {
    return { content: compressed(messagesAt(exchanges, (place) => place < to)), ...range, replacements }
  }
  const content = [summary?.content ?? '', compressed(messages.slice(covered, to))].filter(Boolean).join('\n')
  return { content, ...range }
}

/** Messages of the conversation as it reads now, of the places wanted. */
function messagesAt(exchanges: readonly Exchange[], wanted: (place: number) => boolean): Message[] {
  return conversationOf(exchanges)
    .filter(({ place }) => wanted(place))
    .flatMap(({ question, answer }) => (answer ? [question, answer] : [question]))
}

function compressed(messages: readonly Message[]): string {
  const length = messages.reduce((sum, { content }) => sum + content.length, 0)
  return extract(messages, Math.max(40, Math.round(length / compression)))
}

function extract(messages: readonly Message[], budget: number): string {
  const lines: string[] = []
  const share = Math.max(24, Math.floor(budget / Math.max(1, messages.length)))
  for (const { role, content } of messages) {
    const first = splitSentences(content)[0]
    if (!first) continue
    const sentence = content.slice(first.start, first.end).replace(/\s+/gu, ' ')
    const marker = role === 'user' ? '?' : '–'
    lines.push(`${marker} ${sentence.length > share ? `${Array.from(sentence).slice(0, share).join('')}…` : sentence}`)
  }
  return lines.join('\n')
}
