import type { Engine } from '@engine/ports/engine-interface'
import type { FolderDesk } from '@engine/ports/folder-desk'
import type { DocumentStructure } from '@shared/documents'
import type { DocumentContent } from '@engine/ports/storage/document-store'
import { api, typed } from '../implementation'

/** The contract's part about documents. */
export function documentRoutes(engine: Engine) {
  const routes = api.documents
  return {
    ingest: routes.ingest.handler(({ input, signal }) => typed(engine.ingest(input, signal))),
    read_scans: routes.read_scans.handler(({ signal }) => typed(engine.readScans(signal))),
    retry: routes.retry.handler(({ input, signal }) => typed(engine.retry(input.ids, signal, input.password))),
    list: routes.list.handler(({ input }) => engine.listDocuments(input)),
    search: routes.search.handler(({ input, signal }) => engine.findWords(input, signal)),
    get: routes.get.handler(({ input }) => engine.getDocument(input.id)),
    content: routes.content.handler(async ({ input }) => {
      return contentRange(await engine.readDocument(input.id), input)
    }),
    delete: routes.delete.handler(async ({ input }) => ({ deleted: await engine.deleteDocuments(input.ids) })),
    add: routes.add.handler(({ input }) => ({ job_id: engine.addDocuments(input) })),
    look_into: routes.look_into.handler(async ({ input, signal }) => ({
      look: await engine.lookInto(input.paths, signal),
    })),
    add_text: routes.add_text.handler(async ({ input }) => ({ job_id: await engine.addText(input) })),
    add_page: routes.add_page.handler(({ input, signal }) => engine.addPage(input, signal)),
    refresh_page: routes.refresh_page.handler(({ input, signal }) => engine.refreshPage(input.id, input.allow, signal)),
    add_sample: routes.add_sample.handler(() => ({ job_id: engine.addSample() })),
    add_again: routes.add_again.handler(({ input }) => ({ job_id: engine.addAgain(input.ids, input.password) })),
    stop_job: routes.stop_job.handler(async ({ input }) => ({ stopped: await engine.stopJob(input.job_id) })),
    update: routes.update.handler(({ input }) => engine.updateDocuments(input)),
    trash: routes.trash.handler(({ input }) => engine.trashDocuments(input.ids)),
    restore: routes.restore.handler(async ({ input }) => ({
      restored: await engine.restoreDocuments(input.ids),
    })),
    trashed: routes.trashed.handler(() => engine.listTrash()),
    empty_trash: routes.empty_trash.handler(async ({ input }) => ({ deleted: await engine.emptyTrash(input.ids) })),
  }
}

/** The contract's part about watched folders. */
export function folderRoutes(folders: FolderDesk) {
  const routes = api.folders
  return {
    list: routes.list.handler(() => folders.list()),
    add: routes.add.handler(({ input }) => folders.add(input)),
    change: routes.change.handler(({ input: { id, ...change } }) => folders.change(id, change)),
    take_back: routes.take_back.handler(({ input }) => folders.takeBack(input.id)),
    remove: routes.remove.handler(async ({ input }) => {
      await folders.remove(input.id)
      return folders.list()
    }),
    rescan: routes.rescan.handler(({ input }) => folders.rescan(input.id, input.read_again)),
    follow: routes.follow.handler(({ input, signal }) => typed(folders.follow(input.id, signal))),
  }
}

interface Range {
  readonly start?: number | undefined
  readonly end?: number | undefined
}

/** The text of `[start, end)` with the blocks and pages that touch it; everything without a range. */
export function contentRange({ text, structure }: DocumentContent, { start, end }: Range) {
  const total_chars = text.length
  if (start === undefined && end === undefined) return { text, total_chars, structure }
  const from = Math.min(start ?? 0, total_chars)
  const to = Math.max(from, Math.min(end ?? total_chars, total_chars))
  return { text: text.slice(from, to), total_chars, structure: touching(structure, from, to) }
}

function touching(structure: DocumentStructure, from: number, to: number): DocumentStructure {
  const touches = ({ start, end }: { start: number; end: number }) => start < to && end > from
  return { ...structure, blocks: structure.blocks.filter(touches), pages: structure.pages.filter(touches) }
}
