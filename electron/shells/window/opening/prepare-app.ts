import { statSync } from 'node:fs'
import { join } from 'node:path'
import { app } from 'electron'
import { type Machine, thisMachine } from '@engine/platform/paths'
import { namedFolders, seenProgram, storeArgument } from '../decisions/named-folders'
import { profileFolder } from '../decisions/window-folders'
import { pageScheme } from '../decisions/page-address'
import { guardContents, registerPageScheme } from '../security/guard-page'
import { Log } from '@engine/platform/log/log'
import { keepDumps } from '../faults/keep-dumps'

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
  /** Of the window and of the engine behind it. */
  readonly logs: Log
  /** This machine; CAIRN_STORE is the store that this start names, wherever it does. */
  readonly machine: Machine
  /** Arguments that a later start needs to open the same store. */
  readonly again: readonly string[]
  /** Absolute path of the program that opens the user's own store again; null where this start names a store, or the app is not packaged. */
  readonly program: string | null
}

/** Settles names, folders, the page's scheme, the sandbox and the network, before Electron is ready. */
export function prepareApp(): Prepared {
  app.setName('Cairn')
  app.setAppUserModelId(appId)
  const { machine, profile: named, again, program } = foldersOfStart()
  if (!app.commandLine.hasSwitch('user-data-dir')) {
    app.setPath('userData', named ?? profileFolder(app.getPath('appData'), machine, process.cwd()))
  }
  const profile = app.getPath('userData')
  const logs = new Log({ folder: join(profile, 'logs'), now: Date.now })
  const crashed = keepDumps(profile)
  logs.begin()
  const log = logs.warn
  for (const line of crashed) log(line)
  app.enableSandbox()
  for (const [name, value] of switches) app.commandLine.appendSwitch(name, value)
  registerPageScheme()
  // Every page there may ever be, not only the one window's.
  app.on('web-contents-created', (_event, contents) => guardContents(contents, log))
  app.on('child-process-gone', (_event, { type, reason, exitCode, name }) =>
    log(`A process of Chromium is gone: ${type} ${name ?? ''} ${reason} (${exitCode})`),
  )
  return { profile, logs, machine, again, program }
}

/** Has the system open `cairn://…` with this program. For the one instance on the user's own store alone: links name what is in that. */
export function claimLinks({ machine }: Prepared): void {
  if (app.isPackaged && !machine.env['CAIRN_STORE']) app.setAsDefaultProtocolClient(pageScheme)
}

function foldersOfStart() {
  const usual = thisMachine()
  const { argv, execPath } = process
  const cwd = process.cwd()
  const isFolder = (path: string) => statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false
  // Beside an app that is not packaged lies Electron's program, which is nobody's stick.
  const program = app.isPackaged ? seenProgram(execPath, usual) : join(cwd, 'nowhere', 'electron')
  const { store, profile } = namedFolders({ argv, cwd, machine: usual, program, isFolder })
  if (store === null) return { machine: usual, profile, again: [], program: app.isPackaged ? program : null }
  const machine = { ...usual, env: { ...usual.env, CAIRN_STORE: store } }
  return { machine, profile, again: storeArgument(argv) ? [`--store=${store}`] : [], program: null }
}
