import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Evidence, ModelUsage, SessionContext } from '@shared/session/session-context'
import type { TurnTrace } from '@shared/session/turn-trace'
import { redactSession } from '@engine/session/export/redaction/redact'
import { one, recordedSession } from '../recorded-session'

const both = { sensitive: true, paths: true }

describe('short answers', () => {
  /** Answers of one or two words, as they are kept in a record besides the message. */
  function dialogue(says = 'Gu Haoran'): SessionContext {
    const context = recordedSession('s1', [
      { id: 't1', question: 'Who leads it?', cites: [{ says, passage: `It: ${says}.`, sensitivity: 'secret' }] },
      { id: 't2', question: 'Where does she live?', cites: [{ says: 'Not known.', passage: 'Not known.' }] },
    ])
    const { session, evidences, context_blocks: blocks } = context
    session.model_usage = [usage('call-1', 't1'), usage('call-2', 't2')]
    evidences['o1'] = output('o1', `${says} [1]`, 'call-1')
    evidences['o2'] = output('o2', 'Not known. [1]', 'call-2')
    blocks.push(
      { block_id: 'q', block_type: 'conversation', priority: 'must', content: `Where does ${says} live?` },
      { block_id: 'h', block_type: 'conversation', priority: 'low', content: `Q: Who leads it?\nA: ${says} [1]` },
    )
    session.summary = {
      content: `? Who leads it?\n– ${says} [1]\n? Where?\n– Not known.`,
      updated_at: '',
      message_index_range: { from: 1, to: 4 },
    }
    session.turns?.[1]?.queries.push(`Where does ${says} live?`, '住在哪里')
    return context
  }

  function output(id: string, content: string, call: string): Evidence {
    return {
      evidence_id: id,
      type: 'llm_output',
      source: { kind: 'llm' },
      content,
      links: { model_usage_id: call },
    }
  }

  function usage(id: string, turn: string): ModelUsage {
    const tokens = { prompt_tokens: 0, completion_tokens: 0, total_tokens: 0 }
    const call = { model_usage_id: id, turn_id: turn, stage: 'answer', provider: 'p', model: 'm', params: {} } as const
    return { ...call, ...tokens, latency_ms: 0, status: 'success', error: '' }
  }

  test('go from the model output, the blocks, the summary, and later queries with their translations', () => {
    const { context: redacted } = redactSession(dialogue(), both)
    expect(JSON.stringify(redacted)).not.toContain('Haoran')
    expect(redacted.evidences['o1']?.content).toBe('[redacted] [1]')
    expect(redacted.evidences['o2']?.content).toBe('Not known. [1]')
    expect(redacted.context_blocks.slice(-2).map(({ content }) => content)).toEqual([
      '[redacted]',
      'Q: Who leads it?\nA: [redacted]',
    ])
    expect(redacted.session.summary?.content).toBe('? Who leads it?\n– [redacted]\n? Where?\n– Not known.')
    expect(one(redacted, 't2').trace.queries).toEqual(['Where does she live?', '[redacted]', '[redacted]'])
    expect(redactSession(redacted, both)).toEqual({
      context: redacted,
      report: { passages: 0, sentences: 0, paths: 0 },
    })
  })

  // Would catch what is long only in code units or by invisible characters, and so was neither a long nor a short copy.
  test.each(['谈 𝐀𝐚', 'A\u200B\u200B\u200B\u200B\u200B\u200B\u200B\u200B\u200B\u200Bb'])('%j is one', (says) => {
    const { context: redacted } = redactSession(dialogue(says), both)
    expect(redacted.context_blocks.at(-2)?.content).toBe('[redacted]')
    expect(redacted.session.summary?.content.split('\n')[1]).toBe('– [redacted]')
  })

  test('whatever they are, even a number or one Han character', () => {
    const answer = fc.stringMatching(
      /^[\p{Lu}\p{N}谈判春秋][\p{Ll}\p{N}谈判春秋]{0,7}( [\p{Lu}\p{N}][\p{Ll}\p{N}]{0,3})?$/u,
    )
    fc.assert(
      fc.property(answer, (says) => {
        fc.pre(!/^[QA]$/u.test(says))
        const { context: redacted } = redactSession(dialogue(says), both)
        expect(redacted.evidences['o1']?.content).toBe('[redacted] [1]')
        expect(redacted.context_blocks.at(-1)?.content).toBe('Q: Who leads it?\nA: [redacted]')
        expect(redacted.context_blocks.at(-2)?.content).toBe('[redacted]')
        expect(redacted.session.summary?.content.split('\n')[1]).toBe('– [redacted]')
      }),
    )
  })

  test('an output of the same call in other words goes altogether; a cut off line of the summary as well', () => {
    const context = dialogue()
    context.evidences['o1'] = output('o1', 'Her name is Gu Haoran, I think.', 'call-1')
    if (context.session.summary) context.session.summary.content = '– Gu H…\n– Not k…'
    const { context: redacted } = redactSession(context, both)
    expect(redacted.evidences['o1']?.content).toBe('[redacted]')
    expect(redacted.session.summary?.content).toBe('– [redacted]\n– Not k…')
  })
})

