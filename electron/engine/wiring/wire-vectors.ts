import { setTimeout } from 'node:timers/promises'
import { ChosenEmbedder } from '@engine/ingest/vectors/chosen-embedder'
import { LateVectors } from '@engine/ingest/vectors/late-vectors'
import { QuietTimes } from '@engine/graph/runtime/quiet-times'
import { ReEmbedding } from '@engine/ingest/vectors/re-embed'
import { VectorSpaces } from '@engine/ingest/vectors/vector-spaces'
import type { EngineBase } from './engine-base'
import type { ModelsPart } from './wire-models'
import { keptOf } from './programs/rooms-for-programs'
import type { StoragePart } from './wire-storage'

export interface VectorsPart {
  readonly spaces: VectorSpaces
  readonly reEmbedding: ReEmbedding
  readonly chosenEmbedder: ChosenEmbedder
  /** Makes the vectors of documents that words find already. */
  readonly late: LateVectors
}

/** The search tables with the embedder that is theirs, what it has still to make, and the change to another one. */
export function wireVectors(base: EngineBase, models: ModelsPart, { store }: StoragePart): VectorsPart {
  const { changes, opened, log } = base
  const { tracer } = base.diagnostics
  const closing = base.closing.signal
  const { builtIn, inference, settings, embedding } = models
  const { embedderOf } = inference
  const { catalogue, vectors: tables } = store
  const spaces = new VectorSpaces({ tables, embedderOf })
  const { isKept } = keptOf(catalogue)
  const elsewhere = (embedder: string) => inference.language.isElsewhere?.(embedder) === true
  const mayRead = (embedder: string, document: string) => !elsewhere(embedder) || !isKept(document)
  const reEmbedding = new ReEmbedding({
    ...{ tables, spaces, catalogue, embedderOf, mayRead, closing, log, tracer },
    publish: () => inference.changed(),
    wait: (ms, signal) => setTimeout(ms, undefined, { signal }),
    random: Math.random,
  })
  opened.defer(() => reEmbedding.idle())
  embedding.connect(reEmbedding)
  const chosenEmbedder = new ChosenEmbedder({
    chosen: () => settings.get().models.embedder,
    builtIn: builtIn.id,
    canEmbed: (id) => embedderOf(id) !== undefined,
    ...{ reEmbedding, closing, log },
  })
  const quiet = new QuietTimes()
  const late = new LateVectors({
    ...{ catalogue, tables, spaces, mayRead, quiet, closing, log, tracer, looks: base.looks, now: Date.now },
    // Who only reads a shared library leaves them to the one who writes.
    isChanging: () => reEmbedding.state().next?.state === 'running' || store.shared?.isWriting() === false,
    wait: (ms, signal) => setTimeout(ms, undefined, { signal, ref: false }),
  })
  opened.defer(() => late.close())
  changes.listen((change) => {
    quiet.follow(change)
    const { type } = change
    if (type === 'settings') void chosenEmbedder.apply()
    if (type === 'library') late.look()
    if (type !== 'models') return
    late.look()
    void chosenEmbedder.look()
  })
  return { spaces, reEmbedding, chosenEmbedder, late }
}
