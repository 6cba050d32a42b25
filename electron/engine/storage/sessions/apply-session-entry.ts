import { z } from 'zod'
import { mergeSessions } from '@shared/session/merge-session'
import { SearchFilter } from '@shared/documents'
import {
  type ContextBlock,
  type Evidence,
  higherSensitivity,
  type Message,
  type Sensitivity,
  SESSION_SCHEMA_VERSION,
  type SessionContext,
} from '@shared/session/session-context'
import type { TurnTrace } from '@shared/session/turn-trace'
import type { SessionEntry } from '@engine/ports/storage/session-store'

/** Cairn's fields in a question's message. The source's schema lacks them, so they may be missing or of any type. */
const AskedWith = z.object({
  filter: SearchFilter.optional().catch(undefined),
  replaces: z.string().optional().catch(undefined),
})

/** A session while it happens. Its context is valid once it holds a message. */
export interface SessionState {
  readonly context: SessionContext
  /** The streamed texts of unfinished answers, by turn. */
  readonly streamed: Readonly<Record<string, string>>
}

/** A session in which nothing has happened. */
export function emptySession(id: string): SessionState {
  return {
    context: {
      schema_version: SESSION_SCHEMA_VERSION,
      meta: {},
      session: { session_id: id, messages: [], task_state: { todo_list: { tasks: [] } } },
      evidences: {},
      context_blocks: [],
    },
    streamed: {},
  }
}

/** Not about what was said: they must not move a session up. */
const quiet: ReadonlySet<SessionEntry['op']> = new Set(['pinned', 'folder', 'trashed', 'marked', 'second_opinion'])

/** The state after `entry`, which happened `at` (ISO time). Changes nothing it is given. */
export function applySessionEntry(state: SessionState, entry: SessionEntry, at: string): SessionState {
  if (entry.op === 'token') {
    const soFar = state.streamed[entry.turn_id] ?? ''
    return { ...state, streamed: { ...state.streamed, [entry.turn_id]: soFar + entry.content } }
  }
  if (entry.op === 'merged') return { ...state, context: mergedInto(state.context, entry.context) }
  const context = applyToContext(state.context, entry)
  const created_at = context.meta?.created_at ?? at
  const meta = { ...context.meta, created_at, updated_at: quiet.has(entry.op) ? (context.meta?.updated_at ?? at) : at }
  const streamed = entry.op === 'turn' ? without(state.streamed, entry.trace.turn_id) : state.streamed
  return { context: { ...context, meta }, streamed }
}

/** Merges a record from elsewhere. Without a record of our own it is kept unchanged, times included. */
function mergedInto(ours: SessionContext, theirs: SessionContext): SessionContext {
  return ours.session.messages.length === 0 ? theirs : mergeSessions(ours, theirs).context
}

type ContextEntry = Exclude<SessionEntry, { op: 'token' } | { op: 'merged' }>

function applyToContext(context: SessionContext, entry: ContextEntry): SessionContext {
  const { session } = context
  switch (entry.op) {
    case 'created':
      return { ...context, meta: { ...entry.meta, ...context.meta } }
    case 'message':
      return { ...context, session: { ...session, messages: [...session.messages, entry.message] } }
    case 'evidence':
      return withEvidence(context, entry.evidence)
    case 'marked':
      return markEvidence(context, entry.evidence_id, entry.sensitivity)
    case 'model_usage':
      return { ...context, session: { ...session, model_usage: [...(session.model_usage ?? []), entry.usage] } }
    case 'block':
      return { ...context, context_blocks: withBlock(context.context_blocks, entry.block) }
    case 'tool_call': {
      const calls = [...(session.tool_state?.tool_calls ?? []), entry.call]
      return { ...context, session: { ...session, tool_state: { ...session.tool_state, tool_calls: calls } } }
    }
    case 'turn':
      return { ...context, session: finishTurn(session, entry.trace, entry.message) }
    case 'second_opinion': {
      const turns = (session.turns ?? []).map((turn) =>
        turn.turn_id === entry.turn_id ? { ...turn, second_opinion: entry.opinion } : turn,
      )
      return { ...context, session: { ...session, turns } }
    }
    case 'summary':
      return { ...context, session: { ...session, summary: entry.summary } }
    case 'title':
      return { ...context, meta: { ...context.meta, title: entry.title, titled_by: entry.by } }
    case 'pinned':
      return { ...context, meta: { ...context.meta, pinned: entry.pinned } }
    case 'folder':
      return { ...context, meta: { ...context.meta, folder: entry.folder } }
    case 'trashed':
      return { ...context, meta: { ...context.meta, trashed_at: entry.trashed_at } }
  }
}

