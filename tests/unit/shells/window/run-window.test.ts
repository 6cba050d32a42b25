import { EventEmitter } from 'node:events'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { MessageChannel, type MessagePort as NodePort } from 'node:worker_threads'
import { createORPCClient } from '@orpc/client'
import { RPCLink } from '@orpc/client/message-port'
import type { ContractRouterClient } from '@orpc/contract'
import { afterEach, beforeEach, describe, expect, type Mock, test, vi } from 'vitest'
import type { contract } from '@shared/api/api'
import { defaultSettings, type DesktopSettings } from '@shared/settings'
import type { Engine } from '@engine/ports/engine-interface'

const fake = vi.hoisted(() => ({
  electron: new Map<string, unknown>(),
  order: Array.of<string>(),
  openPath: vi.fn(() => Promise.resolve('')),
}))

vi.mock('electron', () => new Proxy({}, { get: (_target, name) => fake.electron.get(String(name)), has: () => true }))

/** Node's port with the manners of Electron's. */
class PortMain extends EventEmitter {
  constructor(readonly port: NodePort) {
    super()
    port.on('message', (data: unknown) => this.emit('message', { data }))
    port.on('close', () => this.emit('close'))
  }
  postMessage = (data: unknown) => this.port.postMessage(data)
  start = () => this.port.start()
  close = () => this.port.close()
}

interface Started {
  app: EventEmitter &
    Record<'exit' | 'relaunch' | 'setAsDefaultProtocolClient', ReturnType<typeof vi.fn>> & { quit: Mock<() => unknown> }
  ipcMain: EventEmitter
  windows: EventEmitter[]
  addresses: string[]
  menus: { label?: string }[][]
  dialogs: { message: string; detail: string }[]
  themeSource: () => string
}

let folder: string
const ports: NodePort[] = []
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'cairn-window-'))
  // The usual store is that of nobody who runs the tests.
  for (const name of ['HOME', 'USERPROFILE', 'APPDATA', 'XDG_DATA_HOME']) vi.stubEnv(name, join(folder, 'home'))
  vi.stubEnv('CAIRN_STORE', undefined)
  vi.resetModules()
  process.argv = ['/opt/cairn']
  fake.order.length = 0
})
const { argv: ownArguments } = process
/** The test runner listens too, and must go on. */
const others = new Set<unknown>([...process.listeners('uncaughtException'), ...process.listeners('unhandledRejection')])
afterEach(() => {
  process.argv = ownArguments
  vi.unstubAllEnvs()
  for (const port of ports.splice(0)) port.close()
  for (const listener of process.listeners('uncaughtException')) {
    if (!others.has(listener)) process.off('uncaughtException', listener)
  }
  for (const listener of process.listeners('unhandledRejection')) {
    if (!others.has(listener)) process.off('unhandledRejection', listener)
  }
  rmSync(folder, { recursive: true })
})

interface Circumstances {
  readonly locked?: boolean
  /** The buttons pressed in the dialogs, by their place; then always the third. */
  readonly answers?: number[]
  /** What stands on the command line. */
  readonly options?: string[]
  /** How many windows open by themselves. */
  readonly opens?: number
  /** What happens when Electron is ready, before anything is served. */
  readonly early?: (app: EventEmitter) => void
}

