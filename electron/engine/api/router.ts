import type { Engine } from '@engine/ports/engine-interface'
import type { ShellActions } from '@engine/ports/shell-actions'
import { diagnosticsRoutes } from './routes/diagnostics-routes'
import { documentRoutes, folderRoutes } from './routes/document-routes'
import { evaluationRoutes } from './routes/evaluation-routes'
import { graphRoutes } from './routes/graph-routes'
import { api, typed } from './implementation'
import { limitCalls, limitsOf } from './limits/limited-calls'
import { modelRoutes } from './routes/model-routes'
import { researchRoutes } from './routes/research-routes'
import { notesRoutes } from './routes/notes-routes'
import { shellRoutes } from './routes/shell-routes'
import { chatRoutes, sessionRoutes } from './routes/session-routes'
import { encryptionRoutes, storeRoutes } from './routes/store-routes'
import { toolRoutes } from './routes/tool-routes'

/** Puts the contract in front of an engine: inputs arrive parsed, clients in turn, failures leave as the typed error `CAIRN`. */
export function createRouter(engine: Engine, shell: ShellActions, limits = limitsOf(engine)) {
  return api.use(limitCalls(limits)).router({
    chat: chatRoutes(engine),
    documents: documentRoutes(engine),
    folders: folderRoutes(engine.folders),
    sessions: sessionRoutes(engine),
    settings: {
      get: api.settings.get.handler(() => engine.getSettings()),
      set: api.settings.set.handler(({ input }) => engine.changeSettings(input)),
    },
    terms: {
      list: api.terms.list.handler(() => engine.listTerms()),
      set: api.terms.set.handler(({ input }) => engine.setTerms(input.own)),
      lookup: api.terms.lookup.handler(({ input }) => engine.lookUpTerms(input.text)),
    },
    models: modelRoutes(engine.models),
    graph: graphRoutes(engine.graph),
    tools: toolRoutes(engine.tools),
    research: researchRoutes(engine.research),
    notes: notesRoutes(engine.notes),
    evaluation: evaluationRoutes(engine.evaluation),
    network: {
      log: api.network.log.handler(({ input }) => engine.network.find(input)),
      rules: api.network.rules.handler(() => engine.network.rules()),
      allow: api.network.allow.handler(({ input }) => engine.network.allow(input.host)),
      forget: api.network.forget.handler(({ input }) => engine.network.forget(input.host)),
    },
    encryption: encryptionRoutes(engine.encryption),
    passages: {
      search: api.passages.search.handler(({ input, signal }) => engine.searchPassages(input, signal)),
      embed: api.passages.embed.handler(({ input, signal }) => engine.embedTexts(input.texts, signal)),
    },
    doors: {
      state: api.doors.state.handler(() => shell.doors.state()),
      token: api.doors.token.handler(async () => ({ token: await shell.doors.token() })),
      rotate: api.doors.rotate.handler(async () => ({ token: await shell.doors.rotate() })),
    },
    changes: {
      watch: api.changes.watch.handler(({ signal }) => typed(engine.watch(signal))),
    },
    backups: {
      back_up: api.backups.back_up.handler(({ input, signal }) => typed(engine.backups.backUp(input, signal))),
      restore: api.backups.restore.handler(({ input, signal }) => typed(engine.backups.restore(input, signal))),
      moments: api.backups.moments.handler(({ input, signal }) => engine.backups.moments(input, signal)),
      schedule: api.backups.schedule.handler(() => engine.backups.schedule()),
      keep_passphrase: api.backups.keep_passphrase.handler(({ input }) =>
        engine.backups.keepPassphrase(input.passphrase),
      ),
    },
    shell: shellRoutes(engine, shell),
    diagnostics: diagnosticsRoutes(engine.diagnostics),
    store: storeRoutes(engine),
  })
}
