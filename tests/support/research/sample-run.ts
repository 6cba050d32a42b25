import type { EvidenceItem } from '@shared/events'
import type { ReportRef, ReportSentence, ResearchReport } from '@shared/research/research-report'
import { ResearchRun } from '@shared/research/research-run'

/** A piece of evidence with a text, numbered. */
export function evidenceItem(number: number, text: string, more: Partial<EvidenceItem> = {}): EvidenceItem {
  return {
    number,
    evidence_id: `e${number}`,
    kind: 'kb',
    document_id: `d${number}`,
    document_name: `document-${number}.md`,
    format: 'markdown',
    heading_path: ['Chapter', `Part ${number}`],
    page: null,
    start: 0,
    end: text.length,
    text,
    score: 1,
    ...more,
  }
}

/** A citation of a part of a piece of evidence; all of it by default. */
export function refTo({ number, evidence_id, text }: EvidenceItem, part = text): ReportRef {
  const start = text.indexOf(part)
  return { number, evidence_id, selector: `chars:${start}-${start + part.length}` }
}

export function quoted(item: EvidenceItem, part = item.text): ReportSentence {
  return { text: part, kind: 'quoted', refs: [refTo(item, part)], claims: [] }
}

export function framed(text: string): ReportSentence {
  return { text, kind: 'frame', refs: [], claims: [] }
}

/** A finished run around a report. */
export function runWith(report: ResearchReport | null, evidence: readonly EvidenceItem[]): ResearchRun {
  const at = '2026-03-01T09:00:00Z'
  return ResearchRun.parse({
    header: {
      id: 'r_sample',
      title: report?.title ?? 'Sample',
      goal: 'Compare the huts',
      state: 'done',
      created_at: at,
      updated_at: at,
      tasks_done: 1,
      tasks: 1,
    },
    plan: null,
    progress: [],
    evidence,
    ledger: { claims: [], conflicts: [], gaps: [] },
    report,
    cost: { tokens: 0, ms: 0, searches: 0 },
    library: null,
    from_turn: null,
    again_of: null,
    error: null,
  })
}

export function reportOf(more: Partial<ResearchReport>): ResearchReport {
  return {
    title: 'Two huts compared',
    language: 'en',
    written_by: 'rules',
    made_at: '2026-03-01T09:00:00Z',
    summary: [],
    sections: [],
    not_found: [],
    not_read: [],
    issues: [],
    ...more,
  }
}

const lower = evidenceItem(1, 'The lower hut has 24 beds. It was built in 1961.')
const upper = evidenceItem(2, 'The upper hut has 12 beds.', { page: 3, format: 'pdf' })
const chinese = evidenceItem(3, '上屋于一九七二年建成，共有十四张床位。', {
  document_name: '手册.md',
  heading_path: ['概况'],
})

/** Evidence and a report with every kind of block. */
export const everyBlock = {
  evidence: [lower, upper, chinese],
  report: reportOf({
    summary: [quoted(lower, 'The lower hut has 24 beds.'), quoted(upper)],
    sections: [
      {
        id: 's1',
        heading: 'Beds',
        kind: 'comparison',
        confidence: 0.82,
        blocks: [
          {
            type: 'table',
            caption: 'Beds of the huts',
            columns: ['', 'Lower hut', 'Upper hut'],
            rows: [
              [
                { text: 'Beds', refs: [] },
                { text: '24 beds', refs: [refTo(lower, '24 beds')] },
                { text: '12 beds', refs: [refTo(upper, '12 beds')] },
              ],
              [
                { text: 'Built', refs: [] },
                { text: '1961', refs: [refTo(lower, '1961')] },
                { text: '', refs: [] },
              ],
            ],
          },
          {
            type: 'chart',
            shape: 'bar',
            caption: 'Beds',
            labels: ['Lower hut', 'Upper hut'],
            series: [{ name: 'Beds', values: [24, 12] }],
            refs: [refTo(lower, '24 beds'), refTo(upper, '12 beds')],
          },
        ],
      },
      {
        id: 's2',
        heading: 'History',
        kind: 'timeline',
        blocks: [
          {
            type: 'timeline',
            entries: [
              { date: '1961', sentences: [quoted(lower, 'It was built in 1961.')] },
              { date: '1972', sentences: [quoted(chinese)] },
            ],
          },
          { type: 'conflict', conflict_id: 'c1', by_time: false, sides: [[quoted(upper)], [quoted(chinese)]] },
          {
            type: 'terms',
            entries: [{ term: 'Which hut is larger?', sentences: [quoted(lower, 'The lower hut has 24 beds.')] }],
          },
          {
            type: 'list',
            ordered: true,
            items: [[quoted(lower, 'It was built in 1961.')], [framed('Nothing more was found.')]],
          },
          { type: 'paragraph', sentences: [quoted(chinese), quoted(upper)] },
        ],
      },
    ],
    not_found: [framed('When the upper hut was built was not found in English.')],
    not_read: [framed('“plan.pdf” could not be read: it has a password.')],
    issues: [{ key: 'term_not_covered', about: 'risk' }],
  }),
}
