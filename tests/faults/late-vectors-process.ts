import { setTimeout as wait } from 'node:timers/promises'
import { QuietTimes } from '@engine/graph/runtime/quiet-times'
import { LateVectors } from '@engine/ingest/vectors/late-vectors'
import { RecentLooks } from '@engine/platform/order/recent-looks'
import { VectorSpaces } from '@engine/ingest/vectors/vector-spaces'
import { openStore } from '@engine/storage/opening/open-store'
import { next, type NextModel, onnxEmbedder } from './re-embedding-process'

/** Opens a store whose vectors are a model's, and begins to make those that its documents lack, as the engine would. */
export async function makeLateVectors(folder: string, model: NextModel) {
  const log = (line: string) => process.stderr.write(`${line}\n`)
  const store = await openStore(folder, { dimensions: next.dimensions, embedderId: next.id })
  const { embedder, made, processes, close: closeModel } = onnxEmbedder(model, log)
  const { catalogue, vectors: tables } = store
  const spaces = new VectorSpaces({ tables, embedderOf: () => embedder })
  const closing = new AbortController()
  const late = new LateVectors({
    mayRead: () => true,
    looks: new RecentLooks(),
    now: Date.now,
    ...{ catalogue, tables, spaces, quiet: new QuietTimes(), closing: closing.signal, log },
    isChanging: () => false,
    wait: (ms, signal) => wait(ms, undefined, { signal }),
  })
  late.start()
  const close = async () => {
    closing.abort()
    await late.close()
    await closeModel()
    await store.close()
  }
  return { store, late, embedder, made, processes, close }
}
