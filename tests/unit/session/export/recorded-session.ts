import type { Evidence, SessionContext } from '@shared/session/session-context'
import type { TurnTrace } from '@shared/session/turn-trace'

export interface Cited {
  /** What the answer says; in the passage as well, unless `passage` is given. */
  readonly says: string
  readonly passage?: string
  readonly sensitivity?: Evidence['sensitivity']
  readonly document?: string
  readonly format?: string
}

export interface Asked {
  readonly id: string
  readonly question: string
  readonly cites: readonly Cited[]
  readonly status?: TurnTrace['status']
  readonly replaces?: string
}

/** A session as the pipeline records it: each sentence of an answer followed by the mark of its own passage. */
export function recordedSession(
  id: string,
  asked: readonly Asked[],
  meta: SessionContext['meta'] = {},
): SessionContext {
  const context: SessionContext = {
    schema_version: '1.0',
    meta: { locale: 'en', created_at: '2026-01-02T03:04:05.678Z', title: `About ${id}`, ...meta },
    session: { session_id: id, messages: [], task_state: { todo_list: { tasks: [] } }, turns: [] },
    evidences: {},
    context_blocks: [],
  }
  for (const turn of asked) addTurn(context, turn)
  return context
}

function addTurn(context: SessionContext, { id, question, cites, status = 'complete', replaces }: Asked): void {
  let response = ''
  const refs: TurnTrace['refs'] = []
  const evidence: TurnTrace['evidence'] = []
  for (const [
    at,
    { says, passage = `Before. ${says} After.`, sensitivity, document = `${id}-${at}.md`, format = 'text' },
  ] of cites.entries()) {
    const number = at + 1
    const evidence_id = `${id}-e${number}`
    const [start, first] = [response.length + (response ? 1 : 0), Math.max(0, passage.indexOf(says))]
    response += `${response ? ' ' : ''}${says} [${number}]`
    const selector = `chars:${first}-${Math.min(passage.length, first + says.length)}`
    refs.push({ number, evidence_id, selector, response_start: start, response_end: start + says.length })
    evidence.push({
      number,
      evidence_id,
      kind: 'kb',
      document_id: `doc-${id}-${at}`,
      document_name: document,
      format,
      heading_path: ['Part', 'Section'],
      page: number,
      start: 0,
      end: passage.length,
      score: 0.5,
    })
    context.evidences[evidence_id] = {
      evidence_id,
      type: 'rag_doc',
      source: { kind: 'rag', name: document, uri: `cairn://document/doc-${id}-${at}?chars=0-9` },
      content: passage,
      confidence: 0.5,
      metadata: { document_id: `doc-${id}-${at}`, document_sha256: 'ab'.repeat(32), revision: 'r1', page: number },
      links: { tool_call_id: `${id}-kb` },
      ...(sensitivity ? { sensitivity } : {}),
    }
    context.context_blocks.push({
      block_id: `${id}-b${number}`,
      block_type: 'evidence',
      priority: 'high',
      content: passage,
      refs: [{ evidence_id }],
      turn_id: id,
    })
  }
  const replaced = replaces === undefined ? {} : { replaces }
  context.session.messages.push(
    { role: 'user', content: question, turn_id: id, ...replaced },
    {
      role: 'assistant',
      content: response,
      turn_id: id,
      status,
      refs: refs.map(({ evidence_id, selector }) => ({ evidence_id, selector })),
    },
  )
  context.session.turns?.push({
    turn_id: id,
    trace_id: `trace-${id}`,
    question,
    started_at: '2026-01-02T03:04:05.678Z',
    status,
    total_ms: 12.5,
    stages: [],
    shortcut: null,
    queries: [question],
    intents: [],
    evidence,
    refs,
    mode: 'kb',
    temperature: 0,
    ...replaced,
    critique: {
      evaluation: {
        label: 'complete_good',
        confidence: 0.8,
        reasoning: 'All sentences are carried.',
        specific_issues: [],
        suggestions: [],
        should_return_to_chief: false,
        ready_for_output: true,
      },
      sentences: refs.map(({ number, response_start: start, response_end: end }) => ({
        start,
        end,
        verdict: 'supported' as const,
        refs: [number],
        issues: [],
      })),
      issues: [],
    },
  })
}

export function one(context: SessionContext, turnId: string): { answer: string; trace: TurnTrace } {
  const trace = context.session.turns?.find((each) => each.turn_id === turnId)
  const answer = context.session.messages.find((each) => each.role === 'assistant' && each.turn_id === turnId)
  if (!trace || !answer) throw new Error(`no turn ${turnId}`)
  return { answer: answer.content, trace }
}
