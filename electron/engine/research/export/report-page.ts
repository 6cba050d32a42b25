import { fillIn } from '@shared/note'
import type { ReportChart } from '@shared/research/chart-svg'
import { shownWords } from '@shared/research/shown-words'
import type {
  ReportBlock,
  ReportCell,
  ReportRef,
  ReportSentence,
  ResearchReport,
} from '@shared/research/research-report'
import type { ResearchRun } from '@shared/research/research-run'
import type { ResearchLanguage } from '@shared/research/plan-spec'
import { exportWords, readableTime } from '@engine/session/export/pages/readable-session'
import { pageSources, type PageSource } from './page-sources'

/** Text, or a citation mark that leads to a source of the page. */
export type Inline =
  { readonly text: string; readonly style?: 'strong' | 'quiet' | undefined } | { readonly mark: number }

/** What a page consists of; every writer knows these and no others. */
export type PageBlock =
  | { readonly type: 'heading'; readonly text: string; readonly note?: string | undefined }
  | { readonly type: 'paragraph'; readonly inlines: readonly Inline[] }
  | { readonly type: 'list'; readonly ordered: boolean; readonly items: readonly (readonly Inline[])[] }
  | {
      readonly type: 'table'
      readonly caption: string
      readonly columns: readonly string[]
      readonly rows: readonly (readonly (readonly Inline[])[])[]
    }
  | { readonly type: 'chart'; readonly chart: ReportChart; readonly marks: readonly Inline[] }

/** A report as it reads in any format: what stands where, in words of its language. */
export interface ReportPage {
  readonly title: string
  readonly language: ResearchLanguage
  /** Lines under the title: when, and how it was made. */
  readonly about: readonly string[]
  readonly blocks: readonly PageBlock[]
  readonly sources: readonly PageSource[]
}

/** Arranges the report of a run. Marks without a source are left out, since nothing stands behind them. */
export function reportPage(report: ResearchReport, run: Pick<ResearchRun, 'evidence' | 'redacted'>): ReportPage {
  const words = exportWords[report.language].report
  const sources = pageSources(report, run.evidence)
  const formats = new Map(run.evidence.map(({ evidence_id: id, format }) => [id, format]))
  const arrange = new Arranging(report.language, new Set(sources.map(({ number }) => number)), formats)
  const by = report.written_by === 'rules' ? words.by_rules : fillIn(words.by_model, { model: report.written_by })
  return {
    title: report.title,
    language: report.language,
    about: [fillIn(words.made, { date: readableTime(report.made_at) }), by, ...(run.redacted ? [words.redacted] : [])],
    blocks: arrange.report(report),
    sources,
  }
}

/** Chinese sentences stand next to each other without a blank. */
const fullWidth = /^[\u2E80-\uFFEF“‘]/u
const endsItself = /[?!:？！：]$/u

class Arranging {
  constructor(
    private readonly language: ResearchLanguage,
    private readonly numbers: ReadonlySet<number>,
    /** By the ids of evidence. */
    private readonly formats: ReadonlyMap<string, string>,
  ) {}

  report(report: ResearchReport): PageBlock[] {
    const words = exportWords[this.language].report
    const issues = report.issues.map(({ key, about }) => [{ text: fillIn(words.issue[key], { about }) }])
    return [
      ...this.#part(words.summary, report.summary),
      ...report.sections.flatMap(({ heading, blocks, confidence }) => {
        const note =
          confidence === undefined ? undefined : fillIn(words.confidence, { percent: Math.round(confidence * 100) })
        return [{ type: 'heading', text: heading, note } as const, ...blocks.flatMap((block) => this.#block(block))]
      }),
      ...this.#listed(
        words.not_found,
        report.not_found.map((one) => this.#sentences([one])),
      ),
      ...this.#listed(
        words.not_read,
        report.not_read.map((one) => this.#sentences([one])),
      ),
      ...this.#listed(words.issues, issues),
    ]
  }

  #part(heading: string, sentences: readonly ReportSentence[]): PageBlock[] {
    if (sentences.length === 0) return []
    return [
      { type: 'heading', text: heading },
      { type: 'paragraph', inlines: this.#sentences(sentences) },
    ]
  }

  #listed(heading: string, items: readonly (readonly Inline[])[]): PageBlock[] {
    if (items.length === 0) return []
    return [
      { type: 'heading', text: heading },
      { type: 'list', ordered: false, items },
    ]
  }

  #block(block: ReportBlock): PageBlock[] {
    const words = exportWords[this.language].report
    switch (block.type) {
      case 'paragraph':
        return [{ type: 'paragraph', inlines: this.#sentences(block.sentences) }]
      case 'list':
        return [{ type: 'list', ordered: block.ordered, items: block.items.map((item) => this.#sentences(item)) }]
      case 'table':
        return [this.#table(block)]
      case 'timeline':
        return [this.#entries(block.entries.map(({ date, sentences }) => ({ name: date, sentences })))]
      case 'terms':
        return [this.#entries(block.entries.map(({ term, sentences }) => ({ name: term, sentences })))]
      case 'chart':
        return [{ type: 'chart', chart: block, marks: this.#marks(block.refs) }]
      case 'conflict':
        return [
          {
            type: 'paragraph',
            inlines: [{ text: block.by_time ? words.conflict_by_time : words.conflict, style: 'strong' }],
          },
          { type: 'list', ordered: false, items: block.sides.map((side) => this.#sentences(side)) },
        ]
    }
  }

  #table({ caption = '', columns, rows }: Extract<ReportBlock, { type: 'table' }>): PageBlock {
    const cell = ({ text, refs }: ReportCell): Inline[] => [
      { text: this.#shown(text, refs) || '–' },
      ...this.#marks(refs),
    ]
    const width = Math.max(columns.length, ...rows.map((row) => row.length))
    const filled = (row: readonly ReportCell[]) =>
      Array.from({ length: width }, (_, at) => cell(row[at] ?? { text: '', refs: [] }))
    return {
      type: 'table',
      caption,
      columns: Array.from({ length: width }, (_, at) => columns[at] ?? ''),
      rows: rows.map(filled),
    }
  }

  #entries(entries: readonly { readonly name: string; readonly sentences: readonly ReportSentence[] }[]): PageBlock {
    const items = entries.map(({ name, sentences }): Inline[] => [
      { text: `${name}${endsItself.test(name) ? ' ' : this.language === 'zh' ? '：' : ': '}`, style: 'strong' },
      ...this.#sentences(sentences),
    ])
    return { type: 'list', ordered: false, items }
  }

  #sentences(sentences: readonly ReportSentence[]): Inline[] {
    const { verdict: verdicts } = exportWords[this.language].report
    return sentences.flatMap(({ text: words, kind, refs, verdict }, at): Inline[] => {
      const text = kind === 'frame' ? words.trim() : this.#shown(words, refs)
      const doubt = verdict === undefined || verdict === 'supported' ? null : verdicts[verdict]
      return [
        { text: `${at > 0 && !fullWidth.test(text) ? ' ' : ''}${text}` },
        ...this.#marks(refs),
        ...(doubt === null
          ? []
          : [{ text: this.language === 'zh' ? `（${doubt}）` : ` (${doubt})`, style: 'quiet' } as const]),
      ]
    })
  }

  #shown(text: string, [first]: readonly ReportRef[]): string {
    return shownWords(text, (first && this.formats.get(first.evidence_id)) ?? 'text')
  }

  #marks(refs: readonly ReportRef[]): Inline[] {
    const numbers = [...new Set(refs.map(({ number }) => number))].filter((number) => this.numbers.has(number))
    return numbers.map((mark) => ({ mark }))
  }
}
