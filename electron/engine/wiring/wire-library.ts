import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { createDocumentReader, type DocumentReader } from '@engine/ingest/documents/read-document'
import { Library } from '@engine/ingest/library'
import type { EngineBase } from './engine-base'
import type { GraphPart } from './wire-graph'
import type { StoragePart } from './wire-storage'
import type { VectorsPart } from './wire-vectors'

export interface LibraryPart {
  readonly library: Library
  readonly reader: DocumentReader
  /** The index is whole again; questions wait for that, because until then they would be refused wrongly. */
  readonly ready: Promise<void>
}

export interface LibraryNeeds {
  readonly storage: StoragePart
  readonly vectors: VectorsPart
  readonly graph: GraphPart
}

/** The documents. What a crash left is put right in the background from here on. */
export function wireLibrary(base: EngineBase, { storage, vectors, graph }: LibraryNeeds): LibraryPart {
  const { options, changes, opened, log } = base
  const { store } = storage
  const { catalogue, objects, files } = store
  const reader = createDocumentReader(catalogue, objects)
  const library = new Library({
    ...{ catalogue, objects, reader, files, folder: options.folder, now: Date.now, newId: randomUUID, log },
    graph: graph.graph.reader,
    vectors: vectors.spaces,
    parsePool: graph.parsePool,
    sampleFolder: join(options.resources, 'sample'),
    maySweep: store.catalogueIsWhole,
    publish: (job) => changes.publish({ type: 'job', job }),
    closing: base.closing.signal,
    resetTables: () => store.resetTables(),
  })
  opened.defer(() => library.close())
  const live = () => catalogue.list().flatMap(({ id, live }) => (live ? [id] : []))
  return { library, reader, ready: library.recover(store.needsRebuild ? live() : store.missing()) }
}
