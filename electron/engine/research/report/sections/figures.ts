import type { EvidenceItem } from '@shared/events'
import type { Claim } from '@shared/research/claim-ledger'
import type { ReportBlock, ReportCell } from '@shared/research/research-report'
import { type PipedCell, cutAtBars, isPipedRow } from '@engine/text/tables/piped-cells'
import { groupsBy } from '../../ledger/task-evidence'
import type { ReportDesk, SectionToWrite } from '../report-desk'
import { listedClaims } from './listed-claims'

/** A chart of fewer values says no more than they do, and one of more cannot be read. */
const chartSize = { least: 2, most: 30 }

/** Results of tools as tables, with a chart where one column of figures and its labels allow it; other claims as they stand. */
export function figureBlocks({ claims }: SectionToWrite, desk: ReportDesk): ReportBlock[] {
  const byTool = (claim: Claim) => desk.itemOf(claim)?.kind === 'tool'
  const results = groupsBy(claims.filter(byTool), (claim) => desk.itemOf(claim)?.evidence_id ?? '')
  const rest = claims.filter((claim) => !byTool(claim))
  const blocks = results.flatMap(([, own]) => {
    const item = own[0] && desk.itemOf(own[0])
    const table = item && resultTable(item)
    return table ? [table, ...chartsOf(table)] : listedClaims(own, desk)
  })
  return [...blocks, ...(rest.length > 0 ? listedClaims(rest, desk) : [])]
}

type TableBlock = Extract<ReportBlock, { type: 'table' }>

/** The lines of a tool's result that are rows, the first of them the names of the columns. */
function resultTable(item: EvidenceItem): TableBlock | null {
  const { text, number, evidence_id, document_name: caption } = item
  let at = 0
  const lines = text.split('\n').map((line) => {
    const start = at
    at += line.length + 1
    return { line, start }
  })
  const [head, ...rows] = lines
    .filter(({ line }) => isPipedRow(line))
    .map(({ line, start }) => cutAtBars(line).map((cell) => shifted(cell, start)))
  if (!head || rows.length === 0) return null
  const cellOf = ({ text: words, start, end }: PipedCell): ReportCell => ({
    text: words,
    refs: words === '' ? [] : [{ number, evidence_id, selector: `chars:${start}-${end}` }],
  })
  return {
    type: 'table',
    caption,
    columns: head.map(({ text: name }) => name),
    rows: rows.map((row) => row.map(cellOf)),
  }
}

function shifted({ text, start, end }: PipedCell, by: number): PipedCell {
  return { text, start: start + by, end: end + by }
}

/** A bar for each label, or a line where the labels are dates, of a table with one column of figures; nothing for others. */
export function chartsOf({ caption = '', columns, rows }: TableBlock): ReportBlock[] {
  if (rows.length < chartSize.least || rows.length > chartSize.most || columns.length < 2) return []
  const textOf = (row: readonly ReportCell[], at: number) => row[at]?.text ?? ''
  const isFigures = (at: number) =>
    rows.every((row) => textOf(row, at) === '' || figureIn(textOf(row, at)) !== null) &&
    rows.some((row) => textOf(row, at) !== '')
  const isDates = rows.every((row) => /^\d{4}(?:-\d{2}(?:-\d{2})?)?$/u.test(textOf(row, 0)))
  const figures = columns.map((_, at) => at).filter((at) => at > 0 && isFigures(at))
  const [only] = figures
  if (only === undefined || figures.length > 1) return []
  const labels = rows.map((row) => textOf(row, 0))
  // Two rows of one name are not two bars of it.
  if (new Set(labels).size < labels.length || (!isDates && isFigures(0))) return []
  const name = columns[only] ?? ''
  return [
    {
      type: 'chart',
      shape: isDates ? 'line' : 'bar',
      caption: caption === '' ? name : `${caption}: ${name}`,
      labels,
      series: [{ name, values: rows.map((row) => figureIn(textOf(row, only))) }],
      refs: rows.flatMap((row) => row[only]?.refs ?? []).slice(0, 1),
    },
  ]
}

/** A cell that is a figure and nothing else, by its value; null for any other. */
export function figureIn(text: string): number | null {
  const bare = text.replace(/^[€$£¥]\s?|\s?[€$£¥%]$/gu, '').replaceAll(/(?<=\d),(?=\d{3}(?!\d))/gu, '')
  return /^[+-]?\d+(?:\.\d+)?$/u.test(bare) ? Number(bare) : null
}
