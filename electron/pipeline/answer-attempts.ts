import type { CitedAnswer } from '../answer/cite'
import { judge } from '../critic/judge'
import { keyTermsOf } from '../retrieval/key-terms'
import type { Composing } from './checked-answer'
import type { ModelAsking } from './model-call'
import { toRecord } from './replay/answer-basis'
import { recordLookups } from './replay/lookups'
import { searchChannels } from './stages/6-multi-channel'
import { basisWithin } from './stages/7-prompt-assembly'
import { composeAnswer, quoteBest } from './stages/8-streaming-output'
import { writtenAnswer } from './written-answer'
import type { Assembled, Basis, EvidenceIds, PipelineRooms, Retrieved, Rewrite, TurnRequest } from './turn'

/** Passages and tokens of a second search, as a multiple of the first. */
const widening = 2

/** What has been searched and assembled before the first attempt, and how a second one is. */
export interface AttemptParts {
  readonly first: Basis
  readonly prompt: Assembled
  /** Makes evidence of what the second search found. */
  readonly record: (found: Retrieved) => Promise<EvidenceIds>
  readonly assemble: (retrieved: Retrieved, ids: EvidenceIds, signal: AbortSignal) => Promise<Assembled>
  /** How a language model is asked; absent where rules answer. */
  readonly asking?: ModelAsking | undefined
}

/** A basis as far as the prompt holds it. */
interface Attempt {
  readonly basis: Basis
  readonly prompt: Assembled
}

/**
 * The answer from what was found: written by a language model where the prompt was made for one, or else composed and,
 * where the critic sends it back, composed once more from a wider search. What was streamed cannot be taken back, so a
 * written answer has no second attempt.
 */
export function answerAttempts(
  request: TurnRequest,
  rewrite: Rewrite,
  { first: found, prompt, record, assemble, asking }: AttemptParts,
  rooms: PipelineRooms,
): Composing & { basisOf(answer: CitedAnswer): Basis } {
  const first: Attempt = { basis: basisWithin(prompt.blocks, found), prompt }
  const looked = recordLookups(rooms)
  const made = new WeakMap<CitedAnswer, Attempt>()
  async function composeFrom(attempt: Attempt, signal: AbortSignal): Promise<CitedAnswer> {
    const { retrieved, ids } = attempt.basis
    const answer = await composeAnswer(request, rewrite, retrieved, ids.passages, { ...rooms, ...looked }, signal)
    made.set(answer, attempt)
    return answer
  }

  async function again(signal: AbortSignal): Promise<CitedAnswer | null> {
    const { value: retrieved } = await searchChannels(request, rewrite, rooms, signal, widening)
    if (retrieved.passages.length <= found.retrieved.passages.length) return null
    signal.throwIfAborted()
    const ids = await record(retrieved)
    const assembled = await assemble(retrieved, ids, signal)
    return composeFrom({ basis: basisWithin(assembled.blocks, { retrieved, ids }), prompt: assembled }, signal)
  }

  const keyTerms = () => keyTermsOf(rewrite.standalone, looked.terms, looked.index.statistics)
  const attemptOf = (answer: CitedAnswer): Attempt => made.get(answer) ?? first

  return {
    compose: (signal) => composeFrom(first, signal),
    fallback: () => quoteBest(request, first.basis.retrieved, first.basis.ids.passages),
    check: {
      judge: (answer, mayReturn) => {
        return judge(answer, { keyTerms: keyTerms(), text: 'quotes', mayReturn })
      },
      again,
    },
    write: writtenAnswer(request, { prompt, basis: first.basis, asking, keyTerms }, rooms),
    basisOf: (answer) => attemptOf(answer).basis,
    restsOn(answer, quoted) {
      const { basis, prompt: shown } = attemptOf(answer)
      return { basis: toRecord({ request, rewrite, basis, lookups: looked.lookups(), quoted }, rooms), prompt: shown }
    },
  }
}
