import type { ContextBlock, Evidence, Message, SessionContext, ToolCall } from '@shared/session/session-context'
import { CriticEvaluation } from '@shared/events'
import type { TurnTrace } from '@shared/session/turn-trace'
import { type ModelContextRecord, parseModelContext, type SearchQueryResults, type SearchResult } from './schema'
import { searchTool } from './search-record'
import { addTexts, escapedKey, TextResolver, UnknownText, withReferences } from './text-references'
import { isRecord } from '@shared/session/validate-session'

/**
 * The field of `session.turns[]` that holds the context a turn was made from, as it was, with references to the texts
 * the session holds elsewhere.
 */
export const enclosedKey = 'model_context'

export interface SessionIds {
  readonly sessionId: string
}

const textKeys: ReadonlySet<string> = new Set(['raw_question', 'response', 'content', 'query', 'retriver_chunks'])

/** The parts of a session one context becomes. */
interface Turn {
  readonly messages: readonly [Message, Message]
  readonly calls: readonly ToolCall[]
  readonly evidences: readonly Evidence[]
  readonly blocks: readonly ContextBlock[]
  readonly trace: TurnTrace
}

/** A session of contexts from elsewhere: each becomes a turn. At least one is needed. */
export function sessionAround(contexts: readonly ModelContextRecord[], { sessionId }: SessionIds): SessionContext {
  const ids = turnIds(contexts, sessionId)
  const turns = contexts.map((context, at) => turnOf(context, ids[at] ?? `${sessionId}-${at}`))
  const created = timeText(Math.min(...contexts.map(({ timestamp }) => timestamp)))
  const blocks = turns.flatMap((turn) => turn.blocks)
  let firstBlock = 0
  const traces = turns.map((turn, at) => {
    const places = placesIn(turn, at, firstBlock)
    firstBlock += turn.blocks.length
    return { ...turn.trace, [enclosedKey]: withReferences(contexts[at], places, textKeys) }
  })
  return {
    schema_version: '1.0',
    meta: { title: titleOf(contexts[0]?.raw_question ?? ''), ...(created === '' ? {} : { created_at: created }) },
    session: {
      session_id: sessionId,
      messages: turns.flatMap((turn) => turn.messages),
      task_state: { todo_list: { tasks: [] } },
      tool_state: { tool_calls: turns.flatMap((turn) => turn.calls) },
      turns: traces,
    },
    evidences: Object.fromEntries(
      turns.flatMap((turn) => turn.evidences).map((evidence) => [evidence.evidence_id, evidence]),
    ),
    context_blocks: blocks,
  }
}

/** The contexts a session was made around; null unless every turn has one. */
export function contextsWithin(context: SessionContext): ModelContextRecord[] | null {
  const turns = context.session.turns ?? []
  const enclosed = turns.map((turn) => turn[enclosedKey])
  if (enclosed.length === 0 || !enclosed.every(isRecord)) return null
  const texts = new TextResolver(context)
  try {
    return enclosed.map((record) => parseModelContext(texts.resolve(record)))
  } catch (thrown) {
    if (thrown instanceof UnknownText || isInvalid(thrown)) return null
    throw thrown
  }
}

function isInvalid(thrown: unknown): boolean {
  return isRecord(thrown) && thrown['code'] === 'INVALID_INPUT'
}

/** A context's own id where it is one and no other context has it. */
function turnIds(contexts: readonly ModelContextRecord[], sessionId: string): string[] {
  const used = new Set(contexts.map(({ uuid }) => uuid))
  const given = new Set<string>()
  return contexts.map(({ uuid }, at) => {
    let id = uuid
    for (let n = 0; id === '' || given.has(id) || (id !== uuid && used.has(id)); n++) {
      id = n === 0 ? `${sessionId}-${at + 1}` : `${sessionId}-${at + 1}-${n}`
    }
    given.add(id)
    return id
  })
}