async function start(
  engine: () => Promise<Engine>,
  { locked = false, answers = [], options = [], opens = 1, early }: Circumstances = {},
): Promise<Started> {
  process.argv = ['/opt/cairn', ...options]
  const { promise: ready, resolve: beReady } = deferred()
  const note = (what: string) => () => void fake.order.push(what)
  const app = Object.assign(new EventEmitter(), {
    isPackaged: true,
    setName: vi.fn(),
    setAppUserModelId: vi.fn(),
    setPath: vi.fn(),
    getPath: () => folder,
    getAppPath: () => '/app',
    getLocale: () => 'zh-CN',
    isReady: () => fake.order.includes('ready'),
    whenReady: () => ready,
    enableSandbox: note('sandbox'),
    setAsDefaultProtocolClient: vi.fn(),
    requestSingleInstanceLock: () => !locked,
    exit: vi.fn(),
    relaunch: vi.fn(),
    quit: vi.fn(() => app.emit('will-quit', { preventDefault: () => undefined })),
    commandLine: { hasSwitch: () => false, appendSwitch: note('switch') },
  })
  const session = Object.assign(new EventEmitter(), {
    webRequest: { onBeforeRequest: note('guard') },
    setPermissionRequestHandler: vi.fn(),
    setPermissionCheckHandler: vi.fn(),
    setDevicePermissionHandler: vi.fn(),
    setSpellCheckerEnabled: vi.fn(),
    setProxy: () => Promise.resolve(),
    protocol: { handle: note('serve') },
  })
  const windows: EventEmitter[] = []
  const addresses: string[] = []
  const menus: { label?: string }[][] = []
  const dialogs: { message: string; detail: string }[] = []
  const nativeTheme = { shouldUseDarkColors: true, themeSource: 'system' }
  const electron = {
    app,
    crashReporter: { start: note('dumps') },
    ipcMain: new EventEmitter(),
    powerMonitor: new EventEmitter(),
    protocol: { registerSchemesAsPrivileged: note('scheme') },
    session: { defaultSession: session },
    nativeTheme,
    screen: {
      getPrimaryDisplay: () => ({ workArea: { x: 0, y: 0, width: 1600, height: 1000 } }),
      getAllDisplays: () => [],
    },
    Menu: {
      buildFromTemplate: (entries: { label?: string }[]) => entries,
      setApplicationMenu: (menu: []) => menus.push(menu),
    },
    dialog: {
      showMessageBox: (...given: { message: string; detail: string }[]) => {
        const last = given.at(-1)
        if (last) dialogs.push(last)
        return Promise.resolve({ response: answers.shift() ?? 2 })
      },
      showOpenDialog: () => Promise.resolve({ canceled: false, filePaths: [join(folder, 'gone')] }),
    },
    shell: { openPath: fake.openPath },
    Tray: class extends EventEmitter {
      setToolTip = vi.fn()
      setContextMenu = vi.fn()
      destroy = note('no tray')
    },
    globalShortcut: { register: () => true, unregister: vi.fn() },
    Notification: class extends EventEmitter {
      static isSupported = () => true
      show = vi.fn()
    },
    BrowserWindow: class extends EventEmitter {
      static getFocusedWindow = () => null
      getNormalBounds = () => ({ x: 10, y: 20, width: 1000, height: 700 })
      readonly webContents = Object.assign(new EventEmitter(), { id: 1, send: vi.fn(), reload: vi.fn() })
      constructor() {
        super()
        fake.order.push('window')
        windows.push(this)
      }
      loadURL = (url: string) => {
        addresses.push(url)
        return Promise.resolve()
      }
      isVisible = () => true
      isDestroyed = () => false
      isMinimized = () => true
      restore = vi.fn()
      show = vi.fn()
      focus = vi.fn()
    },
    MessageChannelMain: class {
      readonly port1: PortMain
      readonly port2: NodePort
      constructor() {
        const channel = new MessageChannel()
        ports.push(channel.port1, channel.port2)
        this.port1 = new PortMain(channel.port1)
        this.port2 = channel.port2
      }
    },
  }
  fake.electron = new Map(Object.entries(electron))
  const { runWindow } = await import('@shells/window/run-window')
  const storeMover = () => Promise.reject(new Error('Nothing is moved here.'))
  runWindow({
    preload: '/p.cjs',
    rendererFolder: '/r',
    resources: '/x/app.asar/resources',
    createEngine: engine,
    storeMover,
  })
  fake.order.push('ready')
  early?.(app)
  beReady()
  await vi.waitFor(() => expect(locked ? app.exit.mock.calls.length : windows.length).toBe(locked ? 1 : opens))
  return {
    app,
    ipcMain: electron.ipcMain,
    windows,
    addresses,
    menus,
    dialogs,
    themeSource: () => nativeTheme.themeSource,
  }
}

function deferred() {
  let resolve: () => void = () => undefined
  const promise = new Promise<void>((good) => (resolve = good))
  return { promise, resolve }
}

function fakeEngine(desktop: Partial<DesktopSettings> = {}) {
  const engine = {
    addDocuments: vi.fn(() => 'job_1'),
    close: vi.fn(() => Promise.resolve()),
    evaluation: {},
    getSettings: () => defaultSettings,
    async *watch() {
      const own = { ...defaultSettings.desktop, ...desktop }
      const settings = { ...defaultSettings, theme: 'dark' as const, language: 'en' as const, desktop: own }
      yield await Promise.resolve({ type: 'settings' as const, settings })
    },
  }
  return { engine, open: () => Promise.resolve(engine as unknown as Engine) }
}

