import type { Claim } from '@shared/research/claim-ledger'
import type { ReportBlock, ReportCell } from '@shared/research/research-report'
import { type Cell, labelledCellsOf } from '@engine/answer/short-answer/cells/row-cells'
import { isLabelledRow } from '@engine/text/tables/table-row'
import { type ReportDesk, startOf } from '../report-desk'

/** A claim that is a row written `Header: value; Header: value`, its cells by header. */
interface LabelledRow {
  readonly claim: Claim
  readonly cells: ReadonlyMap<string, Cell>
}

/** Rows of one document under the same headers. */
export type LabelledTable = readonly LabelledRow[]

/** One row is read as well as it stands; wider tables do not fit on a page. */
const size = { rows: 2, columns: 7 }
/** Of two rows of one table. */
const sharedHeaders = 2

/** Claims that are rows of one table in their documents, by their first; empty for all others. */
export function labelledTables(claims: readonly Claim[], desk: ReportDesk): ReadonlyMap<Claim, LabelledTable> {
  const tables: LabelledRow[][] = []
  for (const row of claims.flatMap((claim) => rowOf(claim, claims, desk))) {
    const own = tables.find(([first]) => first && isOfOneTable(first, row, desk))
    if (own) own.push(row)
    else tables.push([row])
  }
  const fit = tables.filter((rows) => rows.length >= size.rows && headersOf(rows).length <= size.columns)
  return new Map(fit.flatMap((rows) => rows.map(({ claim }) => [claim, rows] as const)))
}

export function labelledTableBlock(rows: LabelledTable, desk: ReportDesk): ReportBlock {
  const columns = headersOf(rows)
  return {
    type: 'table',
    columns,
    rows: rows.map(({ claim, cells }) => {
      const [ref] = desk.refs(claim)
      return columns.map((name): ReportCell => {
        const { text, start, end } = cells.get(name) ?? { text: '', start: 0, end: 0 }
        return { text, refs: ref && text !== '' ? [{ ...ref, selector: `chars:${start}-${end}` }] : [] }
      })
    }),
  }
}

function rowOf(claim: Claim, claims: readonly Claim[], desk: ReportDesk): LabelledRow[] {
  const item = desk.itemOf(claim)
  if (!item || claim.wording !== 'quoted' || claim.text.includes('\n')) return []
  const others = claims.filter((other) => other !== claim && desk.itemOf(other)?.document_id === item.document_id)
  if (
    !isLabelledRow(
      claim.text,
      others.map(({ text }) => text),
    )
  )
    return []
  return [{ claim, cells: labelledCellsOf({ text: claim.text, start: startOf(claim), item: true }) }]
}

function isOfOneTable(a: LabelledRow, b: LabelledRow, desk: ReportDesk): boolean {
  const shared = [...a.cells.keys()].filter((name) => b.cells.has(name)).length
  return shared >= sharedHeaders && desk.itemOf(a.claim)?.document_id === desk.itemOf(b.claim)?.document_id
}

function headersOf(rows: LabelledTable): string[] {
  return [...new Set(rows.flatMap(({ cells }) => [...cells.keys()]))]
}
