import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { ModelContext } from '@engine/session/model-context/model-context'
import { prettyModelContext } from '@engine/session/model-context/pretty'
import { columnsOf, harmless, wrapped } from '@engine/text/display-width'
import { rounds } from '../../../rounds'
import { contextRecords } from './arbitrary-sessions'

const obeyed = /[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069\u2028\u2029]/

describe('columns', () => {
  test.each([
    ['abc', 3],
    ['信号', 4],
    ['，。「」', 8],
    ['한글かな', 8],
    ['ｱｲ', 2],
    ['e\u0301', 1],
    ['👩‍👩‍👧‍👦', 2],
    ['𠮷', 2],
    ['\u200b', 0],
  ])('of %j are %i', (line, columns) => {
    expect(columnsOf(line)).toBe(columns)
  })

  test('Chinese breaks between characters, not before a closing mark', () => {
    expect(wrapped('内核检查信号。然后返回', 12)).toEqual(['内核检查信', '号。然后返回'])
    expect(wrapped('see sigaltstack(2) for more', 12)).toEqual(['see', 'sigaltstack(', '2) for more'])
  })

  test('no line is wider than asked, and only white space is lost', () => {
    const visible = (text: string) => text.replace(/\s/gu, '')
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.integer({ min: 2, max: 20 }), (text, columns) => {
        const lines = wrapped(text, columns)
        expect(Math.max(...lines.map(columnsOf))).toBeLessThanOrEqual(columns)
        expect(visible(lines.join(''))).toBe(visible(harmless(text)))
      }),
    )
  })
})

describe('the terminal view', () => {
  test('of any context keeps to its width and holds nothing a terminal obeys', () => {
    fc.assert(
      fc.property(contextRecords, fc.integer({ min: 40, max: 120 }), (record, columns) => {
        const view = prettyModelContext(record, columns)
        expect(view).not.toMatch(obeyed)
        expect(Math.max(...view.split('\n').map(columnsOf))).toBeLessThanOrEqual(columns)
      }),
      { numRuns: rounds(60, 1000) },
    )
  })

  // Would catch a view that breaks a whole session into lines to show two of them.
  test('shows the beginning of long contents, and that there is more', () => {
    const text = '文'.repeat(2_000_000)
    const record = {
      sequence: 0,
      timestamp: 0,
      raw_question: 'q',
      uuid: 'u',
      tool_config: { text },
      prompts: [{ role: 'user', content: text }],
    }
    const lines = ModelContext.fromDict(record).pretty().split('\n')
    expect(lines.filter((line) => line.includes('文文'))).toHaveLength(5)
    expect(lines.filter((line) => line.endsWith('…'))).toHaveLength(2)
  })

  test('shows question, searches, prompts, answer and evaluation', () => {
    const context = ModelContext.create(
      { rawQuestion: '信号是怎样送达进程的？', sequence: 3, toolName: 'rag_search' },
      { uuid: () => 'u-1', now: () => 0 },
    )
    const result = { title: 'signals.md', source: 'cairn://document/1', relevance_score: 0.83, timestamp: 0, rank: 1 }
    context.addSearchResults(
      '信号 送达',
      [{ ...result, content: '内核在返回用户态之前检查挂起的信号。'.repeat(8) }],
      { searchEngine: 'knowledge-base', executionTimeMs: 12, totalResultsCount: 5 },
      { uuid: () => 's', now: () => 0 },
    )
    context.prompts = [{ role: 'system', content: 'Quote the evidence.' }]
    context.response = 'Before the return to user mode [1].'
    context.updateEvaluation({ label: 'complete_good', confidence: 0.85, specific_issues: ['short'] })
    expect(String(context)).toMatchInlineSnapshot(`
      "══ Model context 3 ═════════════════════════════════════════════════════════════
      Id           u-1
      Created      1970-01-01T00:00:00.000Z
      Tool         rag_search
      Question     信号是怎样送达进程的？
      ── Search · 1 query · 1 result · 1 chunk · 12 ms ───────────────────────────────
      1. 信号 送达
         knowledge-base, 1 of 5, 12 ms
         #1  0.830  signals.md
                    内核在返回用户态之前检查挂起的信号。内核在返回用户态之前检查挂起的
                    信号。内核在返回用户态之前检查挂起的信号。内核在返回用户态之前检查
                    挂起的信号。内核在返回用户态之前检查挂起的信号。内核在返回用户态…
                    cairn://document/1
      ── Prompts · 1 ─────────────────────────────────────────────────────────────────
      system       Quote the evidence.
      ── Response · 35 characters ────────────────────────────────────────────────────
      Before the return to user mode [1].
      ── Evaluation · complete_good · confidence 0.85 ────────────────────────────────
      Next         ready for output
      Issues       - short
      ════════════════════════════════════════════════════════════════════════════════"
    `)
  })
})
