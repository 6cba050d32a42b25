import { describe, expect, test } from 'vitest'
import type { EvidenceItem } from '@shared/events'
import type { Claim, ClaimLedger } from '@shared/research/claim-ledger'
import { PlanSpec } from '@shared/research/plan-spec'
import type { ReportBlock } from '@shared/research/research-report'
import type { ResearchRun } from '@shared/research/research-run'
import { conflictsOf } from '@engine/research/ledger/conflicts-of'
import { checkReport } from '@engine/research/report/check-report'
import { writeReport } from '@engine/research/report/write-report'
import { evidenceItem, runWith } from '../../../support/research/sample-run'

type Section = Partial<PlanSpec['sections'][number]>
type Task = Partial<PlanSpec['tasks'][number]>

function planOf(kind: string, tasks: readonly Task[], section: Section = {}) {
  const whole = tasks.map((task, at) => ({
    id: `task_00${at + 1}`,
    description: `Question ${at + 1}`,
    tool: 'search',
    ...task,
  }))
  return PlanSpec.parse({
    plan_id: 'p',
    goal: 'huts',
    language: 'en',
    question_type: 'factual',
    status: 'ready',
    tasks: whole,
    sections: [{ id: 's1', heading: 'Huts', kind, tasks: whole.map(({ id }) => id), ...section }],
  })
}

let made = 0
function claimOf(item: EvidenceItem, text = item.text, more: Partial<Claim> = {}): Claim {
  const start = item.text.indexOf(text)
  const { evidence_id, document_id } = item
  return {
    id: `c${made++}`,
    task_id: 'task_001',
    text,
    wording: 'quoted',
    for: [{ evidence_id, document_id, selector: `chars:${start}-${start + text.length}` }],
    against: [],
    date: null,
    confidence: 0.5,
    ...more,
  }
}

function reported(
  plan: PlanSpec,
  evidence: readonly EvidenceItem[],
  ledger: Partial<ClaimLedger>,
  more: Partial<ResearchRun> = {},
) {
  const run = { ...runWith(null, evidence), plan, ledger: { claims: [], conflicts: [], gaps: [], ...ledger }, ...more }
  const report = writeReport(run, { madeAt: '2026-03-01T09:00:00Z' })
  const blocks = report.sections.flatMap((section) => section.blocks)
  return { report, run, blocks }
}

function textsOf(block: ReportBlock | undefined): string[] {
  if (block?.type === 'list') return block.items.flat().map(({ text }) => text)
  if (block?.type === 'paragraph') return block.sentences.map(({ text }) => text)
  return []
}

function rangeOf(selector: string): [number, number] {
  const [, start, end] = /^chars:(\d+)-(\d+)$/u.exec(selector) ?? []
  return [Number(start), Number(end)]
}

test('a row that stands alone is no step', () => {
  const pump = evidenceItem(1, 'Close the valve.\nModel: Otter; Weight: 12 kg; Price: 90 euros\nOpen the lid.')
  const claims = pump.text.split('\n').map((line) => claimOf(pump, line))
  const { blocks } = reported(planOf('steps', [{}]), [pump], { claims })
  expect(blocks.map((block) => [block.type === 'list' && block.ordered, textsOf(block)])).toEqual([
    [true, ['Close the valve.', 'Open the lid.']],
    [false, ['Model: Otter; Weight: 12 kg; Price: 90 euros']],
  ])
})

const lower = evidenceItem(
  1,
  'The lower hut has 24 beds. It was built in 1961. A stove heats the lower hut, which stands in the wood.',
)
const upper = evidenceItem(2, 'The upper hut has 12 beds.')

