import { EventEmitter } from 'node:events'
import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type * as Electron from 'electron'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { windowWords } from '@shells/window/decisions/menu-template'

type Spy = ReturnType<typeof vi.fn>

/** As much of Electron as these files touch; everything that happens is kept. */
const fake = vi.hoisted(() => ({
  app: undefined as unknown as EventEmitter & { quit: Spy; exit: Spy; relaunch: Spy },
  ipcMain: undefined as unknown as EventEmitter,
  powerMonitor: undefined as unknown as EventEmitter,
  openExternal: vi.fn(() => Promise.resolve()),
  showItemInFolder: vi.fn(),
  openPath: vi.fn(() => Promise.resolve('')),
  answers: [] as number[],
  shown: [] as { message: string; buttons: string[]; signal?: AbortSignal }[],
  windows: [] as { options: Electron.BrowserWindowConstructorOptions }[],
  ports: [] as { port1: FakePort; port2: FakePort }[],
}))

type PermissionHandler = (
  contents: unknown,
  permission: string,
  answer: (granted: boolean) => void,
  details: { requestingUrl: string },
) => void

class FakePort extends EventEmitter {
  readonly sent: unknown[] = []
  closed = false
  started = false
  postMessage(data: unknown) {
    this.sent.push(data)
  }
  start() {
    this.started = true
  }
  close() {
    this.closed = true
  }
}

class FakeContents extends EventEmitter {
  openHandler: (() => unknown) | undefined
  reload = vi.fn()
  forcefullyCrashRenderer = vi.fn()
  setWebRTCIPHandlingPolicy = vi.fn()
  setWindowOpenHandler(handler: () => unknown) {
    this.openHandler = handler
  }
}

class FakeWindow extends EventEmitter {
  readonly webContents = new FakeContents()
  visible = false
  loaded = ''
  constructor(readonly options: Electron.BrowserWindowConstructorOptions = {}) {
    super()
    fake.windows.push(this)
  }
  loadURL(url: string) {
    this.loaded = url
    return Promise.resolve()
  }
  show() {
    this.visible = true
  }
  isVisible = () => this.visible
  isDestroyed = () => false
  isMaximized = () => false
  maximize = vi.fn()
  getNormalBounds = () => ({ x: 1, y: 2, width: 1000, height: 700 })
}

vi.mock('electron', async () => {
  const { EventEmitter: Emitter } = await import('node:events')
  fake.app = Object.assign(new Emitter(), { quit: vi.fn(), exit: vi.fn(), relaunch: vi.fn() })
  fake.ipcMain = new Emitter()
  fake.powerMonitor = new Emitter()
  return {
    app: fake.app,
    ipcMain: fake.ipcMain,
    powerMonitor: fake.powerMonitor,
    BrowserWindow: FakeWindow,
    MessageChannelMain: class {
      readonly port1 = new FakePort()
      readonly port2 = new FakePort()
      constructor() {
        fake.ports.push(this)
      }
    },
    Menu: { buildFromTemplate: (template: unknown) => ({ template, popup: vi.fn() }) },
    nativeTheme: { shouldUseDarkColors: false },
    screen: {
      getPrimaryDisplay: () => ({ workArea: { x: 0, y: 0, width: 1600, height: 1000 } }),
      getAllDisplays: () => [],
    },
    dialog: {
      showMessageBox: (...given: unknown[]) => {
        fake.shown.push(given.at(-1) as (typeof fake.shown)[number])
        return Promise.resolve({ response: fake.answers.shift() ?? 0 })
      },
    },
    shell: { openExternal: fake.openExternal, showItemInFolder: fake.showItemInFolder, openPath: fake.openPath },
  }
})

const { openWindow } = await import('@shells/window/opening/open-window')
const { guardContents, guardSession, servePage } = await import('@shells/window/security/guard-page')
const { openEngineDoor } = await import('@shells/window/engine-door')
const { afterCrash, watchCrashes } = await import('@shells/window/faults/watch-crashes')
const { closeGracefully } = await import('@shells/window/faults/close-gracefully')
const { createShellActions } = await import('@shells/window/window-shell-actions')

