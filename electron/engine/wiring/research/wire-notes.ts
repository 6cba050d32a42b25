import { randomUUID } from 'node:crypto'
import { setTimeout } from 'node:timers/promises'
import { join, sep } from 'node:path'
import type { DocumentRecord } from '@shared/documents'
import { higherSensitivity, type Sensitivity } from '@shared/session/session-context'
import { safeFileName } from '@engine/ingest/files/safe-file-name'
import { ReportFiles } from '@engine/research/export/report-files'
import { redactNotebook } from '@engine/research/export/redaction/redact-notebook'
import { Notebooks } from '@engine/research/notes/notebooks'
import { NotesInLibrary } from '@engine/research/notes/notes-in-library'
import { sensitivityOfTags } from '@shared/sensitivity/sensitive-documents'
import type { EngineBase } from '../engine-base'
import type { LibraryPart } from '../wire-library'
import type { StoragePart } from '../wire-storage'
import { sensitiveLibrary } from './task-rooms'

/** Typing saves often; the library reads a notebook when it has been quiet so long. */
const quietMs = 1500

/** Notebooks, and their documents in the library. */
export function wireNotes(base: EngineBase, storage: StoragePart, { library, ready }: LibraryPart): Notebooks {
  const { options, changes, opened, closing, log } = base
  const { store } = storage
  const folder = join(options.folder, 'notes', 'documents')
  const files = new ReportFiles()
  opened.defer(() => files.close())
  const notebooks = new Notebooks({
    store: store.notebooks,
    isInLibrary: (id) => store.catalogue.list().some(isDocumentOf(join(folder, id))),
    publish: (change) => changes.publish(change),
    write: (notebook, request, signal) => {
      const { copy, report } = redactNotebook(notebook, request, sensitiveLibrary(store.catalogue))
      return files.exportNotebook(copy, request.format, report, signal)
    },
    now: Date.now,
    newId: randomUUID,
    closing: closing.signal,
    log,
  })
  opened.defer(() => notebooks.close())

  const kept = new NotesInLibrary({
    folder,
    write: (path, text) => store.sources.write(path, text),
    remove: (path) => store.sources.remove(path),
    written: async () => (await store.sources.list(folder)).map(({ path }) => path),
    fileName: safeFileName,
    library: {
      find: (path) => store.catalogue.findBySource(path),
      list: () => store.catalogue.list(),
      add: (path, collection, tags) => void library.addDocuments({ paths: [path], collection, tags }),
      tag: (id, tags) => library.updateDocuments({ ids: [id], add_tags: tags }),
      careOf: (ids) => careTags(ids.map((id) => store.catalogue.get(id))),
      delete: (ids) => library.deleteDocuments(ids),
    },
    notebooks,
    log,
  })
  opened.defer(() => kept.idle())
  const keepUp = once(async () => {
    if (!closing.signal.aborted) await kept.keepUp()
  }, closing.signal)
  // What a person writes is not for all who share a library.
  if (store.shared) return notebooks
  changes.listen((change) => {
    void kept.follow(change)
    const isSaidSensitive =
      change.type === 'documents' && change.changed.some(({ tags }) => sensitivityOfTags(tags) !== undefined)
    if (change.type === 'notes' || isSaidSensitive) keepUp(quietMs)
  })
  void ready.then(() => keepUp(quietMs))
  return notebooks
}

/** In the trash of the library it may still be given back by itself. */
function isDocumentOf(folder: string): (record: DocumentRecord) => boolean {
  return ({ source, trashed_at: at }) => at === null && source.startsWith(`${folder}${sep}`)
}

/** The word for the most care that any of these documents needs; none where none needs any. */
function careTags(documents: readonly (DocumentRecord | undefined)[]): Sensitivity[] {
  const most = documents.map((document) => sensitivityOfTags(document?.tags ?? [])).reduce(higherSensitivity, undefined)
  return most === undefined ? [] : [most]
}

/** Work that is done some time after the last call for it. */
function once(work: () => Promise<void>, signal: AbortSignal): (afterMs: number) => void {
  let waiting = new AbortController()
  return (afterMs) => {
    waiting.abort()
    waiting = new AbortController()
    const stop = AbortSignal.any([signal, waiting.signal])
    void setTimeout(afterMs, undefined, { signal: stop, ref: false }).then(work, () => undefined)
  }
}