function turnOf(context: ModelContextRecord, id: string): Turn {
  const at = timeText(context.timestamp)
  const when = at === '' ? {} : { at }
  const status = context.response === '' ? 'interrupted' : 'complete'
  const search = searchOf(context, id)
  const question: Message = {
    role: 'user',
    author: { kind: 'user' },
    content: context.raw_question,
    ...when,
    turn_id: id,
  }
  const answer: Message = {
    role: 'assistant',
    author: { kind: 'agent' },
    content: context.response,
    ...when,
    turn_id: id,
    status,
  }
  const trace: TurnTrace = {
    turn_id: id,
    trace_id: id,
    question: context.raw_question,
    started_at: at,
    status,
    total_ms: search.calls.reduce((sum, call) => sum + call.duration_ms, 0),
    stages: [],
    shortcut: null,
    queries: search.queries,
    intents: [],
    evidence: search.evidences.map((evidence, place) => ({
      number: place + 1,
      evidence_id: evidence.evidence_id,
      kind: 'tool',
      document_id: '',
      document_name: evidence.source.name ?? '',
      format: 'text',
      heading_path: [],
      page: null,
      start: 0,
      end: evidence.content?.length ?? 0,
      score: search.scores[place] ?? 0,
    })),
    refs: [],
    ...(context.evaluation
      ? { critique: { evaluation: CriticEvaluation.parse(context.evaluation), sentences: [], issues: [] } }
      : {}),
  }
  return {
    messages: [question, answer],
    calls: search.calls,
    evidences: search.evidences,
    blocks: blocksOf(context, id, search.evidences),
    trace,
  }
}

function searchOf({ search_session: search }: ModelContextRecord, turnId: string) {
  const ids = new Map<string, string>()
  const evidences: Evidence[] = []
  const scores: number[] = []
  const calls = (search?.query_results ?? []).map((query, at) => {
    const callId = `${turnId}-s${at + 1}`
    const found = query.results.map((result) => {
      const key = JSON.stringify([result.title, result.content, result.source])
      const known = ids.get(key)
      if (known !== undefined) return known
      const id = `${turnId}-e${evidences.length + 1}`
      ids.set(key, id)
      evidences.push(evidenceOf(result, id, callId))
      scores.push(result.relevance_score)
      return id
    })
    return callOf(query, callId, found)
  })
  return { calls, evidences, scores, queries: (search?.query_results ?? []).map(({ query }) => query) }
}

function callOf(query: SearchQueryResults, id: string, results: readonly string[]): ToolCall {
  return {
    tool_call_id: id,
    tool: searchTool,
    provider: { kind: 'other', name: query.search_engine },
    type: 'tool',
    called_at: timeText(query.search_timestamp),
    args_digest: { queries: [query.query] },
    status: results.length > 0 ? 'success' : 'not_found',
    duration_ms: query.execution_time_ms,
    result_evidence_ids: [...new Set(results)],
  }
}

function evidenceOf(result: SearchResult, id: string, callId: string): Evidence {
  return {
    evidence_id: id,
    type: 'rag_doc',
    source: { kind: 'rag', name: result.title, uri: result.source },
    content: result.content,
    confidence: Math.min(1, Math.max(0, result.relevance_score)),
    metadata: { score: result.relevance_score },
    links: { tool_call_id: callId },
  }
}

/** A prompt that is a found text, word for word, refers to it. */
function blocksOf({ prompts }: ModelContextRecord, turnId: string, evidences: readonly Evidence[]): ContextBlock[] {
  const found = new Map(evidences.map(({ content, evidence_id: id }) => [content, id]))
  return prompts.map(({ role, content = '' }, at) => {
    const evidenceId = found.get(content)
    return {
      block_id: `${turnId}-p${at + 1}`,
      block_type: evidenceId !== undefined ? 'evidence' : role === 'system' ? 'instruction' : 'conversation',
      priority: 'must',
      ...(evidenceId === undefined ? { content } : { refs: [{ evidence_id: evidenceId }] }),
      turn_id: turnId,
    }
  })
}

/** Where the texts of a turn stand in the session. */
function placesIn({ messages, evidences, blocks, trace }: Turn, turn: number, firstBlock: number): Map<string, string> {
  const places = new Map<string, string>()
  for (const [at, { content }] of messages.entries())
    addTexts(places, content, `/session/messages/${2 * turn + at}/content`)
  for (const { evidence_id: id, content, source } of evidences) {
    addTexts(places, { content, source }, `/evidences/${escapedKey(id)}`)
  }
  for (const [at, { content }] of blocks.entries())
    addTexts(places, content, `/context_blocks/${firstBlock + at}/content`)
  const { queries, critique } = trace
  addTexts(places, { queries, critique }, `/session/turns/${turn}`)
  return places
}

function titleOf(question: string): string {
  const characters = Array.from(question.trim().split('\n')[0] ?? '')
  return characters.length > 60 ? `${characters.slice(0, 59).join('')}…` : characters.join('')
}

/** ISO time; empty for a time no date can have. */
function timeText(ms: number): string {
  const time = new Date(ms)
  return Number.isNaN(time.getTime()) ? '' : time.toISOString()
}
