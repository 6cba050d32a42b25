import type { CitedAnswer } from '@engine/answer/citations/cite'
import { judge } from '@engine/critic/judge'
import { keyTermsOf } from '@engine/retrieval/question/key-terms'
import { type Attempt, attemptFrom } from './attempt'
import type { Composing } from './checked-answer'
import type { ModelAccess } from '../model-calls/model-call'
import type { PromptReader } from '../writing/prompt-size'
import { toRecord } from '../replay/answer-basis'
import { recordLookups } from '../replay/lookups'
import { searchChannels } from '../stages/6-multi-channel'
import { askedOf } from '../forms/overview-library'
import { composeAnswer, quoteBest } from '../stages/8-streaming-output'
import { withSpellingNotice } from './answer-notices'
import { writtenAnswer } from '../writing/model-writer'
import type { Assembled, Basis, EvidenceIds, PipelineRooms, Retrieved, Rewrite, TurnRequest } from '../turn'

/** Passages and tokens of a second search, as a multiple of the first. */
const widening = 2

/** What has been searched and assembled before the first attempt, and how it is done again. */
export interface AttemptParts {
  readonly first: Basis
  readonly prompt: Assembled
  /** Makes evidence of what the second search found. */
  readonly record: (found: Retrieved) => Promise<EvidenceIds>
  /** For a language model that is to read it; for nobody where that is null. */
  readonly assemble: (found: Basis, reader: PromptReader | null, signal: AbortSignal) => Promise<Assembled>
  /** How a language model is asked; absent where rules answer. */
  readonly asking?: ModelAccess | undefined
}

/**
 * The answer from what was found: written by a language model where the prompt was made for one, or else composed. Where
 * the critic sends it back, it is made once more from a wider search.
 */
export function answerAttempts(
  request: TurnRequest,
  rewrite: Rewrite,
  { first: found, prompt, record, assemble, asking }: AttemptParts,
  rooms: PipelineRooms,
): Composing & { basisOf(answer: CitedAnswer): Basis } {
  const first = attemptFrom(found, prompt)
  const looked = recordLookups(rooms)
  const made = new WeakMap<CitedAnswer, Attempt>()
  /** What the answer rests on that is being written and is not whole yet. */
  let begun = first
  const assembled = async (basis: Basis, reader: PromptReader | null, signal: AbortSignal) =>
    attemptFrom(basis, await assemble(basis, reader, signal))

  async function composeFrom(attempt: Attempt, signal: AbortSignal): Promise<CitedAnswer> {
    const { retrieved, ids } = attempt.basis
    const answer = await composeAnswer(request, rewrite, retrieved, ids.passages, { ...rooms, ...looked }, signal)
    made.set(answer, attempt)
    return answer
  }

  async function widen(signal: AbortSignal): Promise<Basis | null> {
    const { value: retrieved } = await searchChannels(request, rewrite, rooms, signal, widening)
    if (retrieved.passages.length <= found.retrieved.passages.length) return null
    signal.throwIfAborted()
    return { retrieved, ids: await record(retrieved) }
  }

  async function again(signal: AbortSignal): Promise<CitedAnswer | null> {
    const wider = await widen(signal)
    return wider && composeFrom(await assembled(wider, null, signal), signal)
  }

  const keyTerms = () => keyTermsOf(askedOf(rewrite, found.retrieved), looked.terms, looked.index.statistics)
  const attemptOf = (answer: CitedAnswer): Attempt => made.get(answer) ?? begun

  return {
    compose: (signal) => composeFrom(first, signal),
    fallback() {
      const best = quoteBest(request, first.basis.retrieved, first.basis.ids.passages)
      const answer = withSpellingNotice(best, request, rewrite)
      made.set(answer, first)
      return answer
    },
    check: {
      judge: (answer, mayReturn) => {
        return judge(answer, { keyTerms: keyTerms(), text: 'quotes', mayReturn })
      },
      again,
    },
    write: writtenAnswer(
      request,
      {
        rewrite,
        first,
        asking,
        keyTerms,
        assembled,
        widen,
        begins: (attempt) => void (begun = attempt),
        made: (answer, attempt) => void made.set(answer, attempt),
      },
      rooms,
    ),
    basisOf: (answer) => attemptOf(answer).basis,
    restsOn(answer, quoted) {
      const { basis, prompt: shown } = attemptOf(answer)
      return { basis: toRecord({ request, rewrite, basis, lookups: looked.lookups(), quoted }, rooms), prompt: shown }
    },
  }
}
