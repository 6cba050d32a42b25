import { type CairnEvent, type Preparation, stageNames, type StageRecord, type StageStatus } from '@shared/events'
import type { Note } from '@shared/note'
import { withRun } from '@shared/tools/tool-run'
import type { TurnView } from '@shared/session/session-view'

export interface StageState {
  /** 1 to 8. */
  readonly stage: number
  readonly name: string
  readonly status: StageStatus | 'waiting' | 'running'
  readonly ms: number | null
  readonly reason: string
  readonly reason_notes?: readonly Note[] | undefined
  readonly summary: string
  readonly summary_notes?: readonly Note[] | undefined
}

/** A turn as this window shows it: its view, and the state that only matters while it runs. */
export interface Turn extends Omit<TurnView, 'stages'> {
  readonly session_id: string
  readonly stages: readonly StageState[]
  /** The last event folded in; -1 before the first, `Infinity` for a turn read from the record. */
  readonly lastSeq: number
  readonly firstTokenMs: number | null
  /** The stages that wait for a language model now. */
  readonly waiting: readonly StageWait[]
  /** What is still made ready for the question, where that takes a while; null for nothing. */
  readonly preparing: Preparation | null
}

/** A stage that waits for a language model, named for people; `goOn`: it can be gone on without. */
export interface StageWait {
  readonly stage: number
  readonly model: string
  readonly goOn: boolean
}

/** The fields of a turn that are known when it begins. */
type TurnStart = Pick<Turn, 'session_id' | 'turn_id' | 'question' | 'filter' | 'replaces' | 'asked_at'>

/** A turn nothing has happened in yet. */
export function beginTurn(start: TurnStart): Turn {
  return {
    ...start,
    trace_id: '',
    status: 'running',
    response: '',
    total_ms: 0,
    stages: stagesOf([]),
    shortcut: null,
    evidence: [],
    refs: [],
    suggestions: [],
    error: null,
    lastSeq: -1,
    firstTokenMs: null,
    waiting: [],
    preparing: null,
  }
}

/** A recorded turn. One that still runs is begun anew, because following it tells everything from the start. */
export function turnFromView(view: TurnView, sessionId: string): Turn {
  const { turn_id, question, filter, replaces, asked_at } = view
  if (view.status === 'running') {
    return beginTurn({ session_id: sessionId, turn_id, question, filter, replaces, asked_at })
  }
  return {
    ...view,
    session_id: sessionId,
    stages: stagesOf(view.stages),
    lastSeq: Infinity,
    firstTokenMs: view.first_token_ms ?? null,
    waiting: [],
    preparing: null,
  }
}

/** The turn after these events. Events it has seen are left out, so that following it again repeats nothing. */
export function foldEvents(turn: Turn, events: readonly CairnEvent[]): Turn {
  return events.reduce((folded, event) => (event.seq > folded.lastSeq ? fold(folded, event) : folded), turn)
}

function fold(before: Turn, event: CairnEvent): Turn {
  const turn: Turn = { ...before, lastSeq: event.seq }
  switch (event.type) {
    case 'session':
      return { ...turn, question: event.question, filter: event.filter, replaces: event.replaces, preparing: null }
    case 'preparing':
      return { ...turn, preparing: event.what }
    case 'stage_start':
      return withStage(turn, event.stage, { status: 'running' })
    case 'stage_wait': {
      const { stage, model, go_on: goOn } = event
      return { ...turn, waiting: [...turn.waiting, { stage, model, goOn }] }
    }
    case 'stage_end': {
      const { stage, status, ms, reason = '', reason_notes, summary = '', summary_notes } = event
      return withStage(notWaiting(turn, stage), stage, { status, ms, reason, reason_notes, summary, summary_notes })
    }
    case 'shortcut': {
      const { shortcut, reason, reason_note, readings } = event
      return { ...turn, shortcut: { shortcut, reason, reason_note, readings } }
    }
    case 'tool':
      return { ...turn, tools: withRun(turn.tools, event.run) }
    case 'evidence':
      // It may come again within a turn; the last one is the whole list.
      return { ...turn, evidence: event.items }
    case 'first_token':
      return { ...notWaiting(turn, 8), firstTokenMs: event.ms, model: event.model }
    case 'token':
      return { ...turn, response: turn.response + event.content }
    case 'final': {
      const { trace_id, total_ms, response, refs, suggestions, model, broke_off, outcome, listed, unanswered } = event
      const told = { response, refs, suggestions, model, broke_off, outcome, listed, unanswered }
      return { ...turn, status: 'complete', trace_id, total_ms, ...told }
    }
    case 'cancelled': {
      const { trace_id, total_ms, response } = event
      return settled({ ...turn, status: 'cancelled', trace_id, total_ms, response })
    }
    case 'error':
      return settled({ ...turn, status: 'error', trace_id: event.trace_id, error: event.error })
    case 'critic': {
      const { evaluation, sentences, issues } = event
      return { ...turn, critique: { evaluation, sentences, issues } }
    }
    case 'progress':
    case 'research':
      return turn
  }
}

function notWaiting(turn: Turn, stage: number): Turn {
  return { ...turn, waiting: turn.waiting.filter((wait) => wait.stage !== stage) }
}

/** A turn that ended early leaves no stage running. */
function settled(turn: Turn): Turn {
  const stages = turn.stages.map((stage) =>
    stage.status === 'running' ? { ...stage, status: 'error' as const, reason: '', reason_notes: undefined } : stage,
  )
  return { ...turn, stages, waiting: [], preparing: null }
}

function withStage(turn: Turn, number: number, change: Partial<StageState>): Turn {
  return { ...turn, stages: turn.stages.map((stage) => (stage.stage === number ? { ...stage, ...change } : stage)) }
}

function stagesOf(records: readonly StageRecord[]): StageState[] {
  return stageNames.map((name, at) => {
    const record = records.find(({ stage }) => stage === at + 1)
    return {
      stage: at + 1,
      name,
      status: record?.status ?? 'waiting',
      ms: record?.ms ?? null,
      reason: record?.reason ?? '',
      reason_notes: record?.reason_notes,
      summary: record?.summary ?? '',
      summary_notes: record?.summary_notes,
    }
  })
}

/** The fields of a turn that change with every word of its answer. */
const growing: readonly (keyof Turn)[] = ['response', 'lastSeq']

/** For `memo`: whether properties are equal but for the words of the turn's answer. The end of a turn changes its status. */
export function sameButWords<Props extends { readonly turn: Turn }>(before: Props, after: Props): boolean {
  return sameIn(before, after, ['turn']) && sameIn(before.turn, after.turn, growing)
}

function sameIn<T extends object>(one: T, other: T, leaving: readonly (keyof T)[]): boolean {
  if (one === other) return true
  const keys = new Set([...Object.keys(one), ...Object.keys(other)] as (keyof T)[])
  for (const key of leaving) keys.delete(key)
  return [...keys].every((key) => Object.is(one[key], other[key]))
}
