import { describe, expect, test } from 'vitest'
import type { SessionContext } from '@shared/session/session-context'
import { modelContextsOf } from '@engine/session/model-context/session-conversion'
import { ModelContext } from '@engine/session/model-context/model-context'
import { sessionOf } from '@engine/session/model-context/session-conversion'

const passage = 'Signals are checked before every return to user mode, and a frame is built on the user stack. '.repeat(
  20,
)
const other = 'A second passage of its own, about the alternate signal stack and what sigaltstack does with it.'

const session: SessionContext = {
  schema_version: '1.0',
  meta: { title: 'Signals' },
  session: {
    session_id: 's',
    messages: [
      { role: 'user', content: 'How are signals delivered?', at: '2026-01-20T10:00:00.000Z', turn_id: 't1' },
      {
        role: 'assistant',
        content: 'On return.',
        turn_id: 't1',
        status: 'cancelled',
        refs: [{ evidence_id: 't1-e1' }],
      },
      { role: 'user', content: 'Asked again', turn_id: 't2', replaces: 't1' },
      { role: 'assistant', content: 'Before returning [1].', turn_id: 't2', status: 'complete' },
    ],
    task_state: { todo_list: { tasks: [] } },
    tool_state: {
      tool_calls: [
        {
          tool_call_id: 't1-kb',
          tool: 'rag_search',
          provider: { kind: 'builtin', name: 'knowledge-base' },
          type: 'tool',
          called_at: '2026-01-20T10:00:01.000Z',
          args_digest: { queries: ['signal delivery', 'signal stack'] },
          status: 'success',
          duration_ms: 12.4,
          result_evidence_ids: ['t1-e1', 't1-e2'],
        },
      ],
    },
    turns: [
      {
        turn_id: 't2',
        trace_id: 'trace',
        question: 'Asked again',
        started_at: '2026-01-20T10:01:00.000Z',
        status: 'complete',
        total_ms: 5,
        stages: [],
        shortcut: null,
        queries: ['again'],
        intents: [],
        evidence: [],
        refs: [],
        critique: {
          evaluation: {
            label: 'complete_good',
            confidence: 0.8,
            reasoning: 'Carried.',
            specific_issues: [],
            suggestions: [],
            should_return_to_chief: false,
            ready_for_output: true,
          },
          sentences: [],
          issues: [],
        },
      },
    ],
  },
  evidences: {
    't1-e1': {
      evidence_id: 't1-e1',
      type: 'rag_doc',
      source: { kind: 'rag', name: 'signals.md', uri: 'cairn://document/1' },
      content: passage,
      confidence: 0.9,
      metadata: { found_by: [{ query: 'signal delivery', rank: 3 }] },
    },
    't1-e2': {
      evidence_id: 't1-e2',
      type: 'rag_doc',
      source: { kind: 'rag' },
      content: other,
      metadata: { document_title: 'Stacks', score: 0.5, found_by: [{ query: 'signal stack', rank: 1 }] },
    },
  },
  context_blocks: [
    { block_id: 't1-0', block_type: 'instruction', priority: 'must', content: 'Quote.', turn_id: 't1' },
    { block_id: 't1-1', block_type: 'evidence', priority: 'high', refs: [{ evidence_id: 't1-e1' }], turn_id: 't1' },
    {
      block_id: 't1-2',
      block_type: 'evidence',
      priority: 'high',
      refs: [{ evidence_id: 't1-e2', selector: 'chars:2-8' }],
      turn_id: 't1',
    },
    {
      block_id: 't1-3',
      block_type: 'memory',
      priority: 'low',
      content: 'Old',
      turn_id: 't1',
      cut_reason: 'over the budget',
    },
  ],
}

