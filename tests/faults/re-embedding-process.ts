import { setTimeout as wait } from 'node:timers/promises'
import type { EmbeddingState } from '@shared/models/models'
import { forkHost } from '@engine/inference/supervision/fork-host'
import { createHashedNgramEmbedder } from '@engine/inference/built-in/hashed-ngrams'
import { createHostEmbedder } from '@engine/inference/resident/host-embedder'
import { ResidentModelSet } from '@engine/inference/resident/resident-models'
import { SupervisedHost } from '@engine/inference/supervision/supervised-host'
import { ReEmbedding } from '@engine/ingest/vectors/re-embed'
import { VectorSpaces } from '@engine/ingest/vectors/vector-spaces'
import type { Embedder } from '@engine/ports/models/embedder'
import { openStore } from '@engine/storage/opening/open-store'
import type { Store } from '@engine/storage/store'

/** A sentence encoder's folder, and the inference host's script that runs it. */
export interface NextModel {
  readonly model: string
  readonly entry: string
}

export const next = { id: 'onnx:tiny', dimensions: 64 }
const builtIn = createHashedNgramEmbedder()

/** A real ONNX model in a process of its own, as the engine runs it. */
export function onnxEmbedder({ model, entry }: NextModel, log: (line: string) => void) {
  const after = (ms: number, then: () => void) => {
    const timer = setTimeout(then, ms)
    return () => clearTimeout(timer)
  }
  const now = () => performance.now()
  const processes: number[] = []
  const hostOf = (role: 'language' | 'vectors') =>
    new SupervisedHost({
      ...{ role, now, after, log, memoryLimitBytes: () => Number.POSITIVE_INFINITY },
      fork: () => {
        const host = forkHost(entry, log)
        processes.push(host.pid ?? 0)
        return host
      },
    })
  const resident = new ResidentModelSet({
    ...{ language: hostOf('language'), vectors: hostOf('vectors'), now, after },
    options: () => ({ gpu: 'off', threads: 1, idle_unload_ms: null }),
  })
  const files = { kind: 'embedder', format: 'onnx', path: model } as const
  const embedder = createHostEmbedder({ ...next, files, contextLength: 256 }, resident)
  let made = 0
  const counted: Embedder = {
    ...embedder,
    async embedPassages(texts, signal) {
      const vectors = await embedder.embedPassages(texts, signal)
      made += texts.length
      return vectors
    },
  }
  return { embedder: counted, made: () => made, processes, close: () => resident.close() }
}

/** Opens a store with an old and a new embedder, ready to go on re-embedding it, as the engine would. */
export async function reEmbed(
  folder: string,
  model: NextModel,
  publish: (state: EmbeddingState, store: Store) => void,
  keepOldMs: number,
) {
  const log = (line: string) => process.stderr.write(`${line}\n`)
  const store = await openStore(folder, { dimensions: builtIn.dimensions, embedderId: builtIn.id })
  const { embedder, made, processes, close: closeModel } = onnxEmbedder(model, log)
  const embedderOf = (id: string) => [builtIn, embedder].find((one) => one.id === id)
  const spaces = new VectorSpaces({ tables: store.vectors, embedderOf })
  const closing = new AbortController()
  let step = 0
  const work = new ReEmbedding({
    mayRead: () => true,
    tables: store.vectors,
    spaces,
    catalogue: store.catalogue,
    embedderOf,
    publish: (state) => publish(state, store),
    closing: closing.signal,
    log,
    wait: (ms, signal) => wait(ms, undefined, { signal }),
    random: () => (step = (step + 0.37) % 1),
    keepOldMs,
  })
  const close = async () => {
    closing.abort()
    await work.idle()
    await closeModel()
    await store.close()
  }
  return { store, spaces, work, embedder, made, processes, close }
}
