import type { EvidenceItem } from '@shared/events'
import type { Claim } from '@shared/research/claim-ledger'
import { candidatesOf } from '@engine/answer/sentences/sentence-candidates'
import { passagesOf } from '../ledger/task-evidence'
import { type ReportDesk, startOf } from './report-desk'

/** The names of the columns over claims that are rows of a table: a row alone does not say what its figures are. */
export class TableHeads {
  /** By evidence, the first row of the table that a row belongs to, by where the row begins. */
  readonly #known = new Map<string, ReadonlyMap<number, string>>()

  constructor(private readonly desk: Pick<ReportDesk, 'itemOf'>) {}

  /** One line, or none where the claim is no row or its table has no names. */
  of(claim: Claim): string[] {
    const item = claim.text.includes('|') ? this.desk.itemOf(claim) : undefined
    const head = item && this.#headsIn(item).get(startOf(claim))
    return head === undefined ? [] : [head]
  }

  #headsIn(item: EvidenceItem): ReadonlyMap<number, string> {
    const known = this.#known.get(item.evidence_id)
    if (known) return known
    const rows = candidatesOf(passagesOf([item])).flatMap(({ start, header }): [number, string][] =>
      header ? [[start, header.text]] : [],
    )
    const heads = new Map(rows)
    this.#known.set(item.evidence_id, heads)
    return heads
  }
}
