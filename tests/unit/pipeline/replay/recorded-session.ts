import type { ContextBlock, Evidence, SessionContext } from '@shared/session/session-context'
import type { TurnTrace } from '@shared/session/turn-trace'

/** What the answer cites; nothing of it is in the record. */
const cited: TurnTrace['evidence'][number] = {
  number: 1,
  evidence_id: 'e_cited',
  kind: 'kb',
  document_id: 'd9',
  document_name: 'x.md',
  format: 'text',
  heading_path: [],
  page: null,
  start: 0,
  end: 1,
  score: 1,
}

/** What nothing was composed from. */
export const emptyBasis: NonNullable<TurnTrace['basis']> = {
  passages: [],
  language: 'en',
  rewrite: { standalone: 'Who keeps the data?', parts: [], queries: [] },
  survey: null,
  nearest: [],
  absent: [],
  gaps: [],
  unread: { failed: 0, waiting: 0 },
  has_documents: true,
  unread_parts: [],
  lookups: { chunks: 0, frequencies: {}, terms: {} },
  quoted: true,
}

/** What is particular to a session of one turn. */
export interface Recorded {
  readonly question?: string
  readonly answer?: string
  /** In the session. */
  readonly evidences?: readonly Evidence[]
  /** Found by the turn; all of them unless given. */
  readonly found?: readonly Evidence[]
  readonly blocks?: readonly ContextBlock[]
  readonly trace?: Partial<TurnTrace>
}

/** A session of one answered turn, `t1`. */
export function sessionOf(recorded: Recorded): SessionContext {
  const { question = 'Who keeps the data?', answer = 'Somebody does. [1]', evidences = [], blocks = [] } = recorded
  const found = recorded.found ?? evidences
  const trace: TurnTrace = {
    turn_id: 't1',
    trace_id: 'trace',
    question,
    started_at: '2024-01-01T00:00:00Z',
    status: 'complete',
    total_ms: 1,
    stages: [],
    shortcut: null,
    queries: [question],
    intents: [],
    evidence: [cited],
    refs: [],
    found: found.map(({ evidence_id }) => ({ evidence_id, score: 1, features: null, found_by: [] })),
    ...recorded.trace,
  }
  return {
    schema_version: '1.0',
    session: {
      session_id: 's1',
      messages: [
        { role: 'user', content: question, turn_id: 't1' },
        { role: 'assistant', content: answer, turn_id: 't1', status: 'complete' },
      ],
      task_state: { todo_list: { tasks: [] } },
      turns: [trace],
    },
    evidences: Object.fromEntries(evidences.map((one) => [one.evidence_id, one])),
    context_blocks: [...blocks],
  }
}
