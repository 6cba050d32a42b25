import { CairnError } from '@shared/errors'
import type { Engine } from '@engine/ports/engine-interface'
import type { ShellActions } from '@engine/ports/shell-actions'
import { documentRoutes, folderRoutes } from './document-routes'
import { graphRoutes } from './graph-routes'
import { api, typed } from './implementation'
import { modelRoutes } from './model-routes'
import { researchRoutes } from './research-routes'
import { notesRoutes } from './notes-routes'
import { chatRoutes, sessionRoutes } from './session-routes'
import { toolRoutes } from './tool-routes'

/** Puts the contract in front of an engine: inputs arrive parsed, failures leave as the typed error `CAIRN`. */
export function createRouter(engine: Engine, shell: ShellActions) {
  return api.router({
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
    shell: {
      info: api.shell.info.handler(() => shell.info()),
      pick: api.shell.pick.handler(({ input }) => shell.pick(input.kind)),
      reveal: api.shell.reveal.handler(async ({ input }) => ({
        shown: await shell.reveal(fileOf(engine, input.id)),
      })),
      open_file: api.shell.open_file.handler(async ({ input }) => {
        if (engine.getSettings().open_files === 'never') return { opened: false }
        return { opened: await shell.openFile(await engine.fileToOpen(input.id)) }
      }),
      open_link: api.shell.open_link.handler(async ({ input }) => ({
        opened: await shell.openLink(outsideLink(input.url)),
      })),
      change_folder: api.shell.change_folder.handler(async () => ({ changed: await shell.changeFolder() })),
      open_window: api.shell.open_window.handler(async ({ input }) => ({
        opened: await shell.openWindow(input.address),
      })),
      ask_in_window: api.shell.ask_in_window.handler(async ({ input }) => ({
        asked: await shell.askInWindow(input.question),
      })),
      desktop: api.shell.desktop.handler(() => shell.desktop()),
      open_help: api.shell.open_help.handler(async ({ input }) => ({ opened: await shell.openHelp(input.page) })),
      note_fault: api.shell.note_fault.handler(({ input }) => {
        shell.noteFault(`The page failed: ${input.message}\n${input.stack}`)
        return {}
      }),
    },
    store: {
      info: api.store.info.handler(() => engine.info()),
      check: api.store.check.handler(() => engine.check()),
      rebuild: api.store.rebuild.handler(({ signal }) => typed(engine.rebuild(signal))),
    },
  })
}

/** The file on disk that a document was read from, or came in. */
function fileOf(engine: Engine, id: string): string {
  const { source, part_of } = engine.getDocument(id)
  return part_of ? fileOf(engine, part_of.document) : source
}

const openable: ReadonlySet<string> = new Set(['http:', 'https:', 'mailto:'])

/** An address that may be opened outside Cairn, in its normal form. Throws INVALID_INPUT for every other. */
function outsideLink(address: string): string {
  const url = URL.canParse(address) ? new URL(address) : undefined
  if (url && openable.has(url.protocol)) return url.href
  throw new CairnError(
    'INVALID_INPUT',
    'Cairn opens web and mail addresses only.',
    'Copy the address if you trust it, and open it yourself.',
  )
}
