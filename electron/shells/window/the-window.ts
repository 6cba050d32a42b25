import { app, type BrowserWindow } from 'electron'

/** The one window: opened when there is none, brought to the front when there is. */
export class TheWindow {
  readonly #open: () => BrowserWindow
  #window: BrowserWindow | undefined

  constructor(open: () => BrowserWindow) {
    this.#open = open
  }

  get current(): BrowserWindow | undefined {
    return this.#window
  }

  /** Before Electron is ready this does nothing: the window will be opened then. */
  show(): void {
    if (!app.isReady()) return
    if (!this.#window) {
      const window = this.#open()
      this.#window = window
      window.on('closed', () => (this.#window = undefined))
      return
    }
    if (this.#window.isMinimized()) this.#window.restore()
    this.#window.show()
    this.#window.focus()
  }
}
