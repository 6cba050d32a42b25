import type { Claim } from '@shared/research/claim-ledger'
import type { ReportBlock, ReportCell } from '@shared/research/research-report'
import { type Candidate, candidatesOf } from '@engine/answer/sentences/sentence-candidates'
import { alignedHeads, cellsOf } from '@engine/answer/short-answer/cells/row-cells'
import { isLabelledRow } from '@engine/text/tables/table-row'
import { groupsBy, passagesOf } from '../../ledger/task-evidence'
import { type ReportDesk, startOf } from '../report-desk'
import { labelledTableBlock, labelledTables } from './labelled-rows'

/**
 * Claims as they stand in their documents: sentences as a list, rows of one table as a table under its names of columns. A row that stands
 * alone is no step of an `ordered` list.
 */
export function listedClaims(claims: readonly Claim[], desk: ReportDesk, ordered = false): ReportBlock[] {
  const rows = new Map(
    claims.flatMap((claim) => {
      const row = rowOf(claim, desk)
      return row ? [[claim, row] as const] : []
    }),
  )
  const labelled = labelledTables(claims, desk)
  const tableOf = (claim: Claim) => {
    const [first] = labelled.get(claim) ?? []
    if (first) return `labelled ${first.claim.id}`
    const row = rows.get(claim)
    if (row?.header) return `${claim.for[0]?.evidence_id ?? ''} ${row.header.start}`
    return ordered && (claim.text.includes('|') || isLabelledRow(claim.text, [])) ? looseRows : ''
  }
  return groupsBy(desk.inReadingOrder(claims), tableOf).map(([key, own]): ReportBlock => {
    const [first] = own
    const table = first && labelled.get(first)
    if (table)
      return labelledTableBlock(
        own.flatMap((one) => table.filter(({ claim }) => claim === one)),
        desk,
      )
    const header = key === '' || !first ? undefined : rows.get(first)?.header
    if (!header)
      return { type: 'list', ordered: ordered && key !== looseRows, items: own.map((claim) => [desk.sentence(claim)]) }
    return tableBlock(
      header,
      own.flatMap((claim) => {
        const row = rows.get(claim)
        return row ? [{ claim, row }] : []
      }),
      desk,
    )
  })
}

const looseRows = 'rows without a table'

/** The row of a table that a claim is, with the names of its columns; undefined for a sentence. */
export function rowOf(claim: Claim, desk: ReportDesk): Candidate | undefined {
  const item = desk.itemOf(claim)
  if (!item || !claim.text.includes('|')) return undefined
  const start = startOf(claim)
  return candidatesOf(passagesOf([item])).find((one) => one.start === start && one.header !== null)
}

function tableBlock(
  header: Candidate,
  rows: readonly { readonly claim: Claim; readonly row: Candidate }[],
  desk: ReportDesk,
): ReportBlock {
  const heads = cellsOf(header)
  const width = Math.max(...rows.map(({ row }) => cellsOf(row).length))
  const aligned = alignedHeads(heads, width)
  return {
    type: 'table',
    columns: Array.from({ length: width }, (_, at) => aligned[at]?.text ?? ''),
    rows: rows.map(({ claim, row }) => {
      const [ref] = desk.refs(claim)
      return cellsOf(row).map(({ text, start, end }): ReportCell => ({
        text,
        refs: ref && text !== '' ? [{ ...ref, selector: `chars:${start}-${end}` }] : [],
      }))
    }),
  }
}
