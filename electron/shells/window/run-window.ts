import { join } from 'node:path'
import { app, type BrowserWindow, Menu, nativeTheme, session, type WebContents } from 'electron'
import type { Log } from '@engine/platform/log/log'
import { createRouterClient } from '@orpc/server'
import type { HelpPage } from '@shared/api/shell-api'
import type { Change } from '@shared/changes'
import { toCairnError } from '@shared/errors'
import { defaultSettings, type Settings, type ShortcutAction } from '@shared/settings'
import { createRouter } from '@engine/api/router'
import { type Machine, type StorePlace, version } from '@engine/platform/paths'
import type { Engine } from '@engine/ports/engine-interface'
import type { ShellActions } from '@engine/ports/shell-actions'
import type { StoreMover } from '@engine/ports/store-mover'
import { createResponder } from '@shells/assets/respond'
import { followChanges } from '@shells/engine-client'
import { ask, buildMenu } from './native-ui'
import { chooseStore } from './opening/choose-store'
import { closeGracefully, type Closing } from './faults/close-gracefully'
import { mayChooseStore, storeFor, WindowConfig, unpacked } from './decisions/window-folders'
import { Launch, type Opened, openedBy } from './decisions/launch-arguments'
import { type MenuAct, menuTemplate, windowLanguage, windowWords, type WindowWords } from './decisions/menu-template'
import { openEngineDoor } from './engine-door'
import { guardSession, servePage } from './security/guard-page'
import { readJson } from './opening/window-files'
import { doorsOf, type OpenedStore, openWindowStore } from './opening/open-window-store'
import { OpenRequests } from './opening/open-requests'
import { openWindow } from './opening/open-window'
import { createDesktop } from './desktop/create-desktop'
import { wasOpenedAtLogin } from './desktop/login-item'
import { hiddenSwitch } from './decisions/autostart'
import { claimLinks, type Prepared, prepareApp } from './opening/prepare-app'
import { reportBugs } from './faults/report-bugs'
import { createShellActions } from './window-shell-actions'
import { PagePassphrase } from './opening/page-passphrase'
import { type AskPassphrase, passphraseFirst, takePassphrase } from '@shells/store-passphrase'
import { AppWindows, type Further } from './opening/app-windows'
import { watchCrashes } from './faults/watch-crashes'

export interface WindowShellOptions {
  /** Absolute path of the built preload script. */
  readonly preload: string
  /** Absolute path of the built renderer. */
  readonly rendererFolder: string
  /** Absolute path of resources/. */
  readonly resources: string
  readonly storeMover: () => Promise<StoreMover>
  readonly createEngine: (
    options: StorePlace & { resources: string; logs: Log; passphrase: AskPassphrase },
  ) => Promise<Engine>
}

/**
 * Runs Cairn as a desktop application until it quits. Must be called before Electron is ready and returns at once; a
 * second instance hands over what it was asked to open and ends.
 */
export function runWindow(options: WindowShellOptions): void {
  const prepared = prepareApp()
  const launch: Launch = { argv: process.argv, cwd: process.cwd() }
  if (!app.requestSingleInstanceLock(launch)) {
    app.exit(0)
    return
  }
  claimLinks(prepared)
  const shell = new WindowShell(options, prepared)
  shell.listen(launch)
  // Without `await` at the top: Electron is not ready before its main module has ended.
  app
    .whenReady()
    .then(() => shell.start())
    .catch((thrown: unknown) => shell.fail(thrown))
}

class WindowShell {
  readonly fail: (thrown: unknown) => void
  readonly #machine: Machine
  readonly #log: Log['warn']
  readonly #devTools = !app.isPackaged
  /** The app's folder, which stands on the command line where it is not packaged. */
  readonly #appPath = app.isPackaged ? null : app.getAppPath()
  /** Arguments for starting again. */
  readonly #again: readonly string[]
  readonly #resources: string
  readonly #configFile: string
  readonly #logs: Log
  readonly #requests: OpenRequests
  readonly #leaving = new AbortController()
  readonly #passphrase: PagePassphrase
  /** Taken before anything is started that would get it along. */
  readonly #given = takePassphrase(process.env)
  readonly #windows: AppWindows
  readonly #desktop: ReturnType<typeof createDesktop>
  #openHelp: ShellActions['openHelp'] | undefined
  #settings = defaultSettings
  #closing: Closing | undefined

