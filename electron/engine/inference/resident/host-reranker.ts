import { CairnError } from '@shared/errors'
import { z } from 'zod'
import { cancelled } from '@engine/platform/deadline'
import type { Reranker } from '@engine/ports/models/reranker'
import type { ResidentModel, ResidentModels } from '../supervision/host-client'
import { VectorCalls, type VectorModelOptions } from './vector-calls'

/** Passages per call: between two calls another question gets its turn. */
const passagesPerCall = 64
const Scores = z.array(z.number().min(0).max(1))

interface HostReranker extends Reranker {
  /** Begins to load it, so that the first question need not wait. Never throws. */
  warm(): void
}

/**
 * A reranker whose model runs in the inference host. Throws CairnError MODEL_FAILED (also of one that is left alone for a
 * while), MODEL_UNUSABLE, MODEL_OUT_OF_MEMORY, CANCELLED.
 */
export function createHostReranker(
  model: ResidentModel,
  resident: ResidentModels,
  options: VectorModelOptions = {},
): HostReranker {
  const calls = new VectorCalls(model, resident, options)
  return {
    id: model.id,
    get perSecond() {
      return calls.perSecond
    },
    warm: () => calls.warm(),
    async score(question, passages, signal) {
      if (signal?.aborted) throw cancelled()
      const scores: number[] = []
      for (let at = 0; at < passages.length; at += passagesPerCall) {
        const some = passages.slice(at, at + passagesPerCall)
        scores.push(
          ...(await calls.run({
            request: { type: 'rerank', key: model.id, question, passages: [...some] },
            texts: some.length,
            read: (answer) => scoresOf(answer, some.length),
            signal,
            insists: false,
          })),
        )
      }
      return scores
    },
  }
}

function scoresOf(answer: unknown, count: number): number[] {
  const { success, data } = Scores.safeParse(answer)
  if (success && data.length === count) return data
  throw new CairnError('MODEL_FAILED', 'The reranker gave an answer that is no list of scores.', 'Try again.')
}
