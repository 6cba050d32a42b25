import type { Message, SessionContext } from '@shared/session/session-context'
import { splitSentences } from '@engine/text/sentences/sentences'
import { estimateTokens } from '@engine/text/token-count'
import { conversationOf, type Exchange, exchangesOf } from './conversation'

const maxTurns = 20
const windowTokens = 4000
const summarisedShare = 0.6
const compression = 10
/** The longest summary, in UTF-16 units: it goes into every prompt. */
const maxSummary = 6000

/** Stands at the beginning of a summary that has lost its oldest lines. */
const forgotten = '…'

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
  const isLong = turns > maxTurns || tokens > windowTokens
  const count = isLong ? Math.floor((messages.length - covered) * summarisedShare) : 0
  if (count === 0 && !isStale) return null
  const to = covered + count
  const range = { updated_at: at, message_index_range: { from: 1, to } }
  if (replacements > 0) {
    return { content: bounded(compressed(messagesAt(exchanges, (place) => place < to))), ...range, replacements }
  }
  const content = [summary?.content ?? '', compressed(messages.slice(covered, to))].filter(Boolean).join('\n')
  return { content: bounded(content), ...range }
}

/**
 * A summary that has grown too long loses what was answered longest ago, then what was asked: the newest is what follow-up
 * questions mean, and the messages themselves stay.
 */
function bounded(content: string): string {
  const lines = content.split('\n').filter((line) => line !== forgotten)
  let length = content.length
  const drop = (isLess: (line: string) => boolean) => {
    for (let at = 0; at < lines.length && length > maxSummary; at += 1) {
      const line = lines[at] ?? ''
      if (line === '' || !isLess(line)) continue
      length -= line.length + 1
      lines[at] = ''
    }
  }
  if (length <= maxSummary) return content
  // Half of what may stay is for the newest, answers included.
  const older = lines.length - newestLines(lines)
  const isOlder = new Set(lines.slice(0, older))
  drop((line) => line.startsWith('–') && isOlder.has(line))
  drop(() => true)
  return [forgotten, ...lines.filter(Boolean)].join('\n')
}

function newestLines(lines: readonly string[]): number {
  let length = 0
  const at = lines.findLastIndex((line) => (length += line.length + 1) > maxSummary / 2)
  return lines.length - 1 - at
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
