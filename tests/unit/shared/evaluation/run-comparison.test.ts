import { describe, expect, test } from 'vitest'
import { compareRuns } from '@shared/evaluation/run-comparison'
import type { CheckResult, EvaluationRun, QuestionResult } from '@shared/evaluation/evaluation-run'
import { EvaluationQuestion } from '@shared/evaluation/evaluation-set'
import { someConditions } from '../../../fakes/evaluation'

const lacking = (...words: string[]): CheckResult[] => [
  { check: 'outcome', faults: [] },
  { check: 'keywords', faults: words.map((one) => ({ fault: 'lacks', values: { words: one } })) },
]

function result(id: string, fields: Partial<QuestionResult> & { response?: string } = {}): QuestionResult {
  const { response = 'It was.', ...rest } = fields
  const checks = rest.checks ?? lacking()
  return {
    question: EvaluationQuestion.parse({ id, question: `${id}?` }),
    answer: {
      ...{ response, refs: [], evidence: [], outcome: 'answer', shortcut: null, uncited: 0, tools: [], stages: [] },
      ...{ model: null, ms: 1 },
    },
    ...{ checks, passed: checks.every(({ faults }) => faults.length === 0), led: true, error: null },
    ...rest,
  }
}

function run(results: QuestionResult[], fields: Partial<EvaluationRun['header']> = {}): EvaluationRun {
  const counts = { asked: 0, passed: 0, led: 0, checks: {} as EvaluationRun['header']['counts']['checks'], ms: null }
  return {
    header: {
      ...{ id: 'v_1', set_id: 'golden', set_title: 't', set_version: 'a', label: null, state: 'done', total: 1 },
      ...{ started_at: '', ended_at: null, missing: [], conditions: someConditions, counts, error: null },
      ...fields,
    },
    results,
  }
}

describe('two runs side by side', () => {
  // Would catch a regression that hides behind forty questions which are as they were.
  test('have what got worse first, then better, otherwise, what only one asked, and the same', () => {
    const first = run([
      result('same'),
      result('reworded'),
      result('fixed', { checks: lacking('x') }),
      result('partly', { checks: lacking('x') }),
      result('broken'),
      result('later'),
      result('dropped'),
    ])
    const second = run([
      result('new'),
      result('broken', { checks: lacking('x') }),
      result('partly', { checks: lacking('x', 'y') }),
      result('later', { led: false }),
      result('fixed'),
      result('reworded', { response: 'It was so.' }),
      result('same'),
    ])
    const { questions, counts, differs } = compareRuns(first, second)
    expect(questions.map(({ id, change }) => `${id} ${change}`)).toEqual([
      ...['partly worse', 'broken worse', 'later worse', 'fixed better', 'reworded otherwise'],
      ...['dropped only_first', 'new only_second', 'same same'],
    ])
    expect(counts).toEqual({ worse: 3, better: 1, otherwise: 1, only_first: 1, only_second: 1, same: 1 })
    expect(questions.find(({ id }) => id === 'broken')?.checks).toEqual(['keywords'])
    expect(differs).toEqual([])
  })

  test('say what else they differ in', () => {
    const retrieval = { ...someConditions.retrieval, passages: 8 }
    const library = { ...someConditions.library, version: 'b' }
    const second = run([], { set_version: 'b', conditions: { ...someConditions, retrieval, library } })
    const { differs, changes } = compareRuns(run([]), second)
    expect(differs).toEqual(['set', 'library', 'settings'])
    expect(changes).toEqual([
      { of: 'library', name: 'version', first: 'abc', second: 'b' },
      { of: 'settings', name: 'passages', first: 5, second: 8 },
    ])
  })

  test('name a model and a part of the library that only one of them had', () => {
    const models = { ...someConditions.models, language: 'Small' }
    const conditions = { ...someConditions, cairn: '0.2.0', models, filter: { collections: ['huts', 'lakes'] } }
    expect(compareRuns(run([], { conditions }), run([])).changes).toEqual([
      { of: 'cairn', name: 'version', first: '0.2.0', second: '0.1.0' },
      { of: 'models', name: 'language', first: 'Small', second: null },
      { of: 'filter', name: 'collections', first: 'huts, lakes', second: null },
    ])
  })

  test('of which one lacks other words than the other are answered otherwise', () => {
    const { questions } = compareRuns(
      run([result('a', { checks: lacking('x') })]),
      run([result('a', { checks: lacking('y') })]),
    )
    expect(questions).toMatchObject([{ change: 'otherwise', checks: [] }])
  })
})