describe('documents that are sensitive now', () => {
  const hidden = { has: (id: string) => id === 'd9', names: ['Zephyr', 'Harbour negotiations 2026.docx'] }
  const refusal = 'Nothing answers this. The nearest documents are “Zephyr”, “Garden”.'

  function refused(): SessionContext {
    const context = recordedSession('s1', [{ id: 't1', question: 'Is zephyr wind?', cites: [] }])
    const [, answer] = context.session.messages
    const [trace] = context.session.turns ?? []
    if (!answer || !trace) throw new Error('no turn')
    answer.content = refusal
    trace.suggestions = ['What does Zephyr say?', 'What is in Harbour Negotiations 2026.docx?']
    trace.readings = [{ label: 'Zephyr', question: 'What is in Zephyr?' }]
    trace.dropped = [
      {
        chunk_id: 'c',
        document_id: 'd9',
        document_title: 'Zephyr',
        revision: 'r',
        start: 0,
        end: 1,
        rank: 1,
        score: 0,
        by: 'x',
      },
    ]
    trace.basis = basisNear(['Zephyr', 'Garden'])
    return context
  }

  function basisNear(nearest: string[]): NonNullable<TurnTrace['basis']> {
    const rewrite = { standalone: '', parts: [], queries: [] }
    const lookups = { chunks: 0, frequencies: {}, terms: {} }
    const unread = { failed: 0, waiting: 0 }
    const parts = { gaps: [], unread, unread_parts: [], has_documents: true, lookups, quoted: false }
    return { passages: [], language: 'en', rewrite, survey: null, nearest, absent: [], ...parts }
  }

  test('are not named by refusals, suggestions, readings or what was dropped (bug: titles told what was searched)', () => {
    const { context: redacted } = redactSession(refused(), { ...both, hidden })
    const { answer, trace } = one(redacted, 't1')
    expect(answer).toBe('Nothing answers this. The nearest documents are “[redacted]”, “Garden”.')
    expect(trace.suggestions).toEqual(['What does [redacted] say?', 'What is in [redacted]?'])
    expect(trace.basis).toBeUndefined()
    expect(JSON.stringify(trace)).not.toMatch(/Zephyr|d9/u)
    expect(trace.question).toBe('Is zephyr wind?')
    expect(redactSession(redacted, { ...both, hidden }).report).toEqual({ passages: 0, sentences: 0, paths: 0 })
  })

  test('keep a name that an open passage has too, and the rest of the record', () => {
    const context = refused()
    const [trace] = context.session.turns ?? []
    if (trace) trace.basis = basisNear(['Garden'])
    const names = ['Garden']
    context.evidences['e'] = {
      evidence_id: 'e',
      type: 'rag_doc',
      source: { kind: 'rag', name: 'Garden' },
      content: 'x',
    }
    const none = { has: () => false, names }
    expect(redactSession(context, { ...both, hidden: none }).context).toEqual(context)
    expect(redactSession(context, { sensitive: false, paths: true, hidden }).context).toEqual(context)
  })
})
