import { join } from 'node:path'
import { app, Menu, nativeTheme, session } from 'electron'
import { createRouterClient } from '@orpc/server'
import { toCairnError } from '@shared/errors'
import { defaultSettings, type ShortcutAction } from '@shared/settings'
import { createRouter } from '@engine/api/router'
import { thisMachine } from '@engine/platform/paths'
import { version } from '@engine/platform/version'
import type { Engine } from '@engine/ports/engine-interface'
import { createResponder } from '@shells/assets/respond'
import { buildMenu } from './app-menu'
import { ask } from './ask-dialog'
import { chooseStore } from './opening/choose-store'
import { closeGracefully, type Closing } from './faults/close-gracefully'
import { mayChooseStore, storeFolderFor, WindowConfig, unpacked } from './decisions/window-folders'
import { Launch, type Opened, openedBy } from './decisions/launch-arguments'
import { menuTemplate } from './decisions/menu-template'
import { windowLanguage, windowWords } from './decisions/menu-words'
import { openEngineDoor } from './engine-door'
import { guardSession, servePage } from './security/guard-page'
import { readJson } from './opening/window-files'
import { openEngine, followSettings } from './opening/open-engine'
import { OpenRequests } from './opening/open-requests'
import { openWindow } from './opening/open-window'
import { PageMessages } from './page-messages'
import { prepareApp } from './opening/prepare-app'
import { reportBugs } from './faults/report-bugs'
import { createShellActions } from './window-shell-actions'
import { TheWindow } from './opening/single-window'
import { watchCrashes } from './faults/watch-crashes'

export interface WindowShellOptions {
  /** Absolute path of the built preload script. */
  readonly preload: string
  /** Absolute path of the built renderer. */
  readonly rendererFolder: string
  /** Absolute path of resources/. */
  readonly resources: string
  readonly createEngine: (options: {
    folder: string
    resources: string
    log: (line: string) => void
  }) => Promise<Engine>
}

/**
 * Runs Cairn as a desktop application until it quits. Must be called before Electron is ready and returns at once; a
 * second instance hands over what it was asked to open and ends.
 */
