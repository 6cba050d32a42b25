import i18next from 'i18next'
import { create } from 'zustand'
import type { RunHeader } from '@shared/research/research-run'
import { useChat } from '../chat/chat-store'
import type { Turn } from '../chat/turns/turn-reducer'
import { call } from '../connection'
import { modelForChat } from '../models/model-choice'
import { attempt } from '../window/notices'
import { receiveRuns } from './runs-store'

/** The chats, by draft key, whose next question is looked into more deeply as well. It is chosen for each question anew. */
export const useDeepSearch = create<{ readonly chats: ReadonlySet<string> }>(() => ({ chats: new Set() }))

export function switchDeepSearch(chatKey: string, on: boolean): void {
  useDeepSearch.setState(({ chats }) => {
    const next = new Set(chats)
    if (on) next.add(chatKey)
    else next.delete(chatKey)
    return { chats: next }
  })
}

/** Begins research on a turn's question, which goes on beside the chat. False where it could not begin. */
export function researchTurn({ session_id: sessionId, turn_id: turnId, question, filter }: Turn): Promise<boolean> {
  const model = modelForChat(sessionId)
  return attempt(async () => {
    const header = await call((client) =>
      client.research.start({
        goal: question,
        locale: i18next.language === 'zh' ? 'zh' : 'en',
        at_once: true,
        from_turn: { session_id: sessionId, turn_id: turnId },
        ...(filter && { filter }),
        ...(model !== undefined && { model }),
      }),
    )
    receiveRuns([header], [], false)
  }, 'research:startFailed')
}

/** Begins research on the newest question of a chat. */
export async function researchNewest(sessionId: string): Promise<void> {
  const turn = useChat.getState().sessions[sessionId]?.turns.at(-1)
  if (turn) await researchTurn(turn)
}

/** The research that was begun from a turn, newest first. */
export function runsOfTurn(headers: readonly RunHeader[], turnId: string): RunHeader[] {
  return headers.filter(({ from_turn: from }) => from?.turn_id === turnId)
}

/** Whether an answer leaves something open that more searching could find: all of it, or a part of the question. */
export function leavesOpen({ status, outcome, shortcut, unanswered = [], critique }: Turn): boolean {
  if (status !== 'complete' || shortcut?.shortcut === 'A' || shortcut?.shortcut === 'B') return false
  if (outcome === 'closest' || shortcut?.shortcut === 'C' || unanswered.length > 0) return true
  return critique?.issues.some(({ key }) => key === 'question_uncovered') ?? false
}
