import { describe, expect, test } from 'vitest'
import type { EvaluationAnswer } from '@shared/evaluation/evaluation-run'
import { EvaluationQuestion } from '@shared/evaluation/evaluation-set'
import type { EvidenceItem } from '@shared/events'
import { checkAnswer } from '@engine/evaluation/asking/check-answer'

const question = (fields: Partial<EvaluationQuestion> = {}) =>
  EvaluationQuestion.parse({ id: 'q1', question: 'When was the hut opened?', ...fields })

const item = (number: number, name: string, text: string): EvidenceItem => ({
  ...{ number, evidence_id: `e${number}`, kind: 'kb', document_id: name, document_name: name, format: 'text' },
  ...{ heading_path: [], page: null, start: 0, end: text.length, text, score: 1 },
})

const ref = (number: number) => ({
  ...{ number, evidence_id: `e${number}`, selector: 'chars:0-1', response_start: 0, response_end: 1 },
})

const answer = (fields: Partial<EvaluationAnswer> = {}): EvaluationAnswer => ({
  response: 'It was opened on\n12 June 1968. [1]',
  refs: [ref(1)],
  evidence: [item(1, 'history.txt', 'The hut was opened on 12 June 1968.')],
  ...{ outcome: 'answer', shortcut: null, uncited: 0, tools: [], stages: [], model: null, ms: 3 },
  ...fields,
})

const faults = (asked: EvaluationQuestion, given: EvaluationAnswer) =>
  checkAnswer(asked, given).checks.flatMap((one) => one.faults.map(({ fault }) => `${one.check}: ${fault}`))

describe('an answer is held against', () => {
  test('what has to come of the question', () => {
    expect(checkAnswer(question(), answer())).toMatchObject({
      passed: true,
      checks: [{ check: 'outcome', faults: [] }],
    })
    expect(faults(question(), answer({ outcome: 'closest' }))).toEqual(['outcome: other_outcome'])
    expect(faults(question(), answer({ response: '' }))).toEqual(['outcome: other_outcome'])
    expect(faults(question({ expect: 'refusal' }), answer({ outcome: 'closest' }))).toEqual([])
    expect(faults(question({ expect: 'refusal' }), answer({ shortcut: 'C', outcome: 'nothing' }))).toEqual([])
    expect(faults(question({ expect: 'refusal' }), answer())).toEqual(['outcome: other_outcome'])
    expect(faults(question({ expect: 'clarify' }), answer({ shortcut: 'A', outcome: 'asked_back' }))).toEqual([])
    expect(faults(question({ expect: 'system' }), answer({ shortcut: 'A', outcome: 'asked_back' }))).toHaveLength(1)
  })

  // Would catch words told as lacking because the answer breaks a line between them.
  test('its words, one of each group, whatever the case and the white space', () => {
    expect(faults(question({ keywords: [['1967', '12 june  1968'], ['opened ON 12']] }), answer())).toEqual([])
    const lacking = checkAnswer(question({ keywords: [['1968'], ['Mautner', 'Greve']] }), answer())
    expect(lacking.checks[1]).toEqual({
      check: 'keywords',
      faults: [{ fault: 'lacks', values: { words: 'Mautner | Greve' } }],
    })
    expect(lacking.passed).toBe(false)
  })

  test('its sources: one of the documents, and the passage where one is named', () => {
    const asked = (...sources: EvaluationQuestion['sources']) => question({ sources })
    expect(faults(asked({ document: 'a.md' }, { document: 'history.txt' }), answer())).toEqual([])
    expect(faults(asked({ document: 'history.txt', passage: '12 JUNE 1968' }), answer())).toEqual([])
    expect(faults(asked({ document: 'history.txt', passage: '1969' }), answer())).toEqual(['sources: other_passage'])
    expect(faults(asked({ document: 'a.md' }), answer())).toEqual(['sources: other_sources'])
  })

  test('its citations and the tools that answered', () => {
    const citations = { at_least: 2, every_sentence: true }
    expect(faults(question({ citations }), answer({ uncited: 1 }))).toEqual([
      'citations: few_citations',
      'citations: uncited',
    ])
    expect(faults(question({ citations }), answer({ refs: [ref(1), ref(2)] }))).toEqual([])
    const ran = { tool: 'calculator', server: null, title: 'Calculator', state: 'done', text: '4' }
    expect(faults(question({ tools: ['calculator'] }), answer({ tools: [ran] }))).toEqual([])
    expect(faults(question({ tools: ['calculator'] }), answer({ tools: [{ ...ran, state: 'failed' }] }))).toEqual([
      'tools: no_tool',
    ])
  })

  test('a word of the first group in its first statement', () => {
    const keywords = [['1968']]
    expect(checkAnswer(question({ keywords }), answer()).led).toBe(true)
    expect(
      checkAnswer(question({ keywords }), answer({ response: 'It is old. [1] It was opened in 1968. [2]' })).led,
    ).toBe(false)
  })
})
