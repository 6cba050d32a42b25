import type { EvidenceItem } from '@shared/events'
import type { Claim, ClaimLedger, ClaimSource } from '@shared/research/claim-ledger'
import type { PlanSpec } from '@shared/research/plan-spec'
import type { ReportRef } from '@shared/research/research-report'

/** A claim as a row of the ledger. */
export interface ClaimRow {
  readonly claim: Claim
  /** Number of its task in the plan, from 1; 0 where the plan has it no more. */
  readonly task: number
  readonly refs: readonly ReportRef[]
  readonly against: readonly ReportRef[]
  /** The file of its first source. */
  readonly source: string
  /** The document that file became; empty where there is none. */
  readonly documentId: string
  /** `yes` where documents disagree about it, `time` where different dates explain that. */
  readonly conflict: 'none' | 'time' | 'yes'
}

export const sortKeys = ['task', 'claim', 'support', 'source', 'date', 'conflict'] as const
export type SortKey = (typeof sortKeys)[number]

export interface Sorting {
  readonly key: SortKey
  readonly falling: boolean
}

type Evidence = ReadonlyMap<string, EvidenceItem>

/** The claims of a ledger in its own order: by task, the best first. */
export function claimRows(ledger: ClaimLedger, plan: Pick<PlanSpec, 'tasks'> | null, evidence: Evidence): ClaimRow[] {
  const numbers = new Map((plan?.tasks ?? []).map(({ id }, at) => [id, at + 1]))
  const conflicts = new Map<string, ClaimRow['conflict']>()
  for (const { claims, by_time: byTime } of ledger.conflicts) {
    for (const id of claims) if (conflicts.get(id) !== 'yes') conflicts.set(id, byTime ? 'time' : 'yes')
  }
  const rows = ledger.claims.map((claim): ClaimRow => {
    const [first] = claim.for
    const source = first && evidence.get(first.evidence_id)
    return {
      claim,
      task: numbers.get(claim.task_id) ?? 0,
      refs: refsOf(claim.for, evidence),
      against: refsOf(claim.against, evidence),
      source: source?.document_name ?? '',
      documentId: source?.kind === 'tool' ? '' : (source?.document_id ?? ''),
      conflict: conflicts.get(claim.id) ?? (claim.against.length > 0 ? 'yes' : 'none'),
    }
  })
  return rows.toSorted((a, b) => a.task - b.task)
}

/** Citations of sources, by the numbers they have in a run. */
export function refsOf(sources: readonly ClaimSource[], evidence: Evidence): ReportRef[] {
  return sources.flatMap(({ evidence_id, selector }) => {
    const number = evidence.get(evidence_id)?.number
    return number === undefined ? [] : [{ number, evidence_id, selector }]
  })
}

const conflictRank = { none: 0, time: 1, yes: 2 } as const

const orders: Readonly<Record<SortKey, (a: ClaimRow, b: ClaimRow) => number>> = {
  task: (a, b) => a.task - b.task,
  claim: (a, b) => a.claim.text.localeCompare(b.claim.text),
  support: (a, b) => a.refs.length - b.refs.length || a.claim.confidence - b.claim.confidence,
  source: (a, b) => a.source.localeCompare(b.source),
  date: (a, b) => compareTexts(a.claim.date ?? '', b.claim.date ?? ''),
  conflict: (a, b) => conflictRank[a.conflict] - conflictRank[b.conflict],
}

function compareTexts(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0
}

/** Rows in another order; equal ones stay as they were. Claims without a date come last, whichever way dates go. */
export function sortedRows(rows: readonly ClaimRow[], { key, falling }: Sorting): ClaimRow[] {
  const order = orders[key]
  const sorted = rows.toSorted((a, b) => (falling ? order(b, a) : order(a, b)))
  if (key !== 'date') return sorted
  const isDated = ({ claim }: ClaimRow) => claim.date !== null
  return [...sorted.filter(isDated), ...sorted.filter((row) => !isDated(row))]
}