describe('a report by rules', () => {
  test('says each sentence once, in the section where it answers best', () => {
    const plan = planOf('findings', [{}, {}])
    const [first, second] = ['s1', 's2'].map((id, at) => ({
      id,
      heading: id,
      kind: 'findings' as const,
      tasks: [`task_00${at + 1}`],
    }))
    const text = 'The lower hut has 24 beds.'
    const { report } = reported({ ...plan, sections: [first, second].flatMap((one) => one ?? []) }, [lower], {
      claims: [
        claimOf(lower, text, { relevance: 0.2 }),
        claimOf(lower, text, { relevance: 0.6, task_id: 'task_002' }),
        claimOf(lower, 'It was built in 1961.', { relevance: 0.3 }),
      ],
    })
    expect(report.sections.map(({ id, blocks }) => [id, blocks.flatMap(textsOf)])).toEqual([
      ['s1', ['It was built in 1961.']],
      ['s2', [text]],
    ])
  })

  test('takes the most relevant of the sentences that were chosen among others', () => {
    const many = Array.from({ length: 100 }, (_, at) => `Hut ${at} has ${at} beds.`)
    const item = evidenceItem(7, many.join(' '))
    const claims = many.map((text, at) => claimOf(item, text, { relevance: (at + 1) / 100 }))
    const { blocks } = reported(planOf('findings', [{}]), [item], { claims })
    const said = blocks.flatMap(textsOf)
    expect(said).toHaveLength(80)
    expect(said).toContain('Hut 99 has 99 beds.')
    expect(said).not.toContain('Hut 19 has 19 beds.')
  })

  test('compares subjects in a table, the shortest sure claim in a cell, and tells the rest behind it', () => {
    const plan = planOf('comparison', [
      { subject: 'Lower', aspect: 'Beds' },
      { subject: 'Upper', aspect: 'Beds' },
      { subject: 'Lower', aspect: 'Heating' },
      { subject: 'Upper', aspect: 'Heating' },
    ])
    const claims = [
      claimOf(lower, 'The lower hut has 24 beds.', { subject: 'Lower', aspect: 'Beds', confidence: 0.9 }),
      claimOf(lower, 'It was built in 1961.', { subject: 'Lower', aspect: 'Beds', confidence: 0.3 }),
      claimOf(upper, upper.text, { subject: 'Upper', aspect: 'Beds', task_id: 'task_002' }),
      claimOf(lower, 'A stove heats the lower hut, which stands in the wood.', {
        subject: 'Lower',
        aspect: 'Heating',
        task_id: 'task_003',
      }),
    ]
    const { blocks, report } = reported(plan, [lower, upper], { claims })
    expect(blocks[0]).toMatchObject({ type: 'table', columns: ['', 'Lower', 'Upper'] })
    const rows = blocks[0]?.type === 'table' ? blocks[0].rows.map((row) => row.map(({ text }) => text)) : []
    expect(rows).toEqual([
      ['Beds', 'The lower hut has 24 beds.', 'The upper hut has 12 beds.'],
      ['Heating', 'A stove heats the lower hut, which stands in the wood.', ''],
    ])
    expect(textsOf(blocks.at(-1))).toEqual(['It was built in 1961.'])
    expect(report.issues).toEqual([])
  })

  test('takes of a row of a table the column of the subject, with a mark on that cell', () => {
    const subjects = ['Otter 5', 'Heron 7']
    const plan = planOf(
      'comparison',
      subjects.map((subject) => ({ subject, aspect: 'Weight' })),
    )
    const table = evidenceItem(8, 'Property | Otter 5 | Heron 7\nWeight | 3 kg | 4 kg\nPrice | 90 euros | 80 euros')
    const claims = subjects.map((subject, at) =>
      claimOf(table, 'Weight | 3 kg | 4 kg', {
        subject,
        aspect: 'Weight',
        task_id: `task_00${at + 1}`,
        relevance: 0.3,
      }),
    )
    const { blocks, report } = reported(plan, [table], { claims })
    const rows = blocks[0]?.type === 'table' ? blocks[0].rows : []
    expect(rows.map((row) => row.map(({ text }) => text))).toEqual([['Weight', '3 kg', '4 kg']])
    expect(rows[0]?.[2]?.refs.map(({ selector }) => table.text.slice(...rangeOf(selector)))).toEqual(['4 kg'])
    // The goal's own word stands nowhere in a table of boats.
    expect(report.issues.map(({ key }) => key)).toEqual(['term_not_covered'])
  })

  test('puts into a cell what speaks of its subject, not of the other', () => {
    const plan = planOf('comparison', [
      { subject: 'Otter', aspect: 'Winter' },
      { subject: 'Heron', aspect: 'Winter' },
    ])
    const item = evidenceItem(9, 'In winter keep the Otter. The Heron lost four readings when it snowed.')
    const about = { subject: 'Heron', aspect: 'Winter', task_id: 'task_002' }
    const claims = [
      claimOf(item, 'In winter keep the Otter.', { ...about, relevance: 0.4 }),
      claimOf(item, 'The Heron lost four readings when it snowed.', { ...about, relevance: 0.3 }),
    ]
    const { blocks } = reported(plan, [item], { claims })
    const rows = blocks[0]?.type === 'table' ? blocks[0].rows.map((row) => row.map(({ text }) => text)) : []
    expect(rows).toEqual([['Winter', '', 'The Heron lost four readings when it snowed.']])
  })

  test('puts dates in order and keeps how exact they are', () => {
    const claims = [
      claimOf(upper, upper.text, { date: '1972-03' }),
      claimOf(lower, 'It was built in 1961.', { date: '1961' }),
      claimOf(lower, 'The lower hut has 24 beds.'),
    ]
    const { blocks } = reported(planOf('timeline', [{}]), [lower, upper], { claims })
    expect(blocks[0]).toMatchObject({ type: 'timeline', entries: [{ date: '1961' }, { date: '1972-03' }] })
    expect(textsOf(blocks.at(-1))).toEqual(['The lower hut has 24 beds.'])
  })

  test('shows what was changed beside what it was, and leaves a side empty where nothing stands', () => {
    const [old, now, added] = [
      evidenceItem(1, 'The fee is 40 euros.', { document_id: 'a', call_id: 'difference_1' }),
      evidenceItem(2, 'The fee is 45 euros.', { document_id: 'b', call_id: 'difference_1' }),
      evidenceItem(3, 'Dogs are welcome.', { document_id: 'b', call_id: 'difference_2' }),
    ]
    const plan = planOf('changes', [{ tool: 'differences', scope: { documents: ['a', 'b'] } }])
    const { blocks } = reported(plan, [old, now, added], { claims: [added, now, old].map((item) => claimOf(item)) })
    expect(blocks[0]?.type === 'table' ? blocks[0].rows.map((row) => row.map(({ text }) => text)) : []).toEqual([
      ['The fee is 40 euros.', 'The fee is 45 euros.'],
      ['', 'Dogs are welcome.'],
    ])
  })

  test('shows a result as a table, and as a chart with the same values', () => {
    const result = evidenceItem(1, 'hut | nights\nnorth | 1,200\nsouth | 30', { kind: 'tool', format: 'tool' })
    const claims = [claimOf(result, 'north | 1,200'), claimOf(result, 'south | 30')]
    const { blocks, report } = reported(planOf('figures', [{ tool: 'tables' }]), [result], { claims })
    expect(blocks).toMatchObject([
      { type: 'table', columns: ['hut', 'nights'] },
      { type: 'chart', shape: 'bar', labels: ['north', 'south'], series: [{ name: 'nights', values: [1200, 30] }] },
    ])
    expect(report.issues).toEqual([])
  })

  test('rows of a document stand under the names of their columns', () => {
    const table = evidenceItem(1, '| Hut | Beds |\n|---|---|\n| North | 24 |\n| South | 12 |')
    const { blocks, report } = reported(planOf('findings', [{}]), [table], { claims: [claimOf(table, 'South | 12')] })
    expect(blocks[0]).toMatchObject({
      type: 'table',
      columns: ['Hut', 'Beds'],
      rows: [[{ text: 'South' }, { text: '12' }]],
    })
    expect(report.issues).toEqual([])
  })

  test('rows that name their values stand in a table, too, in the order of the document', () => {
    const text =
      'quarter: 1; item: staff; amount: 118000; note: with overtime\nquarter: 2; item: staff; amount: 121000\nThe board agreed. note: it did so; late.'
    const item = evidenceItem(1, text)
    const [first = '', second = '', prose = ''] = text.split('\n')
    const wide = evidenceItem(2, Array.from({ length: 10 }, (_, at) => `field ${at}: ${at}`).join('; '))
    const claims = [claimOf(item, second), claimOf(item, prose), claimOf(item, first), claimOf(wide)]
    const { blocks, report, run } = reported(planOf('findings', [{}]), [item, wide], { claims })
    const table = blocks.find((block) => block.type === 'table')
    expect(table?.type === 'table' && table.columns).toEqual(['quarter', 'item', 'amount', 'note'])
    expect(table?.type === 'table' && table.rows.map((row) => row.map((cell) => cell.text))).toEqual([
      ['1', 'staff', '118000', 'with overtime'],
      ['2', 'staff', '121000', ''],
    ])
    const listed = blocks.flatMap((block) => (block.type === 'list' ? block.items.flat().map((one) => one.text) : []))
    expect(listed).toEqual([prose, wide.text])
    expect(checkReport(report, run).map(({ key }) => key)).not.toContain('not_as_quoted')
  })

  test('tells contradictions with both sides, the older first where time explains it', () => {
    const one = evidenceItem(1, 'Guests of the hut pay a fee of 45 euros a night.')
    const other = evidenceItem(2, 'Guests of the hut pay a fee of 40 euros a night.')
    const claims = [claimOf(one, one.text, { date: '2024' }), claimOf(other, other.text, { date: '2023' })]
    const { report } = reported(planOf('findings', [{}]), [one, other], { claims, conflicts: conflictsOf(claims) })
    const told = report.sections.at(-1)
    expect(told?.blocks).toMatchObject([
      { type: 'conflict', by_time: true, sides: [[{ text: other.text }], [{ text: one.text }]] },
    ])
  })

  test('begins with the best claims of each section, in the order of the ledger, none twice, and says what was not found', () => {
    const plan = planOf('findings', [{}, {}])
    const claims = [
      claimOf(lower, 'The lower hut has 24 beds.', { confidence: 0.2 }),
      claimOf(lower, 'It was built in 1961.', { confidence: 0.9 }),
    ]
    const gaps = [
      { task_id: 'task_002', missing: 'a part of it' },
      { task_id: 'task_002', missing: 'Question 2' },
      { task_id: 'task_001', missing: 'stairs' },
    ]
    const { report } = reported(plan, [lower], { claims, gaps })
    expect(report.summary.map(({ text }) => text)).toEqual(['The lower hut has 24 beds.', 'It was built in 1961.'])
    expect(report.not_found.map(({ text }) => text)).toEqual([
      'Nothing was found for: Question 2',
      '“Question 1”: nothing was found about stairs.',
    ])
  })

  test('begins with no quotation as long as a page, such as all that two documents do not share', () => {
    const whole = evidenceItem(1, 'Guests wash their cups and dry them. '.repeat(30).trim())
    const claims = [claimOf(whole), claimOf(lower, 'It was built in 1961.')]
    const { report } = reported(planOf('findings', [{}]), [whole, lower], { claims })
    expect(report.summary.map(({ text }) => text)).toEqual(['It was built in 1961.'])
  })

  test('checks out, but for what it does not speak of', () => {
    const plan = { ...planOf('findings', [{}]), goal: 'The lower hut and its helicopter' }
    const { report, run } = reported(plan, [lower], { claims: [claimOf(lower, 'The lower hut has 24 beds.')] })
    expect(report.issues).toEqual([{ key: 'term_not_covered', about: 'helicopter' }])
    expect(checkReport(report, run)).toEqual(report.issues)
  })
})
