import { CairnError } from '@shared/errors'
import { LRUCache } from 'lru-cache'
import type { Embedder } from '@engine/ports/models/embedder'
import { Embedded } from '../host/protocol'
import type { ResidentModel, ResidentModels } from '../supervision/host-client'
import { SharedCalls } from '../routing/shared-calls'
import { VectorCalls, type VectorModelOptions } from './vector-calls'

export interface EmbeddingModel extends ResidentModel {
  readonly dimensions: number
  /** See `Embedder`. */
  readonly unrelated?: number | undefined
}

interface HostEmbedder extends Embedder {
  /** Begins to load it, so that the first question need not wait. Never throws. */
  warm(): void
}

/**
 * Passages per call. The more there are, the better those of like length find each other: in calls of 64 the same texts
 * took an eighth to a fifth longer. A question gets its turn between the batches of a call, so it waits no longer for this.
 */
const passagesPerCall = 256
const maxCachedQueries = 256

/**
 * An embedder whose model runs in the inference host. Passages go in calls of a few hundred; queries are kept, and equal
 * ones that are asked for at the same time are computed once. A query of a model that kept failing fails at once; passages
 * are tried all the same, because whoever has some waits and tries again. Throws CairnError MODEL_FAILED, MODEL_UNUSABLE,
 * MODEL_OUT_OF_MEMORY, CANCELLED.
 */
export function createHostEmbedder(
  model: EmbeddingModel,
  resident: ResidentModels,
  options: VectorModelOptions = {},
): HostEmbedder {
  const calls = new VectorCalls(model, resident, options)
  const known = new LRUCache<string, Float32Array>({ max: maxCachedQueries })
  const inFlight = new SharedCalls<Float32Array>()
  return {
    id: model.id,
    dimensions: model.dimensions,
    unrelated: model.unrelated,
    stamp: model.stamp,
    warm: () => calls.warm(),

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
      const vector = await inFlight.call(
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
    return calls.run({
      request: { type: 'embed', key: model.id, texts: [...texts], role },
      texts: texts.length,
      read: (answer) => vectorsOf(answer, texts.length, model.dimensions),
      signal,
      insists: role === 'passage',
    })
  }
}

function vectorsOf(answer: unknown, count: number, expected: number): Float32Array[] {
  const { success, data } = Embedded.safeParse(answer)
  if (!success || data.vectors.length !== count * data.dimensions) throw wrongAnswer()
  const { dimensions, vectors } = data
  if (dimensions !== expected) {
    throw new CairnError(
      'MODEL_UNUSABLE',
      `The model's vectors have ${dimensions} numbers, not ${expected} as before.`,
      'Add the model again; its files were changed.',
    )
  }
  return Array.from({ length: count }, (_, at) => vectors.slice(at * dimensions, (at + 1) * dimensions))
}

function wrongAnswer(): CairnError {
  return new CairnError('MODEL_FAILED', 'The model gave an answer that is no vector.', 'Try again.')
}