/** Asks for a port as the page does. */
function ask(ipcMain: EventEmitter) {
  let port: NodePort | undefined
  const take = (_channel: string, _message: unknown, [given]: NodePort[]) => (port = given)
  const frame = { url: 'cairn://app/index.html', postMessage: take }
  const sent: unknown[] = []
  const send = (_channel: string, message: unknown) => sent.push(message)
  ipcMain.emit('cairn:want-port', {
    sender: Object.assign(new EventEmitter(), { id: 1, mainFrame: frame, send }),
    senderFrame: frame,
  })
  if (!port) throw new Error('no port was given')
  const client: ContractRouterClient<typeof contract> = createORPCClient(new RPCLink({ port }))
  port.start()
  return { client, sent }
}

function logText(profile: string): string {
  const logs = join(profile, 'logs')
  return readdirSync(logs)
    .map((name) => readFileSync(join(logs, name), 'utf8'))
    .join('')
}

// Would catch wiring that only fails in the real window: order, the way to the engine, menu, theme, quitting.
test('from start to quit: guards first, the page reaches the engine, settings reach the system, closing is awaited', async () => {
  const { engine, open } = fakeEngine()
  const { app, ipcMain, menus, themeSource } = await start(open)
  const before = fake.order.slice(0, fake.order.indexOf('ready'))
  expect(before).toEqual(expect.arrayContaining(['dumps', 'scheme', 'sandbox', 'switch']))
  expect(fake.order.indexOf('guard')).toBeLessThan(fake.order.indexOf('window'))
  expect(fake.order.indexOf('serve')).toBeLessThan(fake.order.indexOf('window'))

  const { client } = ask(ipcMain)
  expect(await client.settings.get()).toEqual(defaultSettings)
  expect(await client.shell.info()).toMatchObject({ kind: 'window', native_files: true })
  await vi.waitFor(() => expect(themeSource()).toBe('dark'))
  // The system's language first, then the chosen one.
  expect(menus.map((menu) => menu.some(({ label }) => label?.includes('编辑')))).toEqual([true, false])

  app.quit()
  await vi.waitFor(() => expect(app.exit).toHaveBeenCalledWith(0))
  expect(engine.close).toHaveBeenCalledOnce()
})

test('what a second instance was asked to open goes to the first', async () => {
  const { engine, open } = fakeEngine()
  const { app, ipcMain } = await start(open)
  const argv = ['/opt/cairn', 'notes.md', 'cairn://session/s_1']
  app.emit('second-instance', {}, [], '/', { argv, cwd: '/home/me' })
  const { sent } = ask(ipcMain)
  await vi.waitFor(() => expect(engine.addDocuments).toHaveBeenCalled())
  expect(engine.addDocuments).toHaveBeenCalledWith(expect.objectContaining({ paths: ['/home/me/notes.md'] }))
  expect(sent).toContainEqual({ cairn: 'open', session: 's_1' })
  app.quit()
  await vi.waitFor(() => expect(app.exit).toHaveBeenCalled())
})

test('a second instance ends at once, opens nothing and claims nothing', async () => {
  const { open } = fakeEngine()
  const opened = vi.fn(open)
  const { windows, app } = await start(opened, { locked: true })
  expect([windows.length, opened.mock.calls.length]).toEqual([0, 0])
  expect(app.setAsDefaultProtocolClient).not.toHaveBeenCalled()
})

// Would catch links of the user's library that open a copy on a stick, or another store, because that was started last.
test('links belong to the first instance on the usual store', async () => {
  const { app } = await start(fakeEngine().open)
  expect(app.setAsDefaultProtocolClient).toHaveBeenCalledExactlyOnceWith('cairn')
  app.quit()
  await vi.waitFor(() => expect(app.exit).toHaveBeenCalled())
  vi.resetModules()
  mkdirSync(join(folder, 'other'))
  const elsewhere = await start(fakeEngine().open, { options: [`--store=${join(folder, 'other')}`] })
  expect(elsewhere.app.setAsDefaultProtocolClient).not.toHaveBeenCalled()
  elsewhere.app.quit()
  await vi.waitFor(() => expect(elsewhere.app.exit).toHaveBeenCalled())
})

test('a store in use is said in words, and quitting is possible', async () => {
  // The same class as the one loaded anew with the shell.
  const { CairnError } = await import('@shared/errors')
  const { app, dialogs } = await start(() =>
    Promise.reject(new CairnError('STORE_LOCKED', 'Another Cairn uses this store.', 'Close it first.')),
  )
  await vi.waitFor(() => expect(app.exit).toHaveBeenCalledWith(0))
  expect(dialogs[0]?.detail).toContain('Another Cairn uses this store. Close it first.')
  expect(logText(folder)).toContain('STORE_LOCKED')
})

