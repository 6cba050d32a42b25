import { note } from '@shared/note'
import { conversationBefore, conversationOf, type Exchange, exchangesOf } from '@engine/session/history/conversation'
import { keptEvidence } from '@engine/session/context/current-sensitivity'
import { summariseIfNeeded } from '@engine/session/history/memory'
import type { StageOutcome } from '../stage'
import type { Memory, PastTurn, PipelineRooms, TurnRequest } from '../turn'

const maxTurns = 20

/** The turns before this one, or before the one it replaces, and the summary, rolled forward when it is too long. */
export async function loadMemory(
  request: Pick<TurnRequest, 'sessionId' | 'turnId' | 'replaces'>,
  rooms: Pick<PipelineRooms, 'sessions' | 'now' | 'isKept'>,
): Promise<StageOutcome<Memory>> {
  const context = await rooms.sessions.load(request.sessionId)
  const exchanges = exchangesOf(context).filter(({ id }) => id !== request.turnId)
  const { replaces } = request
  const before = replaces === undefined ? conversationOf(exchanges) : (conversationBefore(exchanges, replaces) ?? [])
  const kept = keptEvidence(context, (id) => rooms.isKept?.(id) === true)
  const history = before.slice(-maxTurns).map((exchange) => pastTurn(exchange, kept))
  const questions = exchanges.map(({ question }) => question.content)
  if (history.length === 0) return { value: { history, summary: '', questions, kept }, summary: [note('new_session')] }
  const rolled = summariseIfNeeded(context, new Date(rooms.now()).toISOString())
  if (rolled) await rooms.sessions.append(request.sessionId, [{ op: 'summary', summary: rolled }])
  const summary = rolled ?? context.session.summary
  const place = exchanges.find(({ id }) => id === replaces)?.place ?? Infinity
  // A summary that reaches beyond the replaced turn knows what comes later; the turns before it are remembered as they are.
  const isAhead = summary !== undefined && place < summary.message_index_range.to
  const value = { history, summary: isAhead ? '' : (summary?.content ?? ''), questions, kept }
  const turns = note('turns', { count: history.length })
  return { value, summary: rolled ? [turns, note('summary_rolled')] : [turns] }
}

/** What a turn starts from when there is nothing to remember. */
export const noMemory: Memory = { history: [], summary: '', questions: [] }

function pastTurn({ question, answer, trace }: Exchange, kept: ReadonlySet<string>): PastTurn {
  const cited = [...new Set((answer?.refs ?? []).map(({ evidence_id: id }) => id))]
  const wasClarification = trace?.shortcut === 'A'
  const tool = trace?.tools?.findLast(({ server, state }) => server === undefined && state === 'done')
  return {
    question: question.content,
    answer: answer?.content ?? '',
    ...(restsOnKept({ answer, trace }, kept) ? { isKept: true } : {}),
    wasClarification,
    cited,
    tool,
    toolAsked: toolThatAsked(trace),
  }
}

/** What is cited, and what the answer was made from without being cited. */
function restsOnKept({ answer, trace }: Pick<Exchange, 'answer' | 'trace'>, kept: ReadonlySet<string>): boolean {
  if (kept.size === 0) return false
  return [answer?.refs, trace?.refs, trace?.evidence].some((list) => list?.some(({ evidence_id: id }) => kept.has(id)))
}

function toolThatAsked(trace: Exchange['trace']): PastTurn['toolAsked'] {
  const { key, values } = trace?.shortcut_reason_note ?? {}
  const tool = values?.['tool']
  return key === 'tool_needs' && typeof tool === 'string' ? { tool, readings: trace?.readings ?? [] } : undefined
}
