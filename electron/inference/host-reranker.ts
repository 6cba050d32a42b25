import { CairnError, toCairnError } from '@shared/errors'
import { z } from 'zod'
import type { Reranker } from '../ports/reranker'
import type { ResidentModel, ResidentModels } from './host-client'

/** Passages per call: between two calls another question gets its turn. */
const passagesPerCall = 64
const Scores = z.array(z.number().min(0).max(1))

/** A reranker whose model runs in the inference host. Throws CairnError MODEL_FAILED, MODEL_UNUSABLE, MODEL_OUT_OF_MEMORY, CANCELLED. */
export function createHostReranker(model: ResidentModel, resident: ResidentModels): Reranker {
  return {
    id: model.id,
    async score(question, passages, signal) {
      const scores: number[] = []
      for (let at = 0; at < passages.length; at += passagesPerCall) {
        if (signal?.aborted) throw toCairnError(new DOMException('Cancelled.', 'AbortError'))
        const some = passages.slice(at, at + passagesPerCall)
        const answer = await resident.use(
          model,
          (host) => host.call({ type: 'rerank', key: model.id, question, passages: [...some] }, { signal }),
          { signal },
        )
        const { success, data } = Scores.safeParse(answer)
        if (!success || data.length !== some.length) {
          throw new CairnError('MODEL_FAILED', 'The reranker gave an answer that is no list of scores.', 'Try again.')
        }
        scores.push(...data)
      }
      return scores
    },
  }
}