export function runWindow({ preload, rendererFolder, resources: packed, createEngine }: WindowShellOptions): void {
  const machine = thisMachine()
  const { platform } = machine
  const { profile, logFile, log } = prepareApp()
  const launch: Launch = { argv: process.argv, cwd: process.cwd() }
  if (!app.requestSingleInstanceLock(launch)) {
    app.exit(0)
    return
  }

  const devTools = !app.isPackaged
  const appPath = app.isPackaged ? null : app.getAppPath()
  const resources = unpacked(packed)
  const configFile = join(profile, 'config.json')
  let settings = defaultSettings
  const words = () => windowWords[windowLanguage(settings.language, app.isReady() ? app.getLocale() : 'en')]
  const fail = reportBugs({ words, logFile, log })
  let closing: Closing | undefined

  const messages = new PageMessages()
  const requests = new OpenRequests(messages, log)
  const leaving = new AbortController()
  const theWindow = new TheWindow(() => {
    const icon = platform === 'linux' ? join(resources, 'icons', '512x512.png') : undefined
    const stateFile = join(profile, 'window.json')
    const window = openWindow({ preload, icon, stateFile, platform, devTools, words, log })
    watchCrashes(window, { words, now: () => performance.now(), log })
    window.webContents.on('did-start-navigation', ({ isMainFrame, isSameDocument }) => {
      if (isMainFrame && !isSameDocument) messages.gone()
    })
    window.webContents.on('render-process-gone', () => messages.gone())
    window.on('closed', () => messages.gone())
    closing?.watch(window)
    return window
  })

  requests.open(openedBy(launch, appPath))
  /** An instance that is ending leaves it to the next one. */
  const open = (opened: Opened) => {
    if (closing?.begun === true) {
      closing.relaunch(opened)
      return
    }
    requests.open(opened)
    theWindow.show()
  }
  app.on('second-instance', (_event, argv, cwd, additional) => {
    // Chromium reorders the arguments; the instance itself says them as they were.
    const told = Launch.safeParse(additional)
    open(openedBy(told.success ? told.data : { argv, cwd }, appPath))
  })
  app.on('open-file', (event, path) => {
    event.preventDefault()
    open({ files: [path], links: [] })
  })
  app.on('open-url', (event, url) => {
    event.preventDefault()
    open({ files: [], links: [url] })
  })
  app.on('activate', () => open({ files: [], links: [] }))
  app.on('window-all-closed', () => {
    if (platform !== 'darwin') app.quit()
  })

  const changeFolder = async () => {
    if (!mayChooseStore(machine) || !(await chooseStore(theWindow.current, configFile, words()))) return false
    // The page is told first.
    setImmediate(() => closing?.relaunch())
    return true
  }

  const run = (name: ShortcutAction) => {
    theWindow.show()
    messages.tell({ cairn: 'command', name })
  }
  const drawMenu = () => {
    const template = menuTemplate({ platform, words: words(), shortcuts: settings.shortcuts, devTools })
    Menu.setApplicationMenu(buildMenu(template, run))
  }

  /** `changeFolder`, where nobody but a dialog can say why it failed. */
  const changeFolderOrSay = async () => {
    try {
      return await changeFolder()
    } catch (thrown) {
      const { code, message, action } = toCairnError(thrown)
      log(`The chosen folder was not taken: ${code} ${message}`)
      const answers = { ok: words().ok }
      const { signal } = leaving
      await ask(theWindow.current, { type: 'error', message, detail: action, answers, otherwise: 'ok', signal })
      return false
    }
  }

  /** Opens the store, or lets a person choose another or quit; undefined where the app ends instead. */
  const openStore = async (): Promise<Engine | undefined> => {
    const folder = storeFolderFor(machine, readJson(configFile, WindowConfig), process.cwd())
    for (;;) {
      const opened = await openEngine({
        folder,
        open: () => createEngine({ folder, resources, log }),
        words,
        mayChoose: mayChooseStore(machine),
        ask: (question) => ask(theWindow.current, { ...question, signal: leaving.signal }),
        log,
      })
      if (opened === 'quit') app.quit()
      else if (opened !== 'choose') return opened
      else if (!(await changeFolderOrSay())) continue
      return undefined
    }
  }

  const start = async () => {
    drawMenu()
    await guardSession(session.defaultSession, { platform, devTools, log })
    const opening = openStore()
    const engine = opening.then((opened) => opened ?? new Promise<never>(() => undefined))
    const actions = createShellActions({ platform, version, window: () => theWindow.current, changeFolder, log })
    const router = engine.then((ready) => createRouter(ready, actions))
    const respond = createResponder({
      engine: {
        originalOf: async (id) => (await engine).originalOf(id),
        receiveFile: async (name, bytes, signal) => (await engine).receiveFile(name, bytes, signal),
        models: {
          receive: async (name, batch, bytes, signal) => (await engine).models.receive(name, batch, bytes, signal),
        },
      },
      rendererFolder,
      log,
    })
    servePage(session.defaultSession, respond)
    const closeDoor = openEngineDoor({ router, onPage: (contents) => messages.listening(contents), log })
    closing = closeGracefully(
      async () => {
        leaving.abort()
        closeDoor()
        await (await opening)?.close()
      },
      appPath === null ? [] : [appPath],
      log,
    )
    theWindow.showFirst()

    const client = createRouterClient(await router)
    requests.engineOpen((paths) => client.documents.add({ paths }))
    await followSettings(
      await engine,
      (told) => {
        settings = told
        nativeTheme.themeSource = told.theme
        drawMenu()
      },
      leaving.signal,
    )
  }
  // Without `await` at the top: Electron is not ready before its main module has ended.
  app.whenReady().then(start).catch(fail)
}
