import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { createDocumentReader, decodeStored, type DocumentReader } from '@engine/ingest/documents/read-document'
import { Library } from '@engine/ingest/library'
import { WebPages } from '@engine/ingest/web/web-pages'
import { OcrPageReader, type PageReader } from '@engine/ingest/ocr/process/page-reader'
import { MakingWay } from '@engine/platform/changes/making-way'
import { TurnActivity } from '@engine/platform/changes/turn-activity'
import { timer } from '@engine/platform/deadline'
import { KeptWords } from '@engine/session/export/redaction/kept-words'
import { type FoldersPart, wireFolders } from './folders/wire-folders'
import { type EngineBase, startChild } from './engine-base'
import type { GraphPart } from './wire-graph'
import type { ModelsPart } from './wire-models'
import type { Store } from '@engine/storage/store'
import type { StoragePart } from './wire-storage'
import type { VectorsPart } from './wire-vectors'

export interface LibraryPart {
  readonly library: Library
  readonly reader: DocumentReader
  /** The index is whole again; questions wait for that, because until then they would be refused wrongly. */
  readonly ready: Promise<void>
  readonly folders: FoldersPart
  readonly pages: WebPages
}

export interface LibraryNeeds {
  readonly models: ModelsPart
  readonly storage: StoragePart
  readonly vectors: VectorsPart
  readonly graph: GraphPart
}

/** Between the last job and the first page, in milliseconds. */
const ocrAfterMs = 1500
/** So long a document waits for an answer before it is begun; a model may write for minutes. */
const makeWayMs = 1000

/** The documents. What a crash left is put right in the background from here on. */
export function wireLibrary(base: EngineBase, { models, storage, vectors, graph }: LibraryNeeds): LibraryPart {
  const { options, changes, opened, log } = base
  const { store } = storage
  const { catalogue, objects, files } = store
  const reader = createDocumentReader(catalogue, objects)
  base.rest.follow(() => reader.forget())
  const mayWrite = () => store.shared?.isWriting() ?? true
  const kept = new KeptWords({
    catalogue,
    textOf: async ({ live }) => (live ? decodeStored(await objects.read(live.text_object)) : ''),
    log,
  })
  models.kept.connect(kept)
  base.rest.follow(() => kept.forget())
  const late: { folders?: FoldersPart } = {}
  const turns = turnsFirst(changes)
  const library = new Library({
    ...{ catalogue, objects, reader, files, folder: options.folder, now: Date.now, newId: randomUUID, log },
    ...{ sources: store.sources, seal: store.vault, looks: base.looks },
    tracer: base.diagnostics.tracer,
    vectors: vectors.spaces,
    parsePool: graph.parsePool,
    makeWay: turns.makeWay,
    ocr: { reader: openPageReader(base), settings: () => models.settings.get().ocr },
    sampleFolder: join(options.resources, 'sample'),
    maySweep: store.catalogueIsWhole,
    hold: () => store.shared?.hold() ?? Promise.resolve(() => undefined),
    publish: (job) => changes.publish({ type: 'job', job }),
    closing: base.closing.signal,
    resetTables: () => store.resetTables(),
    damage: {
      damaged: () => store.damaged(),
      unsearchable: () => store.unsearchable(),
      settle: () => store.settleDamage(),
    },
    deleting: async (sources) => late.folders?.folders.keepOut(sources),
  })
  const folders = (late.folders = wireFolders(base, { storage, models }, library))
  opened.defer(() => library.close())
  opened.defer(() => folders.folders.close())
  opened.defer(() => folders.loose.close())
  changes.listen((change) => {
    if (change.type === 'settings') library.ocr?.goOn()
    if (change.type !== 'job' || change.job.kind === 'ocr' || change.job.state === 'running') return
    // A caller who follows comes first.
    timer(ocrAfterMs, () => {
      if (!base.closing.signal.aborted && mayWrite()) library.ocr?.start()
    })
  })
  const pages = new WebPages({
    gate: models.inference.gate,
    allowedHosts: () => models.settings.get().models.allowed_hosts,
    now: Date.now,
    getDocument: (id) => library.getDocument(id),
    keep: (name, bytes, key, signal) => library.receiveFile(name, bytes, signal, key),
    add: (request) => library.addDocuments(request),
  })
  const ready = recovering(base, store, library).finally(turns.begin)
  return { library, reader, folders, pages, ready }
}

/** Documents make way for turns from `begin` on: until the index is whole, questions wait for documents. */
function turnsFirst(changes: EngineBase['changes']) {
  const turns = new TurnActivity()
  const way = new MakingWay(turns, makeWayMs)
  let hasBegun = false
  changes.listen((change) => turns.follow(change))
  return {
    makeWay: (bytes: number, signal: AbortSignal) => (hasBegun ? way.wait(bytes, signal) : Promise.resolve()),
    begin: () => (hasBegun = true),
  }
}

/** Resolves when the index is whole. A shared library is put right by whoever writes, whenever that begins. */
function recovering({ opened, log }: EngineBase, store: Store, library: Library): Promise<void> {
  const { catalogue, shared } = store
  const live = () => catalogue.list().flatMap(({ id, live }) => (live ? [id] : []))
  store.whenEmptied(() => void library.indexAnew(store.missing()))
  const recover = () => library.recover(store.needsRebuild ? live() : store.missing())
  if (!shared) return recover()
  let wasWriting = shared.isWriting()
  const stop = shared.onAccess(() => {
    const begins = shared.isWriting() && !wasWriting
    wasWriting = shared.isWriting()
    if (begins) void recover()
  })
  opened.defer(() => {
    stop()
    return Promise.resolve()
  })
  if (wasWriting) return recover()
  // What a crash of this machine left, unless somebody else writes: then it waits until this one does.
  if (library.hasUnfinished()) {
    void shared.hold().then(
      (letGo) => letGo(),
      (thrown: unknown) => log(`Unfinished documents wait: ${String(thrown)}`),
    )
  }
  return Promise.resolve()
}

function openPageReader(base: EngineBase): PageReader {
  // Tesseract writes a line about everything odd in a picture. What became of a page stands in its reading.
  const unheard = () => undefined
  const fork = () => startChild(base, 'ocr', unheard)
  const reader = new OcrPageReader({ fork, after: timer })
  base.opened.defer(() => reader.rest())
  return reader
}
