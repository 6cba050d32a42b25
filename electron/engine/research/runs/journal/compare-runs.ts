import type { Claim } from '@shared/research/claim-ledger'
import type { ResearchRun, RunDifference } from '@shared/research/research-run'

/**
 * What a later run claims otherwise than an earlier one with the same plan. A claim of the same task that is not there any more, and
 * whose place another takes, has changed: the same subject and aspect, or for want of those the same document.
 */
export function compareRuns(before: ResearchRun, after: ResearchRun): RunDifference[] {
  const textsBefore = new Set(before.ledger.claims.map(keyOf))
  const textsAfter = new Set(after.ledger.claims.map(keyOf))
  const gone = before.ledger.claims.filter((claim) => !textsAfter.has(keyOf(claim)))
  const fresh = after.ledger.claims.filter((claim) => !textsBefore.has(keyOf(claim)))
  const left = new Set(gone)
  const changes = fresh.map((claim): RunDifference => {
    const earlier = [...left].find((one) => hasOnePlace(one, claim))
    if (!earlier) return { claim, change: 'new' }
    left.delete(earlier)
    return { claim, change: 'changed', before: earlier }
  })
  return [...changes, ...[...left].map((claim): RunDifference => ({ claim, change: 'gone' }))]
}

function keyOf({ task_id: task, text }: Claim): string {
  return `${task} ${text.replace(/\s+/gu, ' ').trim()}`
}

function hasOnePlace(one: Claim, other: Claim): boolean {
  if (one.task_id !== other.task_id) return false
  const isNamed = one.subject !== undefined || one.aspect !== undefined
  if (isNamed) return one.subject === other.subject && one.aspect === other.aspect
  return one.for[0]?.document_id === other.for[0]?.document_id
}
