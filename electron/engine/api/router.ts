import type { Engine } from '@engine/ports/engine-interface'
import type { ShellActions } from '@engine/ports/shell-actions'
import { contentRange } from './content-range'
import { graphRoutes } from './graph-routes'
import { api, typed } from './implementation'
import { inBatches } from './in-batches'
import { CairnError } from '@shared/errors'

/**
 * Milliseconds for which events of a followed turn are gathered: two frames. Words that come at every frame look no smoother
 * than at every other one, and cost a third more of the window's time.
 */
const frameMs = 33

/** Puts the contract in front of an engine: inputs arrive parsed, failures leave as the typed error `CAIRN`. */
export function createRouter(engine: Engine, shell: ShellActions) {
  return api.router({
    chat: {
      ask: api.chat.ask.handler(({ input, signal }) => typed(engine.ask(input, signal))),
      start: api.chat.start.handler(({ input }) => engine.startTurn(input)),
      follow: api.chat.follow.handler(({ input, signal }) =>
        typed(inBatches(engine.followTurn(input.turn_id, input.after_seq, signal), frameMs, signal)),
      ),
      stop: api.chat.stop.handler(async ({ input }) => ({ stopped: await engine.stopTurn(input.turn_id) })),
    },
    documents: {
      ingest: api.documents.ingest.handler(({ input, signal }) => typed(engine.ingest(input, signal))),
      retry: api.documents.retry.handler(({ input, signal }) => typed(engine.retry(input.ids, signal))),
      list: api.documents.list.handler(({ input }) => engine.listDocuments(input)),
      get: api.documents.get.handler(({ input }) => engine.getDocument(input.id)),
      content: api.documents.content.handler(async ({ input }) => {
        return contentRange(await engine.readDocument(input.id), input)
      }),
      delete: api.documents.delete.handler(async ({ input }) => ({ deleted: await engine.deleteDocuments(input.ids) })),
      add: api.documents.add.handler(({ input }) => ({ job_id: engine.addDocuments(input) })),
      add_text: api.documents.add_text.handler(async ({ input }) => ({ job_id: await engine.addText(input) })),
      add_sample: api.documents.add_sample.handler(() => ({ job_id: engine.addSample() })),
      add_again: api.documents.add_again.handler(({ input }) => ({ job_id: engine.addAgain(input.ids) })),
      stop_job: api.documents.stop_job.handler(async ({ input }) => ({ stopped: await engine.stopJob(input.job_id) })),
      update: api.documents.update.handler(({ input }) => engine.updateDocuments(input)),
      trash: api.documents.trash.handler(({ input }) => engine.trashDocuments(input.ids)),
      restore: api.documents.restore.handler(async ({ input }) => ({
        restored: await engine.restoreDocuments(input.ids),
      })),
    },
    sessions: {
      list: api.sessions.list.handler(() => engine.listSessions()),
      get: api.sessions.get.handler(({ input }) => engine.getSession(input.id)),
      rename: api.sessions.rename.handler(({ input }) => engine.renameSession(input.id, input.title)),
      delete: api.sessions.delete.handler(async ({ input }) => {
        await engine.deleteSession(input.id)
        return { deleted: input.id }
      }),
      view: api.sessions.view.handler(({ input: { id, ...slice } }) => engine.viewSession(id, slice)),
      search: api.sessions.search.handler(({ input }) => engine.searchSessions(input.query, input.limit)),
      pin: api.sessions.pin.handler(({ input }) => engine.pinSession(input.id, input.pinned)),
      trash: api.sessions.trash.handler(({ input }) => engine.trashSession(input.id)),
      restore: api.sessions.restore.handler(({ input }) => engine.restoreSession(input.id)),
      context: api.sessions.context.handler(({ input }) => engine.turnContext(input.id, input.turn_id)),
      mark: api.sessions.mark.handler(async ({ input }) => ({
        marked: await engine.markEvidence(input.id, input.evidence_id, input.sensitivity),
      })),
      export: api.sessions.export.handler(({ input, signal }) => typed(engine.exportSessions(input, signal))),
      preview: api.sessions.preview.handler(({ input }) => engine.previewExport(input)),
      import: api.sessions.import.handler(({ input }) => engine.importSessions(input.path)),
      replay: api.sessions.replay.handler(({ input, signal }) =>
        typed(engine.replay(input.id, input.turn_id, input.mode, signal)),
      ),
      compare: api.sessions.compare.handler(({ input, signal }) =>
        typed(engine.compareSettings(input.ids, { a: input.a, b: input.b }, signal)),
      ),
      attribute: api.sessions.attribute.handler(({ input, signal }) =>
        engine.attribute(input.id, input.turn_id, input.expected, signal),
      ),
    },
    settings: {
      get: api.settings.get.handler(() => engine.getSettings()),
      set: api.settings.set.handler(({ input }) => engine.changeSettings(input)),
    },
    terms: {
      list: api.terms.list.handler(() => engine.listTerms()),
      set: api.terms.set.handler(({ input }) => engine.setTerms(input.own)),
      lookup: api.terms.lookup.handler(({ input }) => engine.lookUpTerms(input.text)),
    },
    models: {
      state: api.models.state.handler(() => engine.models.state()),
      catalogue: api.models.catalogue.handler(() => engine.models.catalogue()),
      add: api.models.add.handler(({ input, signal }) => engine.models.add(input.paths, signal)),
      delete: api.models.delete.handler(async ({ input }) => {
        await engine.models.delete(input.id)
        return { deleted: input.id }
      }),
      download: api.models.download.handler(async ({ input }) => ({
        download_id: await engine.models.download(input.entry_id, input.allow),
      })),
      pause_download: api.models.pause_download.handler(async ({ input }) => ({
        paused: await engine.models.pauseDownload(input.id),
      })),
      cancel_download: api.models.cancel_download.handler(async ({ input }) => ({
        cancelled: await engine.models.cancelDownload(input.id),
      })),
      load: api.models.load.handler(({ input }) => engine.models.load(input.id)),
      unload: api.models.unload.handler(({ input }) => engine.models.unload(input.id)),
      find_servers: api.models.find_servers.handler(({ signal }) => engine.models.findServers(signal)),
      pause_embedding: api.models.pause_embedding.handler(({ input }) => engine.models.pauseEmbedding(input.paused)),
      network_log: api.models.network_log.handler(() => engine.models.networkLog()),
    },
    graph: graphRoutes(engine.graph),
    changes: {
      watch: api.changes.watch.handler(({ signal }) => typed(engine.watch(signal))),
    },
    shell: {
      info: api.shell.info.handler(() => shell.info()),
      pick: api.shell.pick.handler(({ input }) => shell.pick(input.kind)),
      reveal: api.shell.reveal.handler(async ({ input }) => ({
        shown: await shell.reveal(engine.getDocument(input.id).source),
      })),
      open_link: api.shell.open_link.handler(async ({ input }) => ({
        opened: await shell.openLink(outsideLink(input.url)),
      })),
      change_folder: api.shell.change_folder.handler(async () => ({ changed: await shell.changeFolder() })),
    },
    store: {
      info: api.store.info.handler(() => engine.info()),
      check: api.store.check.handler(() => engine.check()),
      rebuild: api.store.rebuild.handler(({ signal }) => typed(engine.rebuild(signal))),
    },
  })
}

const openable: ReadonlySet<string> = new Set(['http:', 'https:', 'mailto:'])

/** An address that may be opened outside Cairn, in its normal form. Throws INVALID_INPUT for every other. */
export function outsideLink(address: string): string {
  const url = URL.canParse(address) ? new URL(address) : undefined
  if (url && openable.has(url.protocol)) return url.href
  throw new CairnError(
    'INVALID_INPUT',
    'Cairn opens web and mail addresses only.',
    'Copy the address if you trust it, and open it yourself.',
  )
}