const log = vi.fn()
const words = () => windowWords.en

beforeEach(() => {
  fake.app.removeAllListeners()
  fake.powerMonitor.removeAllListeners()
  vi.clearAllMocks()
  fake.shown.length = fake.windows.length = fake.ports.length = fake.answers.length = 0
})

function deferred<T>() {
  let resolve!: (value: T) => void
  let reject!: (reason: Error) => void
  const promise = new Promise<T>((good, bad) => {
    resolve = good
    reject = bad
  })
  return { promise, resolve, reject }
}

function event(url: string) {
  return { url, preventDefault: vi.fn() }
}

describe('the window', () => {
  function open() {
    const options = {
      preload: '/p.cjs',
      icon: undefined,
      stateFile: '/nowhere/window.json',
      devTools: false,
      further: null,
      words,
      log,
    }
    openWindow({ ...options, platform: 'linux' })
    return fake.windows[0] as unknown as FakeWindow
  }

  // Would catch a lock of the window that somebody opens for convenience.
  test('gives the page nothing of Node, and only the preload script of ours', () => {
    expect(open().options.webPreferences).toMatchObject({
      preload: '/p.cjs',
      sandbox: true,
      contextIsolation: true,
      nodeIntegration: false,
      nodeIntegrationInWorker: false,
      nodeIntegrationInSubFrames: false,
      webSecurity: true,
      webviewTag: false,
      navigateOnDragDrop: false,
      spellcheck: false,
      devTools: false,
    })
  })

  // Would catch a white flash, and a window that never appears because its page failed.
  test('is shown when its page has drawn itself, or has failed', () => {
    const window = open()
    expect([window.loaded, window.visible]).toEqual(['cairn://app/index.html', false])
    window.emit('ready-to-show')
    expect(window.visible).toBe(true)
    const broken = ((fake.windows.length = 0), open())
    broken.webContents.emit('did-fail-load', {}, -6, 'ERR_FILE_NOT_FOUND', 'cairn://app/index.html')
    expect(broken.visible).toBe(true)
  })

  // Would catch a full disk that keeps the window from closing.
  test('closes even where its place cannot be kept', () => {
    expect(() => open().emit('close')).not.toThrow()
    expect(log).toHaveBeenCalledWith(expect.stringContaining('could not be kept'))
  })
})

