import { describe, expect, test } from 'vitest'
import { SessionContext } from '@shared/session/session-context'
import { validateSessionContext } from '@shared/session/validate-session'

/** The minimal example of the source document [1], §4.1, word for word. */
const minimal = {
  schema_version: '1.0',
  meta: {
    actor: {
      user_id: 'xxxx',
      user_role: 'developer',
      agent: { agent_id: 'agent-001', name: 'my-agent', version: '2026-02-10' },
    },
  },
  session: {
    session_id: 'uuid',
    messages: [
      {
        role: 'system',
        author: { kind: 'agent', id: 'agent-001' },
        content: '固定系统提示词版本号=2026-02-10',
        at: '…',
      },
      { role: 'user', author: { kind: 'user', id: 'xxxx' }, content: '包周期续订的接口是？', at: '…' },
      { role: 'assistant', author: { kind: 'agent', id: 'agent-001' }, content: '…（本轮最终回答）', at: '…' },
    ],
    summary: { content: '', updated_at: '', message_index_range: { from: 0, to: 0 } },
    task_state: { todo_list: { tasks: [] } },
    tool_state: { tool_calls: [] },
    model_usage: [],
  },
  evidences: {},
  context_blocks: [],
}

const evidence = { evidence_id: 'e1', type: 'rag_doc', source: { kind: 'rag' } }
const block = { block_id: 'b1', block_type: 'evidence', priority: 'must' }
const full = {
  ...minimal,
  session: {
    ...minimal.session,
    messages: [...minimal.session.messages, { role: 'assistant', content: 'x', refs: [{ evidence_id: 'e1' }] }],
  },
  evidences: { e1: evidence },
  context_blocks: [{ ...block, refs: [{ evidence_id: 'e1', selector: 'lines:12-18,chars:120-260' }] }],
}

/** The example with the field at `path` removed, or set to `value`. */
function changed(path: (string | number)[], value?: unknown): unknown {
  const copy: unknown = structuredClone(full)
  let inside = copy as Record<string | number, unknown>
  for (const part of path.slice(0, -1)) inside = inside[part] as Record<string | number, unknown>
  const last = path.at(-1) ?? ''
  if (value === undefined) Reflect.deleteProperty(inside, last)
  else inside[last] = value
  return copy
}

function problemsOf(value: unknown): string[] {
  const result = validateSessionContext(value)
  return 'problems' in result ? result.problems : []
}

describe('the session context, schema 1.0', () => {
  test.each([
    ['the minimal example of the source', minimal],
    ['an example with evidence, refs and blocks', full],
  ])('%s is valid and kept as it is', (_, example) => {
    expect(problemsOf(example)).toEqual([])
    expect(SessionContext.parse(example)).toEqual(example)
  })

  // The field table of [1] §4.1, line by line: what must be there, and under which path the message speaks of it.
  test.each([
    [['schema_version'], 'schema_version'],
    [['meta', 'actor', 'agent', 'agent_id'], 'meta.actor.agent.agent_id'],
    [['session'], 'session'],
    [['session', 'session_id'], 'session.session_id'],
    [['session', 'messages'], 'session.messages'],
    [['session', 'messages', 1, 'role'], 'session.messages[1].role'],
    [['session', 'messages', 1, 'content'], 'session.messages[1].content'],
    [['session', 'task_state'], 'session.task_state'],
    [['session', 'task_state', 'todo_list'], 'session.task_state.todo_list'],
    [['session', 'task_state', 'todo_list', 'tasks'], 'session.task_state.todo_list.tasks'],
    [['evidences', 'e1', 'evidence_id'], 'evidences.e1.evidence_id'],
    [['evidences', 'e1', 'type'], 'evidences.e1.type'],
    [['evidences', 'e1', 'source', 'kind'], 'evidences.e1.source.kind'],
    [['context_blocks'], 'context_blocks'],
    [['context_blocks', 0, 'block_id'], 'context_blocks[0].block_id'],
    [['context_blocks', 0, 'block_type'], 'context_blocks[0].block_type'],
    [['context_blocks', 0, 'priority'], 'context_blocks[0].priority'],
  ])('without %j the message names %s', (path, named) => {
    expect(problemsOf(changed(path)).some((problem) => problem.startsWith(`${named}: `))).toBe(true)
  })

  test('without evidences the message names evidences', () => {
    expect(problemsOf(changed(['evidences'])).some((problem) => problem.startsWith('evidences: '))).toBe(true)
  })

  test.each([
    [['meta']],
    [['meta', 'actor', 'agent']],
    [['session', 'messages', 0, 'author']],
    [['session', 'messages', 0, 'at']],
    [['session', 'summary']],
    [['session', 'tool_state']],
    [['session', 'model_usage']],
    [['context_blocks', 0, 'refs']],
    [['context_blocks', 0, 'refs', 0, 'selector']],
  ])('%j is optional', (path) => {
    expect(problemsOf(changed(path))).toEqual([])
  })

  test.each<[string, (string | number)[], unknown, string]>([
    ['an empty session', ['session'], {}, 'session.session_id'],
    ['no messages', ['session', 'messages'], [], 'session.messages'],
    ['a role nobody knows', ['session', 'messages', 0, 'role'], 'robot', 'session.messages[0].role'],
    ['an empty session id', ['session', 'session_id'], '', 'session.session_id'],
    ['another version', ['schema_version'], '2.0', 'schema_version'],
    ['a priority nobody knows', ['context_blocks', 0, 'priority'], 'urgent', 'context_blocks[0].priority'],
    ['an evidence type nobody knows', ['evidences', 'e1', 'type'], 'rumour', 'evidences.e1.type'],
    ['a confidence above 1', ['evidences', 'e1', 'confidence'], 1.5, 'evidences.e1.confidence'],
    ['an evidence under another key', ['evidences', 'e1', 'evidence_id'], 'e2', 'evidences.e1.evidence_id'],
    [
      'a message ref to nothing',
      ['session', 'messages', 3, 'refs', 0, 'evidence_id'],
      'gone',
      'session.messages[3].refs[0]',
    ],
    ['a block ref to nothing', ['context_blocks', 0, 'refs', 0, 'evidence_id'], 'gone', 'context_blocks[0].refs[0]'],
  ])('%s is refused at its path', (_, path, value, named) => {
    expect(problemsOf(changed(path, value)).map((problem) => problem.split(': ')[0])).toContain(named)
  })

  // Would catch a reference that "resolves" to a property every object has.
  test('a ref to "constructor" is a ref to nothing', () => {
    expect(problemsOf(changed(['context_blocks', 0, 'refs', 0, 'evidence_id'], 'constructor'))).toHaveLength(1)
  })

  test('unknown fields survive a parse', () => {
    const extended = { ...minimal, extension: { ours: true } }
    expect(SessionContext.parse(extended)).toEqual(extended)
  })
})
