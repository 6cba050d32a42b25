import { describe, expect, test } from 'vitest'
import type { Claim } from '@shared/research/claim-ledger'
import { PlanSpec } from '@shared/research/plan-spec'
import { checkReport } from '@engine/research/report/check-report'
import { writeReport, writeReportWithModel } from '@engine/research/report/write-report'
import { createTermTable } from '@engine/retrieval/terms/cross-language'
import { fakeLanguageModels, type Step } from '../../../fakes/language-models'
import { evidenceItem, runWith } from '../../../support/research/sample-run'

const lower = evidenceItem(1, 'The lower hut has 24 beds. It was built in 1961 by the Alpine Society.')
const upper = evidenceItem(2, 'The upper hut has 12 beds and a stove.')

function quotedClaim(id: string, item: typeof lower, text: string): Claim {
  const start = item.text.indexOf(text)
  const { evidence_id, document_id } = item
  return {
    id,
    task_id: 'task_001',
    text,
    wording: 'quoted',
    for: [{ evidence_id, document_id, selector: `chars:${start}-${start + text.length}` }],
    against: [],
    date: null,
    confidence: 0.5,
  }
}

const claims = [
  quotedClaim('c1', lower, 'The lower hut has 24 beds.'),
  quotedClaim('c2', upper, 'The upper hut has 12 beds and a stove.'),
  quotedClaim('c3', lower, 'It was built in 1961 by the Alpine Society.'),
]
const plan = PlanSpec.parse({
  plan_id: 'p',
  goal: 'Huts and beds',
  language: 'en',
  question_type: 'factual',
  status: 'ready',
  tasks: [{ id: 'task_001', description: 'What is said about the huts?', tool: 'search' }],
  sections: [{ id: 's1', heading: 'Huts', kind: 'findings', tasks: ['task_001'] }],
})
const run = { ...runWith(null, [lower, upper]), plan, ledger: { claims, conflicts: [], gaps: [] } }
const request = { madeAt: '2026-03-01T09:00:00Z' }

function written(script: readonly Step[], signal = new AbortController().signal) {
  const models = fakeLanguageModels({ scripts: { answer: script } })
  const access = { models, seed: 1, clock: () => 0, terms: createTermTable([]) }
  return writeReportWithModel(run, request, access, signal)
}

const sentences = (...given: readonly { readonly text: string; readonly claims: readonly number[] }[]) => [
  JSON.stringify({ sentences: given }),
]

describe('a report with a model', () => {
  test('says first what the model wrote, then the claims it left out; the summary is of what was kept', async () => {
    const text = 'The lower hut has 24 beds and the upper hut 12.'
    const report = await written(sentences({ text, claims: [1, 2] }))
    expect(report.written_by).toBe('Tiny')
    expect(report.summary).toMatchObject([{ text, kind: 'written', verdict: 'supported', claims: ['c1', 'c2'] }])
    expect(report.sections[0]?.blocks).toMatchObject([
      { type: 'paragraph', sentences: [{ text }] },
      { type: 'list', items: [[{ text: 'It was built in 1961 by the Alpine Society.' }]] },
    ])
    expect(checkReport(report, run)).toEqual([])
  })

  test.each([
    ['its sources say otherwise', { text: 'The lower hut has 26 beds.', claims: [1] }],
    ['it names no claim', { text: 'The lower hut has 24 beds.', claims: [] }],
    ['it names a claim that is not there', { text: 'The lower hut has 24 beds.', claims: [8] }],
  ])('a sentence is struck, and that is told, where %s', async (_, sentence) => {
    const report = await written(sentences(sentence, { text: 'The upper hut has a stove.', claims: [2] }))
    expect(report.issues).toContainEqual({ key: 'unsupported_struck', about: sentence.text })
    expect(JSON.stringify([report.summary, report.sections])).not.toContain(`"${sentence.text}","kind":"written"`)
  })

  test('is the report of rules where the model fails or says nothing; failing is told', async () => {
    const failed = await written([{ fail: new Error('gone') }])
    const told = [{ key: 'section_not_written', about: 'Huts: gone' }]
    expect(failed).toEqual({ ...writeReport(run, request), issues: told })
    expect(await written(sentences())).toEqual(writeReport(run, request))
  })

  // Would catch figures that nobody can tell apart, because their columns have no names.
  test('shows a row of a table under the names of its columns', async () => {
    const huts = evidenceItem(3, '| Hut | Beds | Built |\n|---|---|---|\n| Lower | 24 | 1961 |\n| Upper | 12 | 1983 |')
    const rows = ['Lower | 24 | 1961', 'Upper | 12 | 1983'].map((row, at) => quotedClaim(`r${at}`, huts, row))
    const models = fakeLanguageModels({ scripts: { answer: [sentences()[0] ?? ''] } })
    const ledger = { claims: rows, conflicts: [], gaps: [] }
    const access = { models, seed: 1, clock: () => 0, terms: createTermTable([]) }
    await writeReportWithModel({ ...run, evidence: [huts], ledger }, request, access, new AbortController().signal)
    const prompt = models.asked[0]?.messages[0]?.content ?? ''
    expect(prompt).toMatch(/Hut \| Beds \| Built\n(?:\| )?Upper \| 12 \| 1983/u)
  })

  test('ends where it is cancelled', async () => {
    const aborted = new AbortController()
    aborted.abort()
    await expect(written(sentences(), aborted.signal)).rejects.toThrow()
  })
})

describe('what a model writes in another language than its claims', () => {
  const rule = evidenceItem(4, '差值超过 20 毫米时，不得调整，应停用该仪器。两人共同校核水位。')
  const chinese = ['差值超过 20 毫米时，不得调整，应停用该仪器。', '两人共同校核水位。'].map((text, at) =>
    quotedClaim(`z${at}`, rule, text),
  )
  const wrong = 'Above 20 mm the instrument is adjusted.'
  const right = 'Two people check the level together.'

  async function reportWith(judge: readonly Step[] | null) {
    const reply = sentences({ text: wrong, claims: [1] }, { text: right, claims: [2] })
    const models = fakeLanguageModels({ scripts: { answer: reply, ...(judge ? { judge } : {}) } })
    const access = { models, seed: 1, clock: () => 0, terms: createTermTable([]) }
    const given = { ...run, evidence: [rule], ledger: { claims: chinese, conflicts: [], gaps: [] } }
    return { models, report: await writeReportWithModel(given, request, access, new AbortController().signal) }
  }

  // Would catch a prohibition that is translated into its opposite.
  test('is put to a model that judges, and struck where it is not what they say', async () => {
    const verdicts = ['contradicted', 'supported'].map((verdict, at) => ({ sentence: at + 1, verdict, reason: '' }))
    const { report, models } = await reportWith([JSON.stringify({ sentences: verdicts })])
    expect(report.issues).toContainEqual({ key: 'unsupported_struck', about: wrong })
    expect(JSON.stringify(report.sections)).not.toContain(wrong)
    expect(report.summary.map(({ text }) => text)).toEqual([right])
    expect(models.asked.at(-1)?.messages[0]?.content).toContain('不得调整')
  })

  test('stands, marked as not compared, where nobody judges or judging fails', async () => {
    for (const judge of [null, [{ fail: new Error('gone') }]]) {
      const { report } = await reportWith(judge)
      expect(report.sections[0]?.blocks[0]).toMatchObject({
        sentences: [
          { text: wrong, verdict: 'uncompared' },
          { text: right, verdict: 'uncompared' },
        ],
      })
    }
  })
})
