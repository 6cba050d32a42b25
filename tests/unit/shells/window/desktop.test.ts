import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Session } from 'electron'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { Change, Job } from '@shared/changes'
import { DesktopSettings } from '@shared/settings'
import { autostartEntry } from '@shells/window/decisions/autostart'
import { windowWords } from '@shells/window/decisions/menu-template'

/** As much of Electron as the desktop touches; everything that happens is kept. */
const fake = vi.hoisted(() => ({
  trays: Array.of<{ destroyed: boolean; labels: (string | undefined)[] }>(),
  trayFails: false,
  keys: new Map<string, () => void>(),
  taken: new Set<string>(),
  notices: Array.of<{ title: string; body: string; click: () => void }>(),
  focused: false,
  windows: Array.of<{ url: string; visible: boolean; gone: boolean; blur: () => void; press: (key: string) => void }>(),
  login: vi.fn(),
}))

vi.mock('electron', async () => {
  const { EventEmitter: Emitter } = await import('node:events')
  return {
    app: { setLoginItemSettings: fake.login, getLoginItemSettings: () => ({ wasOpenedAtLogin: false }) },
    Tray: class extends Emitter {
      readonly #own = { destroyed: false, labels: Array.of<string | undefined>() }
      constructor() {
        super()
        if (fake.trayFails) throw new Error('no place')
        fake.trays.push(this.#own)
      }
      setToolTip = vi.fn()
      setContextMenu = (entries: { label?: string }[]) => (this.#own.labels = entries.map(({ label }) => label))
      destroy = () => (this.#own.destroyed = true)
    },
    Menu: { buildFromTemplate: (entries: unknown) => entries },
    globalShortcut: {
      register(keys: string, press: () => void) {
        if (fake.taken.has(keys)) return false
        fake.keys.set(keys, press)
        return true
      },
      unregister: (keys: string) => fake.keys.delete(keys),
    },
    Notification: class extends Emitter {
      static isSupported = () => true
      constructor(readonly options: { title: string; body: string }) {
        super()
      }
      show = () => fake.notices.push({ ...this.options, click: () => this.emit('click') })
    },
    screen: {
      getCursorScreenPoint: () => ({ x: 0, y: 0 }),
      getDisplayNearestPoint: () => ({ workArea: { x: 0, y: 0, width: 1600, height: 1000 } }),
    },
    BrowserWindow: class extends Emitter {
      static getFocusedWindow = () => (fake.focused ? {} : null)
      readonly webContents = new Emitter()
      readonly #own = {
        url: '',
        visible: false,
        gone: false,
        blur: () => this.emit('blur'),
        press: (key: string) => this.webContents.emit('before-input-event', {}, { type: 'keyDown', key }),
      }
      constructor() {
        super()
        fake.windows.push(this.#own)
      }
      loadURL(url: string) {
        this.#own.url = url
        return Promise.resolve()
      }
      isVisible = () => this.#own.visible
      setBounds = vi.fn()
      show = () => (this.#own.visible = true)
      hide = () => (this.#own.visible = false)
      focus = vi.fn()
      destroy = () => {
        this.#own.gone = true
        this.emit('closed')
      }
    },
  }
})

const { Desktop } = await import('@shells/window/desktop/desktop')
const { QuickAsk } = await import('@shells/window/desktop/quick-ask')
const { TrayIcon } = await import('@shells/window/desktop/tray-icon')

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'cairn-desktop-'))
  fake.trays.length = fake.notices.length = fake.windows.length = 0
  fake.keys.clear()
  fake.taken.clear()
  fake.trayFails = fake.focused = false
  vi.clearAllMocks()
})
afterEach(() => rmSync(folder, { recursive: true }))

const session = { setSpellCheckerEnabled: vi.fn() }
const show = vi.fn()

function desktop(platform: NodeJS.Platform = 'linux', program: string | null = '/opt/Cairn/cairn') {
  const log = vi.fn()
  return new Desktop({
    machine: { platform, home: folder, env: {} },
    program,
    session: () => session as unknown as Session,
    tray: new TrayIcon({ icon: '/i.png', show: () => void show(null), run: vi.fn() }),
    quickAsk: new QuickAsk({ preload: '/p.cjs', platform, devTools: false }, log),
    words: () => windowWords.en,
    show,
    log,
  })
}

const wanted = (settings: Partial<DesktopSettings>) => DesktopSettings.parse(settings)

// Would catch anything that is there before the user asks for it.
test('by default nothing is added to the desktop', () => {
  const one = desktop()
  one.apply(wanted({}))
  expect(one.state).toEqual({ tray: 'off', quick_ask: 'off', open_at_login: 'off' })
  expect([fake.trays.length, fake.keys.size, fake.windows.length]).toEqual([0, 0, 0])
  expect(existsSync(join(folder, '.config'))).toBe(false)
  expect(fake.login).not.toHaveBeenCalled()
  expect(one.staysWithoutWindow).toBe(false)
})

describe('the icon in the tray', () => {
  test('comes and goes with the setting', () => {
    const one = desktop()
    one.apply(wanted({ tray: true }))
    expect(one.staysWithoutWindow).toBe(true)
    expect(fake.trays[0]?.labels).toEqual(['Show Cairn', 'New Chat', undefined, 'Quit Cairn'])
    one.apply(wanted({}))
    expect([fake.trays[0]?.destroyed, one.staysWithoutWindow]).toEqual([true, false])
  })

  // Would catch a closed window that leaves Cairn running where nothing brings it back.
  test('where there is no place for it, Cairn does not stay without a window', () => {
    fake.trayFails = true
    const one = desktop()
    one.apply(wanted({ tray: true }))
    expect([one.state.tray, one.staysWithoutWindow]).toEqual(['refused', false])
  })
})

describe('the small window', () => {
  test('opens and closes by its keys, and when another program is used', () => {
    desktop().apply(wanted({ quick_ask: true }))
    const press = fake.keys.get('CmdOrCtrl+Shift+Space')
    press?.()
    expect(fake.windows[0]).toMatchObject({ url: 'cairn://app/index.html#/quick', visible: true })
    press?.()
    expect(fake.windows[0]?.visible).toBe(false)
    press?.()
    fake.windows[0]?.blur()
    expect(fake.windows[0]?.visible).toBe(false)
    press?.()
    fake.windows[0]?.press('Escape')
    expect(fake.windows[0]?.visible).toBe(false)
    expect(fake.windows).toHaveLength(1)
  })

  // Would catch old keys that go on working, and keys that are said to work and do not.
  test('other keys take the place of the old ones; those of another program are said to be refused', () => {
    const one = desktop()
    one.apply(wanted({ quick_ask: true }))
    fake.taken.add('Alt+Space')
    one.apply(wanted({ quick_ask: true, quick_ask_keys: 'alt+space' }))
    expect([one.state.quick_ask, fake.keys.size]).toEqual(['refused', 0])
    one.apply(wanted({ quick_ask: true, quick_ask_keys: 'alt+q' }))
    expect([one.state.quick_ask, [...fake.keys.keys()]]).toEqual(['on', ['Alt+Q']])
    one.apply(wanted({ quick_ask: true, quick_ask_keys: 'mod+中' }))
    expect(one.state.quick_ask).toBe('refused')
    one.apply(wanted({}))
    expect([one.state.quick_ask, fake.keys.size]).toEqual(['off', 0])
  })
})

describe('starting at login', () => {
  test('on Linux by a file, which goes again', () => {
    const file = join(folder, '.config/autostart/cairn.desktop')
    const one = desktop()
    one.apply(wanted({ open_at_login: true }))
    expect(readFileSync(file, 'utf8')).toContain('Exec="/opt/Cairn/cairn" --hidden\n')
    one.apply(wanted({ open_at_login: false }))
    expect([existsSync(file), one.state.open_at_login]).toEqual([false, 'off'])
  })

  test('elsewhere by the system', () => {
    desktop('win32').apply(wanted({ open_at_login: true }))
    expect(fake.login).toHaveBeenCalledExactlyOnceWith({ openAtLogin: true, args: ['--hidden'] })
  })

  // Would catch a copy on a stick that is started from a path that is gone at the next login.
  test('not for a program that the system could not find again', () => {
    const one = desktop('linux', null)
    expect(one.abilities()).not.toContain('open_at_login')
    one.apply(wanted({ open_at_login: true }))
    expect(one.state.open_at_login).toBe('refused')
  })

  // Would catch a path that is cut, or runs something else.
  test('a path with odd characters is quoted', () => {
    expect(autostartEntry('/home/a b/100%/$x/"q"`')).toContain(
      String.raw`Exec="/home/a b/100%%/\\$x/\\"q\\"\\${'`'}" --hidden`,
    )
  })
})

describe('long work', () => {
  const job = (state: Job['state'], ended_at: number | null): Change => ({
    type: 'job',
    job: { id: 'j', kind: 'ingest', state, done: 12, total: 12, message: '', started_at: 0, ended_at, error: null },
  })
  const read = (one: InstanceType<typeof Desktop>) => {
    one.take(job('running', null))
    one.take(job('done', 60_000))
  }

  test('is told where that is wanted and nobody looks, and leads to the window', () => {
    const one = desktop()
    one.apply(wanted({ notifications: true }))
    read(one)
    expect(fake.notices).toMatchObject([{ title: 'Documents have been read', body: 'Files done: 12' }])
    fake.notices[0]?.click()
    expect(show).toHaveBeenCalledExactlyOnceWith(null)
  })

  test('is not told to somebody who looks, or did not want it', () => {
    const one = desktop()
    one.apply(wanted({}))
    read(one)
    fake.focused = true
    one.apply(wanted({ notifications: true }))
    read(one)
    expect(fake.notices).toEqual([])
  })
})

// Would catch Chromium fetching dictionaries from a server.
test('spelling is checked where the system has the dictionaries, and nowhere else', () => {
  desktop('linux').apply(wanted({}))
  expect(session.setSpellCheckerEnabled).toHaveBeenLastCalledWith(false)
  desktop('darwin').apply(wanted({}))
  expect(session.setSpellCheckerEnabled).toHaveBeenLastCalledWith(true)
  desktop('darwin').apply(wanted({ spell_check: false }))
  expect(session.setSpellCheckerEnabled).toHaveBeenLastCalledWith(false)
  expect(desktop('linux').abilities()).not.toContain('spell_check')
})