describe('a turn as a model context', () => {
  const [first, second] = modelContextsOf(session).map((context) => context.toDict())

  test('has question, searches, prompts, answer and evaluation where [0] has them', () => {
    expect(first).toMatchObject({
      sequence: 0,
      timestamp: Date.parse('2026-01-20T10:00:00.000Z'),
      raw_question: 'How are signals delivered?',
      response: 'On return.',
      uuid: 't1',
      tool_name: 'rag_search',
      evaluation: null,
    })
    expect(second).toMatchObject({
      sequence: 1,
      uuid: 't2',
      search_session: null,
      evaluation: { label: 'complete_good', ready_for_output: true },
    })
  })

  // Would catch passages that all land under the first query, or twice.
  test('has each passage once, under the query that found it', () => {
    expect(first?.search_session?.query_results).toMatchObject([
      {
        query: 'signal delivery',
        execution_time_ms: 12,
        search_engine: 'knowledge-base',
        results: [
          { title: 'signals.md', content: passage, source: 'cairn://document/1', rank: 3, relevance_score: 0.9 },
        ],
      },
      { query: 'signal stack', results: [{ title: 'Stacks', rank: 1, relevance_score: 0.5 }] },
    ])
    expect(first?.retriver_chunks).toEqual([passage, other])
  })

  test('has as prompts what went in, evidence as it was selected, and not what was cut', () => {
    expect(first?.prompts.map(({ role, content }) => [role, content])).toEqual([
      ['system', 'Quote.'],
      ['user', passage],
      ['user', 'second'],
    ])
  })

  test('carries the rest of the session without its texts', () => {
    expect(JSON.stringify(first?.tool_config)).not.toContain(passage.slice(0, 40))
    expect(JSON.stringify(second?.tool_config)).not.toContain('Before returning')
  })

  test('corrects the session where it is corrected', () => {
    const contexts = modelContextsOf(session)
    for (const context of contexts) if (context.uuid === 't2') context.response = 'Corrected [1].'
    const corrected = sessionOf(contexts, { sessionId: 'other' })
    expect(corrected.session.session_id).toBe('s')
    expect(corrected.session.messages[3]?.content).toBe('Corrected [1].')
  })
})

describe('contexts from elsewhere as a session', () => {
  const context = ModelContext.fromDict({
    sequence: 4,
    timestamp: 1_768_903_200_000,
    raw_question: 'What is a signal?',
    uuid: 'u',
    response: 'A software interrupt.',
    retriver_chunks: [passage, passage],
    prompts: [
      { role: 'system', content: 'Quote.' },
      { role: 'user', content: passage },
    ],
    search_session: {
      session_id: 'search',
      original_question: 'What is a signal?',
      session_timestamp: 1_768_903_200_000,
      session_metadata: {},
      query_results: ['signal', 'interrupt'].map((query) => ({
        query,
        results: [{ title: 'T', content: passage, source: 'https://a', rank: 1, relevance_score: 3, timestamp: 1 }],
        search_timestamp: 1_768_903_201_000,
        total_results_count: 70,
        execution_time_ms: 9,
        search_engine: 'Bocha',
        metadata: {},
      })),
    },
  })
  const made = sessionOf([context, context], { sessionId: 'new' })

  test('become turns with messages, tool calls and evidence', () => {
    expect(made.session.messages.map(({ role, content, turn_id }) => [role, content, turn_id])).toEqual([
      ['user', 'What is a signal?', 'u'],
      ['assistant', 'A software interrupt.', 'u'],
      ['user', 'What is a signal?', 'new-2'],
      ['assistant', 'A software interrupt.', 'new-2'],
    ])
    expect(made.session.tool_state?.tool_calls[0]).toMatchObject({
      tool: 'rag_search',
      provider: { name: 'Bocha' },
      called_at: '2026-01-20T10:00:01.000Z',
      duration_ms: 9,
      result_evidence_ids: ['u-e1'],
    })
    expect(made.evidences['u-e1']).toMatchObject({ content: passage, confidence: 1, source: { name: 'T' } })
  })

  test('hold a passage that both queries found once', () => {
    expect(Object.keys(made.evidences)).toEqual(['u-e1', 'new-2-e1'])
    expect(made.context_blocks.slice(0, 2)).toMatchObject([
      { block_type: 'instruction', content: 'Quote.' },
      { block_type: 'evidence', refs: [{ evidence_id: 'u-e1' }] },
    ])
    expect(JSON.stringify([made.session.turns, made.context_blocks])).not.toContain(passage.slice(0, 40))
  })
})
