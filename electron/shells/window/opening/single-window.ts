import type { BrowserWindow } from 'electron'

/** The one window: opened when there is none, brought to the front when there is. */
export class SingleWindow {
  #window: BrowserWindow | undefined
  #mayOpen = false

  constructor(private readonly open: () => BrowserWindow) {}

  get current(): BrowserWindow | undefined {
    return this.#window
  }

  /** Opens the window for the first time, once everything its page needs is served. */
  showFirst(): void {
    this.#mayOpen = true
    this.show()
  }

  /** Before `showFirst` this does nothing: the window will be opened then. */
  show(): void {
    if (!this.#mayOpen) return
    if (!this.#window) {
      const window = this.open()
      this.#window = window
      window.on('closed', () => (this.#window = undefined))
      return
    }
    if (this.#window.isMinimized()) this.#window.restore()
    this.#window.show()
    this.#window.focus()
  }
}
