import { describe, expect, test } from 'vitest'
import { migrateSession } from '@shared/session/migrate-session'
import { validateSessionContext } from '@shared/session/validate-session'

const current = {
  schema_version: '1.0',
  session: {
    session_id: 's',
    messages: [{ role: 'user', content: 'Where?' }],
    task_state: { todo_list: { tasks: [] } },
  },
  evidences: {},
  context_blocks: [],
}

describe('bringing a session forward', () => {
  test('leaves one of today as it is', () => {
    expect(migrateSession(current)).toEqual(current)
  })

  test('a draft keeps everything: its id, its blocks references, and what nothing knows', () => {
    const draft = {
      meta: { conversation_id: 'c1', locale: 'zh-CN', policy: { tone: 'calm' } },
      session: { messages: [{ role: 'human', content: '在哪里？' }] },
      evidences: { e1: { evidence_id: 'e1', type: 'rag_doc', source: { kind: 'rag' } } },
      context_blocks: [
        { block_id: 'b', block_type: 'evidence', priority: 'must', evidence_ids: ['e1'], content_ref: 'e1' },
      ],
      snapshots: [1],
    }
    const migrated = migrateSession(draft)
    expect(validateSessionContext(migrated)).toMatchObject({ context: { schema_version: '1.0' } })
    expect(migrated).toMatchObject({
      meta: { locale: 'zh-CN', policy: { tone: 'calm' } },
      session: { session_id: 'c1', messages: [{ role: 'user', original_role: 'human', content: '在哪里？' }] },
      context_blocks: [{ block_id: 'b', refs: [{ evidence_id: 'e1' }] }],
      snapshots: [1],
    })
    expect(migrateSession(migrated)).toEqual(migrated)
  })

  test.each(['2.0', '1.1', '9'])('refuses version %s as newer', (version) => {
    expect(() => migrateSession({ ...current, schema_version: version })).toThrow(/newer Cairn/u)
  })

  test.each(['0.1', 'x', ''])('refuses version "%s" as unknown', (version) => {
    expect(() => migrateSession({ ...current, schema_version: version })).toThrow(/not known/u)
  })

  test.each([null, 3, 'text', [], { session: 4 }, { session: { messages: 'x' } }, { schema_version: 1 }])(
    'leaves %j for the validator to refuse',
    (value) => {
      expect(validateSessionContext(migrateSession(value))).toHaveProperty('problems')
    },
  )

  test('states of tasks that other frameworks use become ours', () => {
    const tasks = [{ task_id: 'a', name: 'x', status: 'in_progress' }]
    const foreign = { ...current, session: { ...current.session, task_state: { todo_list: { tasks } } } }
    expect(validateSessionContext(migrateSession(foreign))).toMatchObject({
      context: {
        session: { task_state: { todo_list: { tasks: [{ status: 'running', original_status: 'in_progress' }] } } },
      },
    })
  })

  test('a role no framework has stays, and the validator says where', () => {
    const strange = { ...current, session: { ...current.session, messages: [{ role: 'oracle', content: 'x' }] } }
    const checked = validateSessionContext(migrateSession(strange))
    expect('problems' in checked && checked.problems[0]).toMatch(/^session\.messages\[0\]\.role/u)
  })
})