describe('guards', () => {
  test('a page stays where it is', () => {
    const contents = new FakeContents()
    guardContents(contents as unknown as Electron.WebContents, log)
    for (const name of ['will-navigate', 'will-redirect', 'will-frame-navigate']) {
      const [away, reload] = [event('https://example.org/'), event('cairn://app/index.html#/library')]
      contents.emit(name, away)
      contents.emit(name, reload)
      expect(away.preventDefault).toHaveBeenCalledOnce()
      expect(reload.preventDefault).not.toHaveBeenCalled()
    }
    const webview = event('')
    contents.emit('will-attach-webview', webview)
    expect(webview.preventDefault).toHaveBeenCalledOnce()
    expect(contents.openHandler?.()).toEqual({ action: 'deny' })
  })

  test('the session lets nothing out, grants nothing and saves originals only', async () => {
    let request: ((details: { url: string }, answer: (response: { cancel: boolean }) => void) => void) | undefined
    const session = Object.assign(new EventEmitter(), {
      webRequest: { onBeforeRequest: (listener: typeof request) => (request = listener) },
      setPermissionRequestHandler: vi.fn<(handler: PermissionHandler) => void>(),
      setPermissionCheckHandler: vi.fn(),
      setDevicePermissionHandler: vi.fn(),
      setSpellCheckerEnabled: vi.fn(),
      setProxy: vi.fn(() => Promise.resolve()),
    })
    await guardSession(session as unknown as Electron.Session, { platform: 'win32', devTools: false, log })
    const cancelled = (url: string) => {
      const answer = vi.fn<(response: { cancel: boolean }) => void>()
      request?.({ url }, answer)
      return answer.mock.calls[0]?.[0].cancel
    }
    expect(cancelled('https://example.org/x.png')).toBe(true)
    expect(cancelled('cairn://app/assets/a.js')).toBe(false)

    const answer = vi.fn()
    session.setPermissionRequestHandler.mock.calls[0]?.[0]({}, 'media', answer, { requestingUrl: 'cairn://app/' })
    expect(answer).toHaveBeenCalledWith(false)
    // On Windows and Linux Chromium would fetch dictionaries.
    expect(session.setSpellCheckerEnabled).toHaveBeenCalledWith(false)

    const isSaved = (url: string) => {
      const attempt = event('')
      session.emit('will-download', attempt, { getURL: () => url })
      return attempt.preventDefault.mock.calls.length === 0
    }
    expect(isSaved('cairn://app/documents/d/original')).toBe(true)
    // An export; a document in its sandbox, another page and plain data are none of the page's own.
    expect(isSaved('blob:cairn://app/5b0f7a52')).toBe(true)
    for (const stray of [
      'blob:null/5b0f7a52',
      'blob:https://example.org/5b0f7a52',
      'blob:cairn://session/5b0f7a52',
      'blob:blob:cairn://app/5b0f7a52',
      'data:text/html,x',
      'cairn://app/index.html',
    ]) {
      expect(isSaved(stray), stray).toBe(false)
    }
  })

  // Would catch a deep link that is answered as if it were the page.
  test('the scheme answers for its own host only, and never compressed', async () => {
    let handle: ((request: Request) => Promise<Response>) | undefined
    const session = { protocol: { handle: (_scheme: string, handler: typeof handle) => (handle = handler) } }
    const respond = vi.fn((request: Request) => Promise.resolve(new Response(request.headers.get('accept-encoding'))))
    servePage(session as unknown as Electron.Session, respond)
    const request = (url: string) => ({ url, headers: new Headers({ 'Accept-Encoding': 'br' }) }) as Request
    expect((await handle?.(request('cairn://session/s_1')))?.status).toBe(404)
    expect(respond).not.toHaveBeenCalled()
    expect(await (await handle?.(request('cairn://app/index.html')))?.text()).toBe('')
  })

  const doors = {
    state: () => Promise.reject(new Error('not asked')),
    token: () => Promise.resolve(''),
    rotate: () => Promise.resolve(''),
  }

  const again = { startAgain: () => undefined }
  const desktop = {
    openWindow: () => Promise.resolve(true),
    askInWindow: () => Promise.resolve(true),
    desktop: () => ({ tray: 'off', quick_ask: 'off', open_at_login: 'off' }) as const,
    abilities: () => [],
  }

  test('only web and mail addresses are opened outside', async () => {
    const helpFile = (page: string) => `/help/${page}`
    const options = { platform: 'linux', version: '1', window: () => undefined, desktop, helpFile, log }
    const actions = createShellActions({ ...options, doors, ...again, changeFolder: () => Promise.resolve(false) })
    expect(await actions.openLink('file:///etc/passwd')).toBe(false)
    expect(fake.openExternal).not.toHaveBeenCalled()
    expect(await actions.openLink('https://example.org/')).toBe(true)
    expect(await actions.reveal('/no/such/file')).toBe(false)
    expect(fake.showItemInFolder).not.toHaveBeenCalled()
  })

  // Would catch a link to a program that is called letter.pdf, and a refusal of the system that is taken for success.
  test('only a file itself is opened by the system', async () => {
    const helpFile = (page: string) => `/help/${page}`
    const options = { platform: 'linux', version: '1', window: () => undefined, desktop, helpFile, log }
    const actions = createShellActions({ ...options, doors, ...again, changeFolder: () => Promise.resolve(false) })
    const openFile = (path: string) => actions.openFile(path)
    const folder = mkdtempSync(join(tmpdir(), 'cairn-open-'))
    const file = join(folder, 'letter.pdf')
    writeFileSync(file, '%PDF')
    symlinkSync(file, join(folder, 'link.pdf'))
    expect(await openFile(join(folder, 'link.pdf'))).toBe(false)
    expect(await openFile(folder)).toBe(false)
    expect(await openFile(join(folder, 'gone.pdf'))).toBe(false)
    expect(fake.openPath).not.toHaveBeenCalled()
    expect(await openFile(file)).toBe(true)
    expect(fake.openPath).toHaveBeenCalledWith(file)
    fake.openPath.mockResolvedValueOnce('No program')
    expect(await openFile(file)).toBe(false)
    rmSync(folder, { recursive: true })
  })
})