// Would catch a window that stays blank because its page was asked for before anything answered.
test('what is opened before the page is served waits for the one window', async () => {
  const { engine, open } = fakeEngine()
  const early = (app: EventEmitter) => app.emit('open-file', { preventDefault: () => undefined }, '/home/me/a.md')
  const { app, windows } = await start(open, { early })
  expect(fake.order.indexOf('serve')).toBeLessThan(fake.order.indexOf('window'))
  await vi.waitFor(() => expect(engine.addDocuments).toHaveBeenCalled())
  expect(windows).toHaveLength(1)
  app.quit()
  await vi.waitFor(() => expect(app.exit).toHaveBeenCalled())
})

// Would catch a file that is lost, or a window of an engine that is gone, because the user was quicker than closing.
test('what is opened while Cairn closes is opened by the next start', async () => {
  const { engine, open } = fakeEngine()
  const { promise, resolve } = deferred()
  engine.close.mockReturnValue(promise)
  const { app, windows } = await start(open)
  app.quit()
  app.emit('open-file', { preventDefault: () => undefined }, '/home/me/a.md')
  resolve()
  await vi.waitFor(() => expect(app.exit).toHaveBeenCalledWith(0))
  expect(app.relaunch).toHaveBeenCalledWith(expect.objectContaining({ args: ['--', '/home/me/a.md'] }))
  expect(windows).toHaveLength(1)
})

// Would catch an app that ends because the folder chosen to rescue it cannot be read.
test('a chosen folder that cannot be read is said, and asked for again', async () => {
  const { CairnError } = await import('@shared/errors')
  const locked = () => Promise.reject(new CairnError('STORE_LOCKED', 'Another Cairn uses this store.'))
  const { app, dialogs } = await start(locked, { answers: [1, 0] })
  await vi.waitFor(() => expect(app.exit).toHaveBeenCalledWith(0))
  expect(dialogs.map(({ message }) => message)).toEqual([
    'Cairn 无法打开数据文件夹。',
    'The file is no longer there.',
    'Cairn 无法打开数据文件夹。',
  ])
  expect(dialogs[1]?.detail).not.toBe('')
  expect(app.relaunch).not.toHaveBeenCalled()
})

describe('windows', () => {
  async function quit(app: Started['app']) {
    app.quit()
    await vi.waitFor(() => expect(app.exit).toHaveBeenCalled())
  }

  // Would catch Cairn that ends while its icon says that it runs, and one that nobody can find any more.
  test.each([
    [true, 0],
    [false, 1],
  ])('with the icon in the tray (%s) the last one closed quits %d times', async (tray, quits) => {
    const { app, windows, themeSource } = await start(fakeEngine({ tray }).open)
    await vi.waitFor(() => expect(themeSource()).toBe('dark'))
    windows[0]?.emit('closed')
    expect(app.quit).toHaveBeenCalledTimes(quits)
    await quit(app)
  })

  test('a second one opens at its address, and what the system asks for goes to the one used last', async () => {
    const { app, ipcMain, windows, addresses } = await start(fakeEngine().open)
    const { client, sent } = ask(ipcMain)
    expect(await client.shell.open_window({ address: '#/library' })).toEqual({ opened: true })
    expect(addresses).toEqual(['cairn://app/index.html', 'cairn://app/index.html#/library'])
    windows[0]?.emit('focus')
    app.emit('open-url', { preventDefault: () => undefined }, 'cairn://session/s_1')
    expect(sent).toContainEqual({ cairn: 'open', session: 's_1' })
    windows[1]?.emit('focus')
    app.emit('open-url', { preventDefault: () => undefined }, 'cairn://session/s_2')
    expect(sent).not.toContainEqual({ cairn: 'open', session: 's_2' })
    await quit(app)
  })

  test('a question of the small window is asked in the whole one', async () => {
    const { app, ipcMain } = await start(fakeEngine().open)
    const { client, sent } = ask(ipcMain)
    expect(await client.shell.ask_in_window({ question: 'When?' })).toEqual({ asked: true })
    expect(sent).toContainEqual({ cairn: 'ask', question: 'When?' })
    await quit(app)
  })

  // Would catch a start at login that puts a window before somebody who did not ask for one, or hides it where nothing brings it back.
  test.each([
    [true, 0],
    [false, 1],
  ])('started at login with the icon in the tray (%s), %d windows are open', async (tray, open) => {
    const { app, windows, themeSource } = await start(fakeEngine({ tray }).open, { options: ['--hidden'], opens: open })
    await vi.waitFor(() => expect(themeSource()).toBe('dark'))
    expect(windows).toHaveLength(open)
    await quit(app)
  })
})
