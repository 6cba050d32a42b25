import type { Message, SessionContext } from '@shared/session-context'
import { splitSentences } from '../text/sentences'
import { estimateTokens } from '../text/token-count'

const mostTurns = 20
const windowTokens = 4000
const summarisedShare = 0.6
const compression = 10

type Summary = NonNullable<SessionContext['session']['summary']>

/**
 * The rolling summary a session needs now, or null while it fits. Past 20 turns or 4,000 tokens the oldest 60 % of the
 * messages are covered at about a tenth of their length: each question with the first sentence of its answer. The
 * messages themselves stay. Indices are 1-based and inclusive, as in the session context.
 */
export function summariseIfNeeded(context: SessionContext, at: string): Summary | null {
  const { messages, summary } = context.session
  const covered = summary?.message_index_range.to ?? 0
  const open = messages.slice(covered)
  const turns = open.filter((message) => message.role === 'user').length
  const tokens = open.reduce((sum, message) => sum + estimateTokens(message.content), 0)
  if (turns <= mostTurns && tokens <= windowTokens) return null
  const count = Math.floor(open.length * summarisedShare)
  if (count === 0) return null
  const oldest = open.slice(0, count)
  const budget = Math.max(40, Math.round(oldest.reduce((sum, { content }) => sum + content.length, 0) / compression))
  const content = [summary?.content ?? '', extract(oldest, budget)].filter(Boolean).join('\n')
  return { content, updated_at: at, message_index_range: { from: 1, to: covered + count } }
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
