import { describe, expect, test } from 'vitest'
import type { SessionContext } from '@shared/session-context'
import type { TurnTrace } from '@shared/turn-trace'
import { redactSession } from '../../../../electron/session/export/redact'
import { one, recordedSession } from './recorded-session'

const both = { sensitive: true, paths: true }
const lead = 'The 2 documents have these themes:\n\n'
const lines = ['- **Zephyr, Harbour** (2 names, 1 document): ', '\n- **Garden, Rose** (2 names, 1 document): '] as const

/** An overview of two themes; of the first speaks a passage that is secret, or neither does. */
function overview(isSecret: boolean): SessionContext {
  const context = recordedSession('s1', [
    {
      id: 't1',
      question: 'What is all this about?',
      cites: [
        { says: 'Talks began in May.', ...(isSecret ? { sensitivity: 'secret' as const } : {}) },
        { says: 'Roses need sun.' },
      ],
    },
  ])
  const [, answer] = context.session.messages
  const [trace] = context.session.turns ?? []
  if (!answer || !trace) throw new Error('no turn')
  answer.content = `${lead}${lines[0]}Talks began in May. [1]${lines[1]}Roses need sun. [2]`
  trace.refs = trace.refs.map((ref, at) => {
    const start = answer.content.indexOf(at === 0 ? 'Talks' : 'Roses')
    return { ...ref, response_start: start, response_end: start + ref.response_end - ref.response_start }
  })
  trace.basis = basis([
    { title: 'Zephyr, Harbour', names: 2, documents: 1, sentences: [{ evidence_id: 't1-e1', start: 8, end: 27 }] },
    { title: 'Garden, Rose', names: 2, documents: 1, sentences: [{ evidence_id: 't1-e2', start: 8, end: 23 }] },
  ])
  return context
}

function basis(
  themes: NonNullable<NonNullable<TurnTrace['basis']>['overview']>['themes'],
): NonNullable<TurnTrace['basis']> {
  const passages = ['t1-e1', 't1-e2'].map((evidence_id) => ({ evidence_id, score: 1, length: 35 }))
  const rewrite = { standalone: '', parts: [], queries: [] }
  const lookups = { chunks: 0, frequencies: {}, terms: {} }
  const unread = { failed: 0, waiting: 0 }
  const parts = { gaps: [], unread, unread_parts: [], has_documents: true, lookups, quoted: false, nearest: [] }
  const reach = { read: 2, failed: 0, waiting: 0 }
  const found = { topic: null, total: 2, reach, themes }
  return { passages, language: 'en', rewrite, survey: null, overview: found, absent: [], ...parts }
}

describe('an overview that a secret passage speaks in', () => {
  // Catches names of a secret document that are told as the name of a theme.
  test('is exported without what that says, without the name of its theme, and without what it was composed from', () => {
    const { answer, trace } = one(redactSession(overview(true), both).context, 't1')
    expect(answer).toBe(`${lead}- **[redacted]** (2 names, 1 document): [redacted] [1]${lines[1]}Roses need sun. [2]`)
    expect(trace.basis).toBeUndefined()
    expect(JSON.stringify(trace)).not.toContain('Zephyr')
  })

  test('stays as it is where none does', () => {
    expect(redactSession(overview(false), both).context).toEqual(overview(false))
  })
})

// Catches a theme that is called by the name of a hidden document and is exported with what an answer was composed from.
test('a theme with the name of a hidden document takes what the answer was composed from with it', () => {
  const hidden = { has: () => false, names: ['Zephyr, Harbour'] }
  const { trace } = one(redactSession(overview(false), { ...both, hidden }).context, 't1')
  expect(trace.basis).toBeUndefined()
})
