import { BrowserWindow, nativeTheme, screen, type WebContents } from 'electron'
import { contextMenu } from '../decisions/context-menu'
import { pageUrl } from '../decisions/page-address'
import { fitToScreens, minWindowSize, WindowState } from '../decisions/window-state'
import type { WindowWords } from '../decisions/menu-template'
import { buildMenu } from '../native-ui'
import type { MenuAct } from '../decisions/menu-template'
import { pagePreferences } from '../security/page-preferences'
import type { Further } from './app-windows'
import { keepWindowState, readJson, writeJson } from './window-files'

export interface OpenWindowOptions {
  /** Absolute path of the built preload script. */
  readonly preload: string
  /** Absolute path of a PNG; only Linux asks for it here. */
  readonly icon: string | undefined
  /** Absolute path of the file that keeps where the window was. */
  readonly stateFile: string
  readonly platform: NodeJS.Platform
  readonly devTools: boolean
  /** Null for the first window, whose place is kept. */
  readonly further: Further | null
  readonly words: () => WindowWords
  readonly log: (line: string) => void
}

/** The colours of `--canvas`, so that nothing flashes before the page has drawn itself. */
const canvas = { light: '#f7f5f1', dark: '#151412' } as const

/** Opens the window and loads the page into it; it is shown when there is something to see. */
export function openWindow(options: OpenWindowOptions): BrowserWindow {
  const { preload, icon, stateFile, platform, devTools, further, words, log } = options
  const screens = [screen.getPrimaryDisplay(), ...screen.getAllDisplays()].map(({ workArea }) => workArea)
  const kept = further?.beside ? beside(further.beside) : readJson(stateFile, WindowState)
  const { x, y, width, height, maximized } = fitToScreens(kept, screens)
  const window = new BrowserWindow({
    ...(x === undefined || y === undefined ? {} : { x, y }),
    width,
    height,
    minWidth: minWindowSize.width,
    minHeight: minWindowSize.height,
    show: false,
    title: 'Cairn',
    backgroundColor: nativeTheme.shouldUseDarkColors ? canvas.dark : canvas.light,
    ...(icon === undefined ? {} : { icon }),
    webPreferences: pagePreferences({ preload, platform, devTools }),
  })
  const { webContents: contents } = window
  const show = () => {
    if (window.isVisible()) return
    if (maximized) window.maximize()
    window.show()
  }
  window.once('ready-to-show', show)
  contents.on('did-fail-load', (_event, code, what, url) => {
    log(`The page could not be loaded: ${what} (${code}) ${url.slice(0, 200)}`)
    show()
  })
  contents.on('context-menu', (_event, clicked) => {
    const entries = contextMenu(clicked, words())
    if (entries.length > 0) buildMenu(entries, { act: (act) => mendWord(contents, act) }).popup({ window })
  })
  if (further === null) {
    keepWindowState(window, (state) => {
      try {
        writeJson(stateFile, state)
      } catch (thrown) {
        log(`Where the window is could not be kept: ${String(thrown)}`)
      }
    })
  }
  // `did-fail-load` has told of it.
  window.loadURL(`${pageUrl}${further?.address ?? ''}`).catch(() => undefined)
  return window
}

/** So that both title bars can be seen. */
const stepAside = 28

function beside(other: BrowserWindow): WindowState {
  const { x, y, width, height } = other.getNormalBounds()
  return { x: x + stepAside, y: y + stepAside, width, height, maximized: false }
}

function mendWord(contents: WebContents, act: MenuAct): void {
  if (act.do === 'replace_word') contents.replaceMisspelling(act.word)
  if (act.do === 'learn_word') contents.session.addWordToSpellCheckerDictionary(act.word)
}
