import type { SessionContext } from '@shared/session-context'
import { summariseIfNeeded } from '../../session/memory'
import type { StageOutcome } from '../stage'
import type { Memory, PastTurn, PipelineRooms, TurnRequest } from '../turn'

const mostTurns = 20

/** Loads the session's recent turns, and rolls its summary forward when it has grown too long. A new session has neither. */
export async function loadMemory(request: TurnRequest, rooms: PipelineRooms): Promise<StageOutcome<Memory>> {
  const context = await rooms.sessions.load(request.sessionId)
  const history = pastTurns(context, request.turnId).slice(-mostTurns)
  if (history.length === 0) return { value: noMemory, summary: 'new session' }
  const rolled = summariseIfNeeded(context, new Date(rooms.now()).toISOString())
  if (rolled) await rooms.sessions.append(request.sessionId, [{ op: 'summary', summary: rolled }])
  const summary = (rolled ?? context.session.summary)?.content ?? ''
  return { value: { history, summary }, summary: `${history.length} turns${rolled ? ', summary rolled forward' : ''}` }
}

/** What a turn starts from when there is nothing to remember. */
export const noMemory: Memory = { history: [], summary: '' }

/** Every answered turn but the one that is running. */
function pastTurns(context: SessionContext, running: string): PastTurn[] {
  const shortcuts = new Map(context.session.turns?.map((turn) => [turn.turn_id, turn.shortcut]))
  const questions = new Map<string, string>()
  const turns: PastTurn[] = []
  for (const message of context.session.messages) {
    const turnId = message.turn_id ?? ''
    if (message.role === 'user') questions.set(turnId, message.content)
    if (message.role !== 'assistant' || turnId === running) continue
    turns.push({
      question: questions.get(turnId) ?? '',
      answer: message.content,
      askedBack: shortcuts.get(turnId) === 'A',
    })
  }
  return turns
}
