import type { Candidate, SubQuestion } from './deep-search-types'
import { worthFor } from './weigh-candidates'

/**
 * The evidence, best first: each sub-question in turn adds its best passage that is not there yet, so that a rich one does not
 * crowd out the others.
 */
export function selectEvidence(
  candidates: readonly Candidate[],
  subQuestions: readonly Pick<SubQuestion, 'id'>[],
  most: number,
): Candidate[] {
  const queues = subQuestions.map(({ id }) =>
    candidates
      .filter((candidate) => worthFor(candidate, id) > 0)
      .toSorted((a, b) => worthFor(b, id) - worthFor(a, id) || (a.passage.chunk.id < b.passage.chunk.id ? -1 : 1)),
  )
  const chosen = new Map<string, Candidate>()
  while (chosen.size < most && queues.some((queue) => queue.length > 0)) {
    for (const queue of queues) {
      const next = queue.shift()
      const isSaid = next && [...chosen.values()].some((one) => overlaps(one, next))
      if (next && !isSaid && chosen.size < most) chosen.set(next.passage.chunk.id, next)
    }
  }
  return [...chosen.values()]
}

/** Whether one passage says most of the other: what it says need not be said again. */
function overlaps({ passage: a }: Candidate, { passage: b }: Candidate): boolean {
  const shared = Math.min(a.end, b.end) - Math.max(a.start, b.start)
  return a.chunk.doc_id === b.chunk.doc_id && shared * 2 > Math.min(a.end - a.start, b.end - b.start)
}
