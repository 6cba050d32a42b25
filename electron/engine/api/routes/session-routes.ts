import type { Engine } from '@engine/ports/engine-interface'
import { api, typed } from '../implementation'
import { inBatches } from '../rpc/in-batches'

/**
 * Milliseconds for which events of a followed turn are gathered: two frames. Words that come at every frame look no smoother
 * than at every other one, and cost a third more of the window's time.
 */
const frameMs = 33

/** The contract's part about asking. */
export function chatRoutes(engine: Engine) {
  const routes = api.chat
  return {
    ask: routes.ask.handler(({ input, signal }) => typed(engine.ask(input, signal))),
    ask_aside: routes.ask_aside.handler(({ input, signal }) => typed(engine.askAside(input, signal))),
    start: routes.start.handler(({ input }) => engine.startTurn(input)),
    follow: routes.follow.handler(({ input, signal }) =>
      typed(inBatches(engine.followTurn(input.turn_id, input.after_seq, signal), frameMs, signal)),
    ),
    go_on: routes.go_on.handler(async ({ input }) => ({ went_on: await engine.goOnTurn(input.turn_id) })),
    stop: routes.stop.handler(async ({ input }) => ({ stopped: await engine.stopTurn(input.turn_id) })),
  }
}

/** The contract's part about kept sessions. */
export function sessionRoutes(engine: Engine) {
  const routes = api.sessions
  return {
    list: routes.list.handler(() => engine.listSessions()),
    get: routes.get.handler(({ input }) => engine.getSession(input.id)),
    rename: routes.rename.handler(({ input }) => engine.renameSession(input.id, input.title)),
    delete: routes.delete.handler(async ({ input }) => {
      await engine.deleteSession(input.id)
      return { deleted: input.id }
    }),
    view: routes.view.handler(({ input: { id, ...slice } }) => engine.viewSession(id, slice)),
    search: routes.search.handler(({ input }) => engine.searchSessions(input.query, input.limit)),
    pin: routes.pin.handler(({ input }) => engine.pinSession(input.id, input.pinned)),
    move: routes.move.handler(({ input }) => engine.moveSessions(input.ids, input.folder)),
    trash: routes.trash.handler(({ input }) => engine.trashSession(input.id)),
    restore: routes.restore.handler(({ input }) => engine.restoreSession(input.id)),
    context: routes.context.handler(({ input }) => engine.turnContext(input.id, input.turn_id)),
    mark: routes.mark.handler(async ({ input }) => ({
      marked: await engine.markEvidence(input.id, input.evidence_id, input.sensitivity),
    })),
    export: routes.export.handler(({ input, signal }) => typed(engine.exportSessions(input, signal))),
    preview: routes.preview.handler(({ input }) => engine.previewExport(input)),
    import: routes.import.handler(({ input }) => engine.importSessions(input.path)),
    replay: routes.replay.handler(({ input, signal }) =>
      typed(engine.replay(input.id, input.turn_id, input.mode, signal)),
    ),
    compare: routes.compare.handler(({ input, signal }) =>
      typed(engine.compareSettings(input.ids, { a: input.a, b: input.b }, signal)),
    ),
    attribute: routes.attribute.handler(({ input, signal }) =>
      engine.attribute(input.id, input.turn_id, input.expected, signal),
    ),
  }
}
