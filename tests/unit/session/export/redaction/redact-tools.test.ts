import { expect, test } from 'vitest'
import type { SessionContext } from '@shared/session/session-context'
import { redactSession } from '@engine/session/export/redaction/redact'
import { one, recordedSession } from '../recorded-session'

/** A tool worked out a figure from a document, which is `sensitivity` now. */
function worked(sensitivity: 'secret' | 'public'): SessionContext {
  const says = 'Total price: 4,200 EUR'
  const context = recordedSession('s1', [
    { id: 't1', question: 'What is the total?', cites: [{ says, passage: says, sensitivity }] },
  ])
  const { trace: turn } = one(context, 't1')
  turn.tools = [
    {
      call_id: 't1-tool0',
      tool: 'table_query',
      title: 'Tables',
      question: 'What is the total?',
      args: { column: 'Price of the Orell merger' },
      state: 'done',
      called_at: '',
      ms: 3,
      text: says,
      table: { columns: ['Orell merger'], rows: [{ cells: ['4,200'] }], total: 1 },
      sources: [{ document_id: 'd1', start: 0, end: 22 }],
      workings: 'SELECT sum("Orell merger")',
    },
  ]
  const ids = Object.values(context.evidences).flatMap(({ type, evidence_id: id }) => (type === 'rag_doc' ? [id] : []))
  const args_digest = { column: 'Price of the Orell merger' }
  const call = {
    tool_call_id: 't1-tool0',
    tool: 'table_query',
    type: 'tool',
    called_at: '',
    status: 'success',
  } as const
  context.session.tool_state = { tool_calls: [{ ...call, args_digest, duration_ms: 3, result_evidence_ids: ids }] }
  return context
}

const toolsIn = (context: SessionContext) => context.session.turns?.[0]?.tools

test('what a tool made of a sensitive document leaves the copy, and that it ran stays', () => {
  const { context } = redactSession(worked('secret'), { sensitive: true, paths: true })
  expect(JSON.stringify(context)).not.toMatch(/Orell|4,200/u)
  expect(toolsIn(context)).toMatchObject([{ tool: 'table_query', state: 'done', ms: 3, args: {} }])
})

test('what a tool made of an open document stays', () => {
  const before = worked('public')
  expect(toolsIn(redactSession(before, { sensitive: true, paths: true }).context)).toEqual(toolsIn(before))
})
