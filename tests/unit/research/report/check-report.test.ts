import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { EvidenceItem } from '@shared/events'
import type { Claim } from '@shared/research/claim-ledger'
import { PlanSpec } from '@shared/research/plan-spec'
import type { ReportBlock, ReportIssue, ReportSentence, ResearchReport } from '@shared/research/research-report'
import type { ResearchRun } from '@shared/research/research-run'
import { resolveSelector } from '@shared/session/selector'
import { conflictsOf } from '@engine/research/ledger/conflicts-of'
import { checkReport, sentencesOf } from '@engine/research/report/check-report'
import { writeReport } from '@engine/research/report/write-report'
import { everyBlock, evidenceItem, framed, runWith } from '../../../support/research/sample-run'

const kinds = PlanSpec.shape.sections.unwrap().element.shape.kind.options
const madeAt = '2026-03-01T09:00:00Z'

const sentence = fc.stringMatching(/^[A-Z][a-z]{2,8}( [a-z0-9|]{1,9}){2,8}\.$/u)
const generatedItem = fc.record({
  sentences: fc.array(sentence, { minLength: 1, maxLength: 5 }),
  document: fc.integer({ min: 0, max: 3 }),
  kind: fc.constantFrom('kb' as const, 'tool' as const, 'graph' as const),
  call: fc.option(fc.integer({ min: 1, max: 3 }), { nil: undefined }),
})
const generatedClaim = fc.record({
  item: fc.nat(),
  sentence: fc.nat(),
  other: fc.option(fc.nat(), { nil: undefined }),
  task: fc.integer({ min: 1, max: 4 }),
  date: fc.constantFrom(null, '1961', '1972-03', '2024-03-15'),
  subject: fc.constantFrom(undefined, 'Lower', 'Upper'),
  confidence: fc.double({ min: 0, max: 1, noNaN: true }),
})

const generatedRun = fc
  .record({
    items: fc.array(generatedItem, { minLength: 1, maxLength: 6 }),
    claims: fc.array(generatedClaim, { maxLength: 20 }),
    kinds: fc.array(fc.constantFrom(...kinds), { minLength: 1, maxLength: 4 }),
  })
  .map(runOf)

function runOf({
  items,
  claims,
  kinds: sections,
}: {
  items: (typeof generatedItem extends fc.Arbitrary<infer T> ? T : never)[]
  claims: (typeof generatedClaim extends fc.Arbitrary<infer T> ? T : never)[]
  kinds: readonly string[]
}): ResearchRun {
  const evidence = items.map(({ sentences, document, kind, call }, at) =>
    evidenceItem(at + 1, sentences.join(' '), {
      document_id: `d${document}`,
      kind,
      ...(call === undefined ? {} : { call_id: `difference_${call}` }),
    }),
  )
  const sourceOf = (at: number, which: number) => {
    const item = evidence[at % evidence.length] as EvidenceItem
    const sentences = items[at % items.length]?.sentences ?? []
    const text = sentences[which % sentences.length] ?? ''
    const start = item.text.indexOf(text)
    const { evidence_id, document_id } = item
    return { text, source: { evidence_id, document_id, selector: `chars:${start}-${start + text.length}` } }
  }
  const ledger = claims.map(({ item, sentence: which, other, task, date, subject, confidence }, at): Claim => {
    const { text, source } = sourceOf(item, which)
    return {
      id: `c${at}`,
      task_id: `task_00${task}`,
      text,
      wording: 'quoted',
      for: [source, ...(other === undefined ? [] : [sourceOf(other, which).source])],
      against: [],
      date,
      confidence,
      aspect: `aspect ${task}`,
      ...(subject === undefined ? {} : { subject }),
    }
  })
  const tasks = [1, 2, 3, 4].map((n) => ({
    id: `task_00${n}`,
    description: `Question ${n}`,
    tool: n === 4 ? 'differences' : 'search',
    scope: { documents: ['d0', 'd1'] },
    subject: n % 2 === 0 ? 'Upper' : 'Lower',
    aspect: `aspect ${n}`,
  }))
  const plan = PlanSpec.parse({
    plan_id: 'p',
    goal: 'x',
    language: 'en',
    question_type: 'factual',
    status: 'ready',
    tasks,
    sections: sections.map((kind, at) => ({
      id: `s${at}`,
      heading: `Part ${at}`,
      kind,
      tasks: tasks.map(({ id }) => id),
    })),
  })
  const conflicts = conflictsOf(ledger)
  return { ...runWith(null, evidence), plan, ledger: { claims: ledger, conflicts, gaps: [] } }
}

