import { join } from 'node:path'
import { app } from 'electron'
import { thisMachine } from '@engine/platform/paths'
import { profileFolder } from '../decisions/window-folders'
import { pageScheme } from '../decisions/page-address'
import { guardContents, registerPageScheme } from '../security/guard-page'
import { createLogFile } from '../faults/log-file'

/** Also in electron-builder.yml: Windows groups windows and finds shortcuts by it. */
const appId = 'app.cairn.desktop'

/** Switches that keep Chromium off the network. Even an address that passes every other rule leads nowhere. */
const switches: readonly (readonly [string, string?])[] = [
  ['host-resolver-rules', 'MAP * ~NOTFOUND'],
  ['disable-background-networking'],
  ['disable-component-update'],
  ['disable-domain-reliability'],
]

export interface Prepared {
  /** Absolute path of the folder that is the window's own. */
  readonly profile: string
  readonly logFile: string
  readonly log: (line: string) => void
}

/** Settles names, folders, the page's scheme, the sandbox and the network, before Electron is ready. */
export function prepareApp(): Prepared {
  app.setName('Cairn')
  app.setAppUserModelId(appId)
  if (!app.commandLine.hasSwitch('user-data-dir')) {
    app.setPath('userData', profileFolder(app.getPath('appData'), thisMachine(), process.cwd()))
  }
  const profile = app.getPath('userData')
  const logFile = join(profile, 'cairn.log')
  const log = createLogFile(logFile, Date.now)
  app.enableSandbox()
  for (const [name, value] of switches) app.commandLine.appendSwitch(name, value)
  registerPageScheme()
  // Every page there may ever be, not only the one window's.
  app.on('web-contents-created', (_event, contents) => guardContents(contents, log))
  app.on('child-process-gone', (_event, { type, reason, exitCode, name }) =>
    log(`A process of Chromium is gone: ${type} ${name ?? ''} ${reason} (${exitCode})`),
  )
  if (app.isPackaged) app.setAsDefaultProtocolClient(pageScheme)
  return { profile, logFile, log }
}
