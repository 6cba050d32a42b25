import type { Claim } from '@shared/research/claim-ledger'
import type { ResearchRun, RunDifference } from '@shared/research/research-run'
import type { KnownDocument } from '../research-rooms'

/** A document as it is now; undefined where it is gone. */
type Known = (documentId: string) => KnownDocument | undefined

/** Two sentences are one that was changed where they share so many of their words (Dice's coefficient, 0 to 1). */
const leastShared = 0.5

/**
 * What a later run claims otherwise than an earlier one with the same plan, because the library is otherwise: a sentence counts where
 * a document it stands in changed, came or went. That another sentence of a document that is as it was is chosen is no difference. A
 * claim of the same task has changed where another takes its place that says nearly the same.
 */
export function compareRuns(before: ResearchRun, after: ResearchRun, known: Known): RunDifference[] {
  const textsBefore = new Set(before.ledger.claims.map(keyOf))
  const textsAfter = new Set(after.ledger.claims.map(keyOf))
  const [seenBefore, seenAfter] = [before.library?.documents ?? {}, after.library?.documents ?? {}]
  const isOtherNow = (id: string) => (seenAfter[id] ?? known(id)?.hash) !== seenBefore[id]
  const cameSince = (id: string) => (known(id)?.addedAt ?? 0) > Date.parse(before.header.created_at)
  const isOtherThen = (id: string) => (seenBefore[id] === undefined ? cameSince(id) : seenAfter[id] !== seenBefore[id])
  const gone = before.ledger.claims.filter(
    (claim) => !textsAfter.has(keyOf(claim)) && documentsOf(claim).every(isOtherNow),
  )
  const fresh = after.ledger.claims.filter(
    (claim) => !textsBefore.has(keyOf(claim)) && documentsOf(claim).every(isOtherThen),
  )
  const left = new Set(gone)
  const changes = fresh.map((claim): RunDifference => {
    const earlier = nearestTo(claim, left)
    if (!earlier) return { claim, change: 'new' }
    left.delete(earlier)
    return { claim, change: 'changed', before: earlier }
  })
  return [...changes, ...[...left].map((claim): RunDifference => ({ claim, change: 'gone' }))]
}

function documentsOf({ for: sources }: Claim): string[] {
  return sources.map(({ document_id: id }) => id)
}

function keyOf({ task_id: task, text }: Claim): string {
  return `${task} ${text.replace(/\s+/gu, ' ').trim()}`
}

/** The claim of the same task whose words are most nearly those of this one; undefined where none is near. */
function nearestTo(claim: Claim, others: ReadonlySet<Claim>): Claim | undefined {
  const [nearest] = [...others]
    .filter(({ task_id: id }) => id === claim.task_id)
    .map((other) => ({ other, shared: sharedWords(other.text, claim.text) }))
    .toSorted((a, b) => b.shared - a.shared)
  return nearest && nearest.shared >= leastShared ? nearest.other : undefined
}

function sharedWords(one: string, other: string): number {
  const [a, b] = [wordsOf(one), wordsOf(other)]
  const both = [...a].filter((word) => b.has(word)).length
  return a.size + b.size === 0 ? 0 : (2 * both) / (a.size + b.size)
}

/** Han characters one by one: no blanks stand between Chinese words. */
function wordsOf(text: string): Set<string> {
  return new Set(text.toLowerCase().match(/\p{Script=Han}|[\p{L}\p{N}]+(?:[.,]\p{N}+)*/gu))
}
