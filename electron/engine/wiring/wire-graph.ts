import { setTimeout } from 'node:timers/promises'
import { type OpenGraph, openGraph } from '@engine/graph/runtime/open-graph'
import { createParsePool, type ParsePool } from '@engine/ingest/parsing/parse-pool'
import type { EngineBase } from './engine-base'
import type { ModelsPart } from './wire-models'
import type { StoragePart } from './wire-storage'
import type { VectorsPart } from './wire-vectors'

export interface GraphPart {
  readonly graph: OpenGraph
  /** The threads that parse files; they read documents for the graph, too. */
  readonly parsePool: ParsePool
}

export interface GraphNeeds {
  readonly models: ModelsPart
  readonly storage: StoragePart
  readonly vectors: VectorsPart
}

/** The knowledge graph. It follows every change from here on, and reads the library once it is started. */
export async function wireGraph(base: EngineBase, { models, storage, vectors }: GraphNeeds): Promise<GraphPart> {
  const { options, changes, opened, log } = base
  const { inference, settings } = models
  const { catalogue, files, catalogueIsWhole, vault } = storage.store
  const index = () => vectors.spaces.current().index
  const parsePool = createParsePool()
  opened.defer(() => parsePool.close())
  const graph = await openGraph({
    ...{ store: options.folder, resources: options.resources, catalogue, files, now: Date.now, log },
    seals: vault,
    closing: base.closing.signal,
    tracer: base.diagnostics.tracer,
    looks: base.looks,
    reading: ({ waiting, settled }) =>
      changes.publish({ type: 'mapping', waiting: [...waiting], settled: [...settled] }),
    publish: (state) => changes.publish({ type: 'graph', graph: state }),
    wait: (ms, signal) => setTimeout(ms, undefined, { signal, ref: false }),
    models: inference.language,
    nameOf: (id) => inference.language.nameOf(id),
    settings: () => settings.get(),
    chunksById: (ids) => index().chunksById(ids),
    // With their terms, or the worker would analyse every text once more.
    chunksOf: async (id) => {
      const rows = await storage.store.vectors.current.textsOf([id])
      return rows.map(({ chunk, search }) => ({ ...chunk, search }))
    },
    read: (task, signal) => parsePool.share(task, signal),
    maySweep: catalogueIsWhole,
    restAfterMs: base.rest.afterMs,
  })
  vault.takeRooms([graph.files])
  opened.defer(() => graph.close())
  changes.listen((change) => graph.follow(change))
  return { graph, parsePool }
}