function faultsOf(issues: readonly ReportIssue[]): string[] {
  return issues.filter(({ key }) => key !== 'term_not_covered').map(({ key, about }) => `${key}: ${about}`)
}

describe('a report checked by its run', () => {
  test('every sentence of any report resolves to stored text, and nothing is found wrong', () => {
    fc.assert(
      fc.property(generatedRun, (run) => {
        const report = writeReport(run, { madeAt })
        const texts = new Map(run.evidence.map((item) => [item.evidence_id, item.text]))
        for (const { kind, text, refs } of sentencesOf(report)) {
          if (kind === 'frame') continue
          const [first] = refs
          expect(resolveSelector(texts.get(first?.evidence_id ?? '') ?? '', first?.selector ?? '').text).toBe(text)
        }
        expect(faultsOf(checkReport(report, run))).toEqual([])
      }),
      { numRuns: 300 },
    )
  })

  const run = { ...runWith(everyBlock.report, everyBlock.evidence), ledger: { claims: [], conflicts: [], gaps: [] } }

  test('a good report has no fault', () => {
    expect(faultsOf(checkReport(everyBlock.report, run))).toEqual([])
  })

  type Change = (report: ResearchReport) => void
  const first = (report: ResearchReport) => report.summary[0] as ReportSentence
  const block = <T extends ReportBlock['type']>(report: ResearchReport, type: T) =>
    report.sections.flatMap(({ blocks }) => blocks).find((one) => one.type === type) as Extract<
      ReportBlock,
      { type: T }
    >

  test.each<[string, ReportIssue['key'], Change]>([
    [
      'a mark to evidence that is not there',
      'mark_without_source',
      (report) => {
        first(report).refs.push({ number: 9, evidence_id: 'e9', selector: 'chars:0-2' })
      },
    ],
    [
      'a mark with another number',
      'mark_without_source',
      (report) => {
        first(report).refs.push({ number: 3, evidence_id: 'e1', selector: 'chars:0-2' })
      },
    ],
    [
      'a mark behind the end of its text',
      'mark_without_source',
      (report) => {
        first(report).refs.push({ number: 1, evidence_id: 'e1', selector: 'chars:0-9999' })
      },
    ],
    [
      'a selector that cannot be read',
      'mark_without_source',
      (report) => {
        first(report).refs.push({ number: 1, evidence_id: 'e1', selector: 'words:1' })
      },
    ],
    [
      'a word changed in a quotation',
      'not_as_quoted',
      (report) => {
        first(report).text = 'The lower hut has 25 beds.'
      },
    ],
    [
      'a quotation that points elsewhere',
      'not_as_quoted',
      (report) => {
        first(report).refs = [{ number: 1, evidence_id: 'e1', selector: 'chars:0-9' }]
      },
    ],
    [
      'a quotation without a mark',
      'sentence_without_source',
      (report) => {
        first(report).refs = []
      },
    ],
    [
      'a written sentence without a mark',
      'sentence_without_source',
      (report) => {
        Object.assign(first(report), { kind: 'written', refs: [] })
      },
    ],
    [
      'words of our own with a mark',
      'mark_without_source',
      (report) => {
        report.not_found.push({ ...framed('Nothing.'), refs: first(report).refs })
      },
    ],
    [
      'a cell that says something else',
      'not_as_quoted',
      (report) => {
        Object.assign(block(report, 'table').rows[0]?.[1] ?? {}, { text: '25 beds' })
      },
    ],
    [
      'a chart with another value',
      'not_as_quoted',
      (report) => {
        block(report, 'chart').series = [{ name: 'Beds', values: [24, 13] }]
      },
    ],
  ])('%s', (_, key, change) => {
    const report = structuredClone(everyBlock.report)
    change(report)
    expect(checkReport(report, run).map((one) => one.key)).toContain(key)
  })

  test('a contradiction that is told with one side only, or not at all', () => {
    fc.assert(
      fc.property(generatedRun, (generated) => {
        const [one, other] = generated.ledger.claims
        if (!one || !other || one.text === other.text) return
        const conflict = {
          id: 'k',
          claims: [one.id, other.id],
          kind: 'values' as const,
          stated: ['1', '2'],
          by_time: false,
        }
        const withOne = { ...generated, ledger: { ...generated.ledger, conflicts: [conflict] } }
        const report = writeReport(withOne, { madeAt })
        expect(checkReport(report, withOne).map(({ key }) => key)).not.toContain('conflict_not_told')
        const silent = { ...report, sections: report.sections.filter(({ id }) => id !== 'contradictions') }
        expect(checkReport(silent, withOne).map(({ key }) => key)).toContain('conflict_not_told')
      }),
      { numRuns: 50 },
    )
  })
})
