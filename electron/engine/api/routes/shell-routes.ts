import type { shellContract } from '@shared/api/shell-api'
import { CairnError } from '@shared/errors'
import type { Engine } from '@engine/ports/engine-interface'
import type { ShellActions } from '@engine/ports/shell-actions'
import { api } from '../implementation'

/** The contract's part about the shell around the page. */
export function shellRoutes(engine: Engine, shell: ShellActions) {
  const routes = api.shell
  return {
    info: routes.info.handler(() => shell.info()),
    pick: routes.pick.handler(({ input }) => shell.pick(input.kind)),
    reveal: routes.reveal.handler(async ({ input }) => ({
      shown: await shell.reveal(fileOf(engine, input.id)),
    })),
    open_file: routes.open_file.handler(async ({ input }) => {
      if (engine.getSettings().open_files === 'never') return { opened: false }
      return { opened: await shell.openFile(await engine.fileToOpen(input.id)) }
    }),
    open_link: routes.open_link.handler(async ({ input }) => ({
      opened: await shell.openLink(outsideLink(input.url)),
    })),
    start_again: routes.start_again.handler(async () => ({ started: await shell.startAgain() })),
    change_folder: routes.change_folder.handler(async () => ({ changed: await shell.changeFolder() })),
    open_window: routes.open_window.handler(async ({ input }) => ({
      opened: await shell.openWindow(input.address),
    })),
    ask_in_window: routes.ask_in_window.handler(async ({ input }) => ({
      asked: await shell.askInWindow(input.question),
    })),
    desktop: routes.desktop.handler(() => shell.desktop()),
    open_help: routes.open_help.handler(async ({ input }) => ({ opened: await shell.openHelp(input.page) })),
    note_fault: routes.note_fault.handler(({ input }) => {
      shell.noteFault(`The page failed: ${input.message}\n${input.stack}`)
      return {}
    }),
  } satisfies Record<keyof typeof shellContract, unknown>
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
