import { app, dialog } from 'electron'
import { ask } from '../native-ui'
import type { Log } from '@engine/platform/log/log'
import { described } from '@engine/ports/unexpected'
import type { WindowWords } from '../decisions/menu-template'

export interface BugOptions {
  readonly words: () => WindowWords
  readonly logs: Pick<Log, 'error' | 'folder'>
}

/**
 * An error nobody caught: it is logged and said, and the app quits with everything written out. Returns what does that,
 * for errors that were caught but leave nothing to go on with.
 */
export function reportBugs({ words, logs }: BugOptions): (thrown: unknown) => void {
  let quitting = false
  const fail = (thrown: unknown) => {
    logs.error(`Uncaught: ${described(thrown)}`)
    if (quitting) return
    quitting = true
    const { failedTitle: message, failedDetail, quit } = words()
    const detail = `${failedDetail.replace('{log}', logs.folder)}\n\n${thrown instanceof Error ? thrown.message : String(thrown)}`
    if (!app.isReady()) {
      dialog.showErrorBox(message, detail)
      app.exit(1)
      return
    }
    ask(undefined, { type: 'error', message, detail, answers: { quit }, otherwise: 'quit' }).then(
      () => app.quit(),
      () => app.quit(),
    )
  }
  process.on('uncaughtException', fail)
  // A promise nobody waited for spoils nothing else, so it is only written down.
  process.on('unhandledRejection', (reason) => logs.error(`Unhandled: ${described(reason)}`))
  return fail
}