describe('the door to the engine', () => {
  function page(url = 'cairn://app/index.html', main = true) {
    const frame = { url, postMessage: vi.fn() }
    const sender = Object.assign(new EventEmitter(), { id: 7, mainFrame: main ? frame : {} })
    return { sender, senderFrame: frame }
  }

  // Would catch a frame of another page that is handed the whole library.
  test('opens only to the page itself', () => {
    const close = openEngineDoor({ router: new Promise(() => undefined), onPage: vi.fn(), log })
    fake.ipcMain.emit('cairn:want-port', page('https://example.org/'))
    fake.ipcMain.emit('cairn:want-port', page('cairn://app/documents/d/original'))
    fake.ipcMain.emit('cairn:want-port', page(undefined, false))
    fake.ipcMain.emit('cairn:want-port', { ...page(), senderFrame: null })
    expect(fake.ports).toHaveLength(0)
    close()
  })

  test('gives the port at once, starts it with the engine, and one page has one', async () => {
    const onPage = vi.fn()
    const { promise: router, resolve } = deferred<never>()
    const close = openEngineDoor({ router, onPage, log })
    const asking = page()
    fake.ipcMain.emit('cairn:want-port', asking)
    const [first] = fake.ports
    expect(asking.senderFrame.postMessage).toHaveBeenCalledWith('cairn:port', null, [first?.port2])
    expect(onPage).toHaveBeenCalledWith(asking.sender)
    expect(first?.port1.started).toBe(false)

    fake.ipcMain.emit('cairn:want-port', asking)
    resolve({} as never)
    await vi.waitFor(() => expect(fake.ports[1]?.port1.started).toBe(true))
    expect(first?.port1).toMatchObject({ closed: true, started: false })

    asking.sender.emit('destroyed')
    expect(fake.ports[1]?.port1.closed).toBe(true)
    expect(asking.sender.listenerCount('destroyed')).toBe(0)
    close()
    expect(fake.ipcMain.listenerCount('cairn:want-port')).toBe(0)
  })
})

describe('crashes', () => {
  function watched(times: number[]) {
    const window = new FakeWindow()
    const now = () => times.shift() ?? 0
    watchCrashes(window as unknown as Electron.BrowserWindow, { words, now, log })
    return window
  }

  // Would catch a page that crashes on loading being reloaded for ever.
  test('it is loaded again once, then a person is asked', () => {
    expect(afterCrash('crashed', undefined, 1000)).toEqual({ act: 'reload', afterMs: 500 })
    expect(afterCrash('oom', 1000, 30_000)).toEqual({ act: 'ask' })
    expect(afterCrash('oom', 1000, 70_000)).toMatchObject({ act: 'reload' })
    expect(afterCrash('clean-exit', 1000, 1001)).toBeNull()
  })

  test('the page is loaded again once and it is said; the next time a person decides', async () => {
    vi.useFakeTimers()
    try {
      const window = watched([0, 0, 10_000, 10_000])
      window.webContents.emit('render-process-gone', {}, { reason: 'crashed', exitCode: 5 })
      expect(fake.shown[0]?.message).toBe(windowWords.en.crashedTitle)
      vi.advanceTimersByTime(500)
      expect(window.webContents.reload).toHaveBeenCalledOnce()

      fake.answers.push(1)
      window.webContents.emit('render-process-gone', {}, { reason: 'crashed', exitCode: 5 })
      await vi.runAllTimersAsync()
      expect(fake.app.quit).toHaveBeenCalledOnce()
      expect(window.webContents.reload).toHaveBeenCalledOnce()
    } finally {
      vi.useRealTimers()
    }
  })

  // Would catch a hanging page that cannot be ended, and one that is reported as a crash after its user ended it.
  test('a page that hangs is asked about once and can be ended', async () => {
    const window = watched([])
    fake.answers.push(1)
    window.emit('unresponsive')
    window.emit('unresponsive')
    await vi.waitFor(() => expect(window.webContents.forcefullyCrashRenderer).toHaveBeenCalledOnce())
    window.webContents.emit('render-process-gone', {}, { reason: 'killed', exitCode: 9 })
    expect(window.webContents.reload).toHaveBeenCalledOnce()
    expect(fake.shown).toHaveLength(1)
  })

  test('the question goes away when the page answers again', () => {
    const window = watched([])
    window.emit('unresponsive')
    window.emit('responsive')
    expect(fake.shown[0]?.signal?.aborted).toBe(true)
  })
})