  constructor(
    private readonly options: WindowShellOptions,
    { profile, logs, machine, again, program }: Prepared,
  ) {
    const { preload } = options
    const log = logs.warn
    this.#log = log
    this.#logs = logs
    this.#machine = machine
    this.#again = [...(this.#appPath === null ? [] : [this.#appPath]), ...again]
    this.#resources = unpacked(options.resources)
    this.#configFile = join(profile, 'config.json')
    this.fail = reportBugs({ words: () => this.#words(), logs })
    this.#windows = new AppWindows(
      (further) => this.#createWindow(further, join(profile, 'window.json')),
      () => this.#lastClosed(),
    )
    this.#requests = new OpenRequests(this.#windows, log)
    this.#passphrase = new PagePassphrase({
      show: () => this.#windows.show(),
      send: (message) => this.#windows.send(message),
      signal: this.#leaving.signal,
    })
    const page = { preload, platform: machine.platform, devTools: this.#devTools }
    const words = () => this.#words()
    this.#desktop = createDesktop({
      windows: this.#windows,
      resources: this.#resources,
      machine,
      program,
      page,
      words,
      log,
    })
  }

  /** Takes what the system asks to have opened: by this launch, by a second instance, by the file manager. */
  listen(launch: Launch): void {
    this.#requests.open(openedBy(launch, this.#appPath))
    app.on('second-instance', (_event, argv, cwd, additional) => {
      // Chromium reorders the arguments; the instance itself says them as they were.
      const handedOver = Launch.safeParse(additional)
      this.#open(openedBy(handedOver.success ? handedOver.data : { argv, cwd }, this.#appPath))
    })
    app.on('open-file', (event, path) => {
      event.preventDefault()
      this.#open({ files: [path], links: [] })
    })
    app.on('open-url', (event, url) => {
      event.preventDefault()
      this.#open({ files: [], links: [url] })
    })
    app.on('activate', () => this.#open({ files: [], links: [] }))
    // Without a listener Electron would quit; `#lastClosed` decides.
    app.on('window-all-closed', () => undefined)
  }

  /** Serves the page, opens the window, and gives the page the engine when it is open. To be called when Electron is ready. */
  async start(): Promise<void> {
    const { rendererFolder } = this.options
    const { platform } = this.#machine
    const log = this.#log
    this.#drawMenu()
    await guardSession(session.defaultSession, { platform, devTools: this.#devTools, log })
    const named = storeFor(this.#machine, readJson(this.#configFile, WindowConfig), process.cwd())
    const opening = this.#openStore(named)
    const store = opening.then((opened) => opened ?? new Promise<never>(() => undefined))
    const engine = store.then((opened) => opened.engine)
    const window = () => this.#windows.current
    const desktop = this.#desktop.actions
    const logFile = () => this.#logs.paths().at(-1) ?? this.#logs.folder
    const helpFile = (page: HelpPage) => (page === 'log' ? logFile() : join(rendererFolder, 'help', `${page}.html`))
    const restarts = { changeFolder: () => this.#changeFolder(), startAgain: () => this.#startAgain() }
    const acts = { ...restarts, doors: doorsOf(store) }
    const actions = createShellActions({ platform, version, window, desktop, helpFile, log, ...acts })
    this.#openHelp = (page) => actions.openHelp(page)
    const router = engine.then((ready) => createRouter(ready, actions))
    servePage(session.defaultSession, createResponder({ engine: whenOpen(engine), rendererFolder, log }))
    const onPage = (contents: WebContents) => {
      this.#windows.listening(contents)
      this.#passphrase.listening()
    }
    const closeDoor = openEngineDoor({ router, onPage, log })
    this.#closing = closeGracefully(
      async () => {
        this.#leaving.abort()
        this.#desktop.close()
        closeDoor()
        const opened = await opening
        await opened?.doors.close()
        await opened?.engine.close()
      },
      this.#again,
      log,
    )
    const hidden = wasOpenedAtLogin() || process.argv.includes(hiddenSwitch)
    this.#windows.showFirst({ hidden })

    const client = createRouterClient(await router)
    this.#requests.engineOpen((paths) => client.documents.add({ paths }))
    await (await store).doors.open(await engine)
    let away = hidden
    const take = (change: Change) => {
      if ('settings' in change) {
        this.#apply(change.settings)
        // Without an icon nobody would find it.
        if (away && !this.#desktop.staysWithoutWindow) this.#windows.show()
        away = false
      }
      this.#desktop.take(change)
    }
    await followChanges(await engine, take, this.#leaving.signal)
  }

  #lastClosed(): void {
    if (this.#machine.platform !== 'darwin' && !this.#desktop.staysWithoutWindow) app.quit()
  }

  #words(): WindowWords {
    return windowWords[windowLanguage(this.#settings.language, app.isReady() ? app.getLocale() : 'en')]
  }

  #createWindow(further: Further | null, stateFile: string): BrowserWindow {
    const { platform } = this.#machine
    const icon = platform === 'linux' ? join(this.#resources, 'icons', '512x512.png') : undefined
    const common = { words: () => this.#words(), log: this.#log }
    const { preload } = this.options
    const window = openWindow({ preload, icon, stateFile, platform, devTools: this.#devTools, further, ...common })
    watchCrashes(window, { ...common, now: () => performance.now() })
    this.#closing?.watch(window)
    return window
  }

  /** An instance that is ending leaves it to the next one. */
  #open(opened: Opened): void {
    if (this.#closing?.begun === true) {
      this.#closing.relaunch(opened)
      return
    }
    this.#requests.open(opened)
    this.#windows.show()
  }

  #apply(settings: Settings): void {
    this.#settings = settings
    nativeTheme.themeSource = settings.theme
    this.#drawMenu()
    this.#desktop.apply(settings.desktop)
  }

  #drawMenu(): void {
    const { shortcuts } = this.#settings
    const { platform } = this.#machine
    const template = menuTemplate({ platform, words: this.#words(), shortcuts, devTools: this.#devTools })
    const run = (name: ShortcutAction) => {
      this.#windows.show()
      this.#windows.send({ cairn: 'command', name })
    }
    const act = (chosen: MenuAct) => {
      if (chosen.do === 'help') void this.#openHelp?.(chosen.page)
    }
    Menu.setApplicationMenu(buildMenu(template, { run, act }))
  }

  async #changeFolder(): Promise<boolean> {
    if (!mayChooseStore(this.#machine)) return false
    if (!(await chooseStore(this.#windows.current, this.#configFile, this.#words()))) return false
    this.#startAgain()
    return true
  }

  #startAgain(): void {
    // The page is told first.
    setImmediate(() => this.#closing?.relaunch())
  }

  /** `changeFolder`, where nobody but a dialog can say why it failed. */
  async #changeFolderOrSay(): Promise<boolean> {
    try {
      return await this.#changeFolder()
    } catch (thrown) {
      const { code, message, action } = toCairnError(thrown)
      this.#log(`The chosen folder was not taken: ${code} ${message}`)
      const answers = { ok: this.#words().ok }
      const { signal } = this.#leaving
      await ask(this.#windows.current, { type: 'error', message, detail: action, answers, otherwise: 'ok', signal })
      return false
    }
  }

  /** Opens the store, or lets a person choose another or quit; undefined where the app ends instead. */
  async #openStore(named: StorePlace): Promise<OpenedStore | undefined> {
    const passphrase = passphraseFirst(this.#given, this.#passphrase.ask)
    const own = { resources: this.#resources, logs: this.#logs }
    for (;;) {
      const opened = await openWindowStore({
        named,
        createEngine: (place) => this.options.createEngine({ ...place, ...own, passphrase }),
        storeMover: this.options.storeMover,
        leaving: this.#leaving.signal,
        words: () => this.#words(),
        mayChoose: mayChooseStore(this.#machine),
        ask: (question) => ask(this.#windows.current, { ...question, signal: this.#leaving.signal }),
        log: this.#log,
      })
      if (opened === 'quit') app.quit()
      else if (opened !== 'choose') return opened
      else if (!(await this.#changeFolderOrSay())) continue
      return undefined
    }
  }
}

/** The part of the engine that the page's own addresses use. Each call waits until the engine is open. */
function whenOpen(engine: Promise<Engine>): Parameters<typeof createResponder>[0]['engine'] {
  return {
    originalOf: async (id) => (await engine).originalOf(id),
    receiveFile: async (name, bytes, signal) => (await engine).receiveFile(name, bytes, signal),
    models: {
      receive: async (name, batch, bytes, signal) => (await engine).models.receive(name, batch, bytes, signal),
    },
  }
}
