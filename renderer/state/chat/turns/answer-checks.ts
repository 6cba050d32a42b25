import type { Attribution, ReplayMode, TurnReplay } from '@shared/session/replay'
import { create } from 'zustand'
import { call } from '../../connection'
import { showPanel } from '../../window/columns'
import { selectTurn } from '../chat-store'
import type { Turn } from './turn-reducer'

type TurnName = Pick<Turn, 'session_id' | 'turn_id'>

export interface AnswerCheck {
  /** The answer that is looked into. */
  readonly turnId: string | null
  readonly open: 'again' | 'whyNot' | null
  /** What it was expected to say, as it is typed. */
  readonly expected: string
  /** How often somebody came from elsewhere to ask why; each time the field wants the focus. */
  readonly asked: number
}

const unopened: AnswerCheck = { turnId: null, open: null, expected: '', asked: 0 }

const useChecks = create<AnswerCheck>(() => unopened)

/** What is open of the checks of an answer; of one answer at a time. */
export function useAnswerCheck(turnId: string): AnswerCheck {
  return useChecks((state) => (state.turnId === turnId ? state : unopened))
}

export function openCheck(turnId: string, open: AnswerCheck['open']): void {
  useChecks.setState((state) => ({ turnId, open, expected: state.turnId === turnId ? state.expected : '' }))
}

export function typeExpected(expected: string): void {
  useChecks.setState({ expected })
}

/** Shows where it can be asked why an answer does not say something, with the words that were expected, cut to what the engine takes. */
export function askWhyNot({ session_id: sessionId, turn_id: turnId }: TurnName, words = ''): void {
  const expected = words.replace(/\s+/gu, ' ').trim().slice(0, mostExpected)
  selectTurn(sessionId, turnId)
  useChecks.setState(({ asked }) => ({ turnId, open: 'whyNot', expected, asked: asked + 1 }))
  showPanel('context')
}

/** The most that may be expected of an answer, in UTF-16 units. */
export const mostExpected = 2000

/** Answers a recorded question again and compares; nothing is recorded. Null where the turn composed nothing. */
export async function replayAnswer(
  { session_id: id, turn_id }: TurnName,
  mode: ReplayMode,
  signal: AbortSignal,
): Promise<TurnReplay | null> {
  return call(async (client) => {
    for await (const replay of await client.sessions.replay({ id, turn_id, mode }, { signal })) return replay
    return null
  })
}

/** Why an answer lacks what was expected of it. */
export async function whyNot(
  { session_id: id, turn_id }: TurnName,
  expected: string,
  signal: AbortSignal,
): Promise<Attribution> {
  return call((client) => client.sessions.attribute({ id, turn_id, expected }, { signal }))
}