describe('quitting', () => {
  // Would catch an app that ends while a journal is being written.
  test('waits until the engine is closed, whatever closing says', async () => {
    const { promise, reject } = deferred<undefined>()
    const close = vi.fn(() => promise)
    closeGracefully(close, [], log)
    const leaving = event('')
    fake.app.emit('will-quit', leaving)
    fake.app.emit('will-quit', leaving)
    expect(leaving.preventDefault).toHaveBeenCalledTimes(2)
    expect(close).toHaveBeenCalledOnce()
    expect(fake.app.exit).not.toHaveBeenCalled()
    reject(new Error('the disk is gone'))
    await vi.waitFor(() => expect(fake.app.exit).toHaveBeenCalledExactlyOnceWith(0))
    expect(log).toHaveBeenCalledWith(expect.stringContaining('the disk is gone'))
  })

  test('does not wait for ever', async () => {
    vi.useFakeTimers()
    try {
      closeGracefully(() => new Promise(() => undefined), [], log)
      fake.app.emit('will-quit', event(''))
      await vi.advanceTimersByTimeAsync(10_000)
      expect(fake.app.exit).toHaveBeenCalledOnce()
    } finally {
      vi.useRealTimers()
    }
  })

  // Would catch a start that is swallowed because the instance it was handed to was already ending.
  test('starts again where that was asked for while closing', async () => {
    const { promise, resolve } = deferred<undefined>()
    const closing = closeGracefully(() => promise, ['/home/ann/cairn'], log)
    fake.app.emit('will-quit', event(''))
    expect(closing.begun).toBe(true)
    closing.relaunch()
    resolve(undefined)
    await vi.waitFor(() => expect(fake.app.exit).toHaveBeenCalledOnce())
    expect(fake.app.relaunch).toHaveBeenCalledWith(expect.objectContaining({ args: ['/home/ann/cairn'] }))
  })

  test('passes on what it was asked to open while closing', async () => {
    const { promise, resolve } = deferred<undefined>()
    const closing = closeGracefully(() => promise, ['/home/ann/cairn'], log)
    fake.app.emit('will-quit', event(''))
    closing.relaunch({ files: ['/a.md'], links: [] })
    closing.relaunch({ files: ['/b.md'], links: ['cairn://session/s_1'] })
    resolve(undefined)
    await vi.waitFor(() => expect(fake.app.exit).toHaveBeenCalledOnce())
    const args = ['/home/ann/cairn', 'cairn://session/s_1', '--', '/a.md', '/b.md']
    expect(fake.app.relaunch).toHaveBeenCalledExactlyOnceWith(expect.objectContaining({ args }))
  })

  // Would catch a system that switches off while a journal is being written.
  test('has the system wait when it shuts down', () => {
    closeGracefully(() => Promise.resolve(), [], log)
    const shutdown = event('')
    fake.powerMonitor.emit('shutdown', shutdown)
    expect(shutdown.preventDefault).toHaveBeenCalledOnce()
    expect(fake.app.quit).toHaveBeenCalledOnce()
  })
})
