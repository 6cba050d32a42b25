import type { Library } from '@engine/ingest/library'
import type { SessionRecords } from '@engine/pipeline/records/session-records'
import type { Engine } from '@engine/ports/engine-interface'
import { toExportRequest } from '@engine/session/export/export-sessions'
import type { Sessions } from '@engine/session/sessions'

/** What the engine's door has of documents: the library's own acts. */
export function documentActs(library: Library) {
  return {
    addDocuments: (request) => library.addDocuments(request),
    addText: (request) => library.addText(request),
    addSample: () => library.addSample(),
    addAgain: (ids) => library.addAgain(ids),
    stopJob: (jobId) => library.stopJob(jobId),
    receiveFile: (name, bytes, signal) => library.receiveFile(name, bytes, signal),
    listDocuments: (filter) => library.listDocuments(filter),
    getDocument: (id) => library.getDocument(id),
    readDocument: (id) => library.readDocument(id),
    originalOf: (id) => library.originalOf(id),
    updateDocuments: (change) => library.updateDocuments(change),
    deleteDocuments: (ids) => library.deleteDocuments(ids),
    trashDocuments: (ids) => library.trashDocuments(ids),
    restoreDocuments: (ids) => library.restoreDocuments(ids),
  } satisfies Partial<Engine>
}

/** What the engine's door has of sessions: acts on them, and on the record of their turns. */
export function sessionActs(talks: Sessions, records: SessionRecords) {
  return {
    listSessions: () => talks.list(),
    getSession: (id) => talks.get(id),
    viewSession: (id, slice) => talks.view(id, slice),
    searchSessions: (query, limit) => talks.search(query, limit),
    renameSession: (id, title) => talks.rename(id, title),
    pinSession: (id, pinned) => talks.pin(id, pinned),
    deleteSession: (id) => talks.delete(id),
    trashSession: (id) => talks.trash(id),
    restoreSession: (id) => talks.restore(id),
    turnContext: (id, turnId) => records.context(id, turnId),
    markEvidence: (id, evidenceId, sensitivity) => records.mark(id, evidenceId, sensitivity),
    exportSessions: (input, signal) => records.export(toExportRequest(input), signal),
    previewExport: (input) => records.preview(toExportRequest(input)),
    importSessions: (path) => records.import(path),
    replay: (id, turnId, mode, signal) => records.replay(id, turnId, mode, signal),
    compareSettings: (ids, variants, signal) => records.compare(ids, variants, signal),
    attribute: (id, turnId, expected, signal) => records.attribute(id, turnId, expected, signal),
  } satisfies Partial<Engine>
}
