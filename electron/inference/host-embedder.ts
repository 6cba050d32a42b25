import { CairnError, toCairnError } from '@shared/errors'
import { LRUCache } from 'lru-cache'
import type { Embedder } from '../ports/embedder'
import { Embedded } from './host/protocol'
import type { ResidentModel, ResidentModels } from './host-client'
import { SharedCalls } from './shared-calls'

export interface EmbeddingModel extends ResidentModel {
  readonly dimensions: number
  /** As `Embedder` has it. */
  readonly unrelated?: number | undefined
}

/** Passages per call: between two calls a question gets its turn. */
const passagesPerCall = 64
const keptQueries = 256

/**
 * An embedder whose model runs in the inference host. Passages go in small calls; queries are kept, and equal ones that are
 * asked for at the same time are computed once. Throws CairnError MODEL_FAILED, MODEL_UNUSABLE, MODEL_OUT_OF_MEMORY,
 * CANCELLED.
 */
export function createHostEmbedder(model: EmbeddingModel, resident: ResidentModels): Embedder {
  const known = new LRUCache<string, Float32Array>({ max: keptQueries })
  const asked = new SharedCalls<Float32Array>()
  return {
    id: model.id,
    dimensions: model.dimensions,
    unrelated: model.unrelated,

    async embedPassages(texts, signal) {
      const vectors: Float32Array[] = []
      for (let at = 0; at < texts.length; at += passagesPerCall) {
        vectors.push(...(await embed(texts.slice(at, at + passagesPerCall), 'passage', signal)))
      }
      return vectors
    },

    async embedQuery(text, signal) {
      const before = known.get(text)
      if (before) return before.slice()
      const vector = await asked.call(
        text,
        async (shared) => {
          const [only] = await embed([text], 'query', shared)
          if (!only) throw wrongAnswer()
          known.set(text, only)
          return only
        },
        signal,
      )
      // A caller may do with its vector what it likes.
      return vector.slice()
    },
  }

  async function embed(
    texts: readonly string[],
    role: 'query' | 'passage',
    signal: AbortSignal | undefined,
  ): Promise<Float32Array[]> {
    if (signal?.aborted) throw toCairnError(new DOMException('Cancelled.', 'AbortError'))
    const answer = await resident.use(
      model,
      (host) => host.call({ type: 'embed', key: model.id, texts: [...texts], role }, { signal }),
      { signal },
    )
    const { success, data } = Embedded.safeParse(answer)
    if (!success || data.vectors.length !== texts.length * data.dimensions) throw wrongAnswer()
    const { dimensions, vectors } = data
    if (dimensions !== model.dimensions) {
      throw new CairnError(
        'MODEL_UNUSABLE',
        `The model's vectors have ${dimensions} numbers, not ${model.dimensions} as before.`,
        'Add the model again; its files were changed.',
      )
    }
    return texts.map((_, at) => vectors.slice(at * dimensions, (at + 1) * dimensions))
  }
}

function wrongAnswer(): CairnError {
  return new CairnError('MODEL_FAILED', 'The model gave an answer that is no vector.', 'Try again.')
}