/** The second prompt of a turn takes the place of the first: a block of a known id replaces that one. */
function withBlock(blocks: SessionContext['context_blocks'], block: ContextBlock): ContextBlock[] {
  const at = blocks.findLastIndex(({ block_id: id }) => id === block.block_id)
  return at === -1 ? [...blocks, block] : blocks.with(at, block)
}

/**
 * Its id is made of its content, so the first record of it stays; only its sensitivity rises when it is found again in a
 * document that is more sensitive by now. It never falls: that is for the user to say.
 */
function withEvidence(context: SessionContext, evidence: Evidence): SessionContext {
  const { evidence_id: id, sensitivity } = evidence
  const known = Object.hasOwn(context.evidences, id) ? context.evidences[id] : undefined
  if (!known) return { ...context, evidences: { ...context.evidences, [id]: evidence } }
  const higher = higherSensitivity(known.sensitivity, sensitivity)
  return higher === undefined || higher === known.sensitivity ? context : markEvidence(context, id, higher)
}

function markEvidence(context: SessionContext, id: string, sensitivity: Sensitivity | null): SessionContext {
  const evidence = Object.hasOwn(context.evidences, id) ? context.evidences[id] : undefined
  if (!evidence) return context
  const marked = { ...evidence, ...(sensitivity === null ? {} : { sensitivity }) }
  if (sensitivity === null) delete marked.sensitivity
  return { ...context, evidences: { ...context.evidences, [id]: marked } }
}

/** An answer stands right after its turn's messages, and takes the place of an interrupted one of the same turn. */
function finishTurn(session: SessionContext['session'], trace: TurnTrace, answer: Message): SessionContext['session'] {
  const message = { ...answer, turn_id: trace.turn_id }
  const messages = session.messages.filter(
    (other) => !(other.turn_id === trace.turn_id && other.role === 'assistant' && other.status === 'interrupted'),
  )
  const lastOfTurn = messages.findLastIndex((other) => other.turn_id === trace.turn_id)
  messages.splice(lastOfTurn === -1 ? messages.length : lastOfTurn + 1, 0, message)
  const turns = (session.turns ?? []).filter((turn) => turn.turn_id !== trace.turn_id)
  return { ...session, messages, turns: [...turns, trace] }
}

/**
 * The entries that close every turn which has a question but no answer: what had been streamed becomes an answer with
 * the status `interrupted`.
 */
export function closeUnfinishedTurns(state: SessionState, at: string): SessionEntry[] {
  const { messages, turns } = state.context.session
  const finished = new Set(turns?.map((turn) => turn.turn_id))
  for (const message of messages) if (message.role === 'assistant' && message.turn_id) finished.add(message.turn_id)
  const entries: SessionEntry[] = []
  for (const question of messages) {
    const turnId = question.turn_id
    if (question.role !== 'user' || !turnId || finished.has(turnId)) continue
    finished.add(turnId)
    entries.push({
      op: 'turn',
      trace: interruptedTrace(turnId, question, at),
      message: {
        role: 'assistant',
        content: state.streamed[turnId] ?? '',
        at: question.at ?? at,
        turn_id: turnId,
        status: 'interrupted',
      },
    })
  }
  return entries
}

function interruptedTrace(turnId: string, question: Message, at: string): TurnTrace {
  const { filter, replaces } = AskedWith.parse(question)
  return {
    ...(filter ? { filter } : {}),
    ...(replaces ? { replaces } : {}),
    turn_id: turnId,
    trace_id: '',
    question: question.content,
    started_at: question.at ?? at,
    status: 'interrupted',
    total_ms: 0,
    stages: [],
    shortcut: null,
    queries: [],
    intents: [],
    evidence: [],
    refs: [],
  }
}

function without(streamed: SessionState['streamed'], turnId: string): SessionState['streamed'] {
  return Object.fromEntries(Object.entries(streamed).filter(([id]) => id !== turnId))
}
