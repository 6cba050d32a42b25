import { BrowserWindow, globalShortcut, screen } from 'electron'
import { acceleratorOf } from '../decisions/menu-template'
import { pageUrl } from '../decisions/page-address'
import { type PagePreferenceOptions, pagePreferences } from '../security/page-preferences'

/** In device-independent pixels: one line to write in, and a word below it. */
const size = { width: 640, height: 112 } as const

/** The small window to ask in, over every other program, and the keys that open it from there. */
export class QuickAsk {
  #window: BrowserWindow | undefined
  #accelerator: string | undefined

  constructor(
    private readonly preferences: PagePreferenceOptions,
    private readonly log: (line: string) => void,
  ) {}

  /** Listens to these keys (`mod+shift+space`), or no longer. False where the system does not give them to Cairn. */
  apply(wanted: boolean, keys: string): boolean {
    const accelerator = wanted ? acceleratorOf(keys).accelerator : undefined
    if (accelerator === this.#accelerator) return !wanted || accelerator !== undefined
    this.#unregister()
    if (!wanted) this.#window?.destroy()
    if (accelerator === undefined) return !wanted
    if (!isGiven(accelerator, () => this.toggle())) {
      this.log(`The system does not give ${accelerator} to Cairn.`)
      return false
    }
    this.#accelerator = accelerator
    return true
  }

  toggle(): void {
    if (this.#window?.isVisible() === true) this.hide()
    else this.#show()
  }

  hide(): void {
    this.#window?.hide()
  }

  close(): void {
    this.#unregister()
    this.#window?.destroy()
  }

  #unregister(): void {
    if (this.#accelerator !== undefined) globalShortcut.unregister(this.#accelerator)
    this.#accelerator = undefined
  }

  #show(): void {
    const window = this.#window ?? this.#open()
    window.setBounds(placeOn(screen.getDisplayNearestPoint(screen.getCursorScreenPoint()).workArea))
    window.show()
    window.focus()
  }

  #open(): BrowserWindow {
    const window = new BrowserWindow({
      ...size,
      show: false,
      frame: false,
      resizable: false,
      maximizable: false,
      minimizable: false,
      fullscreenable: false,
      skipTaskbar: true,
      alwaysOnTop: true,
      title: 'Cairn',
      webPreferences: pagePreferences(this.preferences),
    })
    this.#window = window
    window.on('blur', () => window.hide())
    window.webContents.on('before-input-event', (_event, { type, key, isComposing }) => {
      if (type === 'keyDown' && key === 'Escape' && !isComposing) window.hide()
    })
    window.on('closed', () => (this.#window = undefined))
    window
      .loadURL(`${pageUrl}#/quick`)
      .catch((thrown: unknown) => this.log(`The small window failed: ${String(thrown)}`))
    return window
  }
}

/** In the middle, a quarter down. */
function placeOn({ x, y, width, height }: Electron.Rectangle): Electron.Rectangle {
  return { ...size, x: Math.round(x + (width - size.width) / 2), y: Math.round(y + height / 4) }
}

/** Electron says false where another program has the keys, and throws for keys it does not know. */
function isGiven(accelerator: string, press: () => void): boolean {
  try {
    return globalShortcut.register(accelerator, press)
  } catch {
    return false
  }
}
