import type { notesContract } from '@shared/api/notes-api'
import type { NotesDesk } from '@engine/ports/notes-desk'
import { api, typed } from '../implementation'

/** The contract's part about notebooks. */
export function notesRoutes(notes: NotesDesk) {
  const routes = api.notes
  return {
    list: routes.list.handler(() => notes.list()),
    get: routes.get.handler(({ input }) => notes.get(input.id)),
    create: routes.create.handler(({ input }) => notes.create(input.title)),
    rename: routes.rename.handler(({ input }) => notes.rename(input.id, input.title)),
    use_as_evidence: routes.use_as_evidence.handler(({ input }) => notes.useAsEvidence(input.id, input.on)),
    of_document: routes.of_document.handler(({ input }) => notes.ofDocument(input.document_id)),
    highlight: routes.highlight.handler(({ input }) => notes.highlight(input.document_id, input.title, input.note)),
    comment: routes.comment.handler(({ input }) => notes.comment(input.id, input.item_id, input.comment)),
    search: routes.search.handler(({ input }) => notes.search(input.text)),
    add: routes.add.handler(({ input }) => notes.add(input.id, input.note, input.at_index)),
    edit: routes.edit.handler(({ input }) => notes.edit(input.id, input.item_id, input.text)),
    move: routes.move.handler(({ input }) => notes.move(input.id, input.item_id, input.to_index)),
    remove: routes.remove.handler(({ input }) => notes.remove(input.id, input.item_id)),
    put_back: routes.put_back.handler(({ input }) => notes.putBack(input.id, input.item, input.at_index)),
    trash: routes.trash.handler(({ input }) => notes.trash(input.id)),
    restore: routes.restore.handler(({ input }) => notes.restore(input.id)),
    export: routes.export.handler(({ input, signal }) => typed(notes.export(input.id, input, signal))),
  } satisfies Record<keyof typeof notesContract, unknown>
}
