import { coverage } from '@engine/retrieval/question/key-terms'
import type { AskedTerm, Candidate, SubQuestion } from './deep-search-types'
import type { Reading } from './reading'
import { ranked, worthFor } from './weigh-candidates'

/** What a passage gains that speaks of all that the ones before it leave open. */
const completing = 0.3

/**
 * The evidence, best first: each sub-question in turn adds the passage that is worth most beside those it has, so that a rich one does
 * not crowd out the others. What no passage before it speaks of counts extra: passages should cover a question together.
 */
export function selectEvidence(
  candidates: readonly Candidate[],
  subQuestions: readonly SubQuestion[],
  most: number,
  reading: Reading,
): Candidate[] {
  const chosen = new Map<string, Candidate>()
  const queues = subQuestions.map(({ id, text }) => {
    return { id, open: reading.askedIn(text), asked: reading.askedIn(text), waiting: ranked(candidates, id) }
  })
  while (chosen.size < most && queues.some(({ waiting }) => waiting.length > 0)) {
    for (const queue of queues) {
      queue.waiting = queue.waiting.filter((one) => ![...chosen.values()].some((other) => overlaps(one, other)))
      const next = chosen.size < most ? bestOf(queue, reading) : undefined
      if (!next) continue
      const { terms } = reading.wordsOf(next.passage)
      queue.open = queue.open.filter((term) => coverage([term], terms) < 1)
      chosen.set(next.passage.chunk.id, next)
    }
  }
  return [...chosen.values()]
}

interface Queue {
  readonly id: string
  readonly asked: readonly AskedTerm[]
  readonly open: readonly AskedTerm[]
  readonly waiting: readonly Candidate[]
}

function bestOf({ id, asked, open, waiting }: Queue, reading: Reading): Candidate | undefined {
  const total = weightOf(asked)
  let best: { readonly candidate: Candidate; readonly worth: number } | undefined
  for (const candidate of waiting) {
    const { terms } = reading.wordsOf(candidate.passage)
    const completes = total > 0 ? (coverage(open, terms) * weightOf(open)) / total : 0
    const worth = worthFor(candidate, id) + completing * completes
    if (!best || worth > best.worth) best = { candidate, worth }
  }
  return best?.candidate
}

function weightOf(terms: readonly AskedTerm[]): number {
  return terms.reduce((sum, { weight }) => sum + weight, 0)
}

/** Whether one passage says most of the other: what it says need not be said again. */
function overlaps({ passage: a }: Candidate, { passage: b }: Candidate): boolean {
  const shared = Math.min(a.end, b.end) - Math.max(a.start, b.start)
  return a.chunk.doc_id === b.chunk.doc_id && shared * 2 > Math.min(a.end - a.start, b.end - b.start)
}
