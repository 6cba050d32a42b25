import type { CitedAnswer } from '../answer/cite'
import { judge } from '../critic/judge'
import { keyTermsOf } from '../retrieval/key-terms'
import type { Composing } from './checked-answer'
import { searchChannels } from './stages/6-multi-channel'
import { composeAnswer, quoteBest } from './stages/8-streaming-output'
import type { EvidenceIds, PipelineRooms, Retrieved, Rewrite, TurnRequest } from './turn'

/** What an answer is composed from. */
export interface Basis {
  readonly retrieved: Retrieved
  readonly ids: EvidenceIds
}

/** Passages and tokens of a second search, as a multiple of the first. */
const widening = 2

/**
 * The answer from what was found and, where the critic sends it back, one from a wider search. `record` makes evidence
 * of what that finds. `basisOf` says what the answer that is shown was composed from.
 */
export function answerAttempts(
  request: TurnRequest,
  rewrite: Rewrite,
  first: Basis,
  rooms: PipelineRooms,
  record: (found: Retrieved) => Promise<EvidenceIds>,
): Composing & { basisOf(answer: CitedAnswer): Basis } {
  let wider: Basis | null = null
  const composeFrom = ({ retrieved, ids }: Basis, signal: AbortSignal) =>
    composeAnswer(request, rewrite, retrieved, ids.passages, rooms, signal)

  async function again(signal: AbortSignal): Promise<CitedAnswer | null> {
    const { value: retrieved } = await searchChannels(request, rewrite, rooms, signal, widening)
    if (retrieved.passages.length <= first.retrieved.passages.length) return null
    signal.throwIfAborted()
    wider = { retrieved, ids: await record(retrieved) }
    return composeFrom(wider, signal)
  }

  return {
    compose: (signal) => composeFrom(first, signal),
    fallback: () => quoteBest(request, first.retrieved, first.ids.passages),
    check: {
      judge: (answer, mayReturn) => {
        const keyTerms = keyTermsOf(rewrite.standalone, rooms.terms, rooms.index.statistics)
        return judge(answer, { keyTerms, text: 'quotes', mayReturn })
      },
      again,
    },
    basisOf(answer) {
      const known = new Set(first.ids.passages)
      return wider && answer.evidence.some(({ evidence_id }) => !known.has(evidence_id)) ? wider : first
    },
  }
}
