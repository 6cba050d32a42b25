import type { Engine } from '@engine/ports/engine-interface'
import { contentRange } from './content-range'
import { api, typed } from './implementation'

/** The contract's part about documents. */
export function documentRoutes(engine: Engine) {
  const routes = api.documents
  return {
    ingest: routes.ingest.handler(({ input, signal }) => typed(engine.ingest(input, signal))),
    retry: routes.retry.handler(({ input, signal }) => typed(engine.retry(input.ids, signal))),
    list: routes.list.handler(({ input }) => engine.listDocuments(input)),
    get: routes.get.handler(({ input }) => engine.getDocument(input.id)),
    content: routes.content.handler(async ({ input }) => {
      return contentRange(await engine.readDocument(input.id), input)
    }),
    delete: routes.delete.handler(async ({ input }) => ({ deleted: await engine.deleteDocuments(input.ids) })),
    add: routes.add.handler(({ input }) => ({ job_id: engine.addDocuments(input) })),
    add_text: routes.add_text.handler(async ({ input }) => ({ job_id: await engine.addText(input) })),
    add_sample: routes.add_sample.handler(() => ({ job_id: engine.addSample() })),
    add_again: routes.add_again.handler(({ input }) => ({ job_id: engine.addAgain(input.ids) })),
    stop_job: routes.stop_job.handler(async ({ input }) => ({ stopped: await engine.stopJob(input.job_id) })),
    update: routes.update.handler(({ input }) => engine.updateDocuments(input)),
    trash: routes.trash.handler(({ input }) => engine.trashDocuments(input.ids)),
    restore: routes.restore.handler(async ({ input }) => ({
      restored: await engine.restoreDocuments(input.ids),
    })),
  }
}
