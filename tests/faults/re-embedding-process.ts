import { setTimeout as wait } from 'node:timers/promises'
import type { EmbeddingState } from '@shared/models'
import { createHashedNgramEmbedder } from '../../electron/inference/hashed-ngrams'
import { ReEmbedding } from '../../electron/ingest/re-embed'
import { VectorSpaces } from '../../electron/ingest/vector-spaces'
import { openStore } from '../../electron/storage/open'
import type { Store } from '../../electron/storage/store'
import { wordEmbedder } from '../unit/ingest/word-embedder'

export const nextEmbedder = wordEmbedder('onnx:words', 32)
const builtIn = createHashedNgramEmbedder()

/** Opens a store with an old and a new embedder and goes on re-embedding it, as the engine would. */
export async function reEmbed(
  folder: string,
  publish: (state: EmbeddingState, store: Store) => void,
  keepOldMs: number,
) {
  const store = await openStore(folder, { dimensions: builtIn.dimensions, embedderId: builtIn.id })
  const embedderOf = (id: string) => [builtIn, nextEmbedder].find((embedder) => embedder.id === id)
  const spaces = new VectorSpaces({ tables: store.vectors, embedderOf })
  const closing = new AbortController()
  let step = 0
  const work = new ReEmbedding({
    tables: store.vectors,
    spaces,
    catalogue: store.catalogue,
    embedderOf,
    publish: (state) => publish(state, store),
    closing: closing.signal,
    log: (line) => process.stderr.write(`${line}\n`),
    wait: (ms, signal) => wait(ms, undefined, { signal }),
    random: () => (step = (step + 0.37) % 1),
    keepOldMs,
  })
  const close = async () => {
    closing.abort()
    await work.idle()
    await store.close()
  }
  return { store, spaces, work, close }
}
