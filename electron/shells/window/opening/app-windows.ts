import type { BrowserWindow, WebContents } from 'electron'
import type { WindowMessage } from '@shared/window-messages'
import { PageMessages } from '../page-messages'

/** Where a further window opens: its address from `#` on, and the window that it is put beside. */
export interface Further {
  readonly address: string
  readonly beside: BrowserWindow | undefined
}

interface AppWindow {
  readonly window: BrowserWindow
  readonly messages: PageMessages
}

/** The windows with the whole page: one, unless the user opens more. What the system asks for goes to the one used last. */
export class AppWindows {
  /** The one used last first. */
  #windows: AppWindow[] = []
  /** What is said while there is no window waits for the next. */
  #next = new PageMessages()
  #mayOpen = false

  constructor(
    private readonly open: (further: Further | null) => BrowserWindow,
    /** The last window was closed. */
    private readonly onEmpty: () => void,
  ) {}

  get current(): BrowserWindow | undefined {
    return this.#windows[0]?.window
  }

  /** Lets windows open, once everything a page needs is served; opens the first, unless it is to stay away. */
  showFirst({ hidden }: { hidden: boolean }): void {
    this.#mayOpen = true
    if (!hidden) this.show()
  }

  /** Brings a window to the front, or opens one. Before `showFirst` this does nothing: the window will be opened then. */
  show(): void {
    if (!this.#mayOpen) return
    const { current } = this
    if (!current) {
      this.#add(null)
      return
    }
    if (current.isMinimized()) current.restore()
    current.show()
    current.focus()
  }

  /** Opens one more window. False before the first may open. */
  openAnother(address: string): boolean {
    if (this.#mayOpen) this.#add({ address, beside: this.current })
    return this.#mayOpen
  }

  send(message: WindowMessage): void {
    const messages = this.#windows[0]?.messages ?? this.#next
    messages.send(message)
  }

  /** A page has asked for its port, so it listens. The small window to ask in is none of these. */
  listening(contents: WebContents): void {
    this.#windows.find(({ window }) => window.webContents.id === contents.id)?.messages.listening(contents)
  }

  #add(further: Further | null): void {
    const window = this.open(further)
    const messages = further === null ? this.#next : new PageMessages()
    if (further === null) this.#next = new PageMessages()
    const own: AppWindow = { window, messages }
    this.#windows.unshift(own)
    window.webContents.on('did-start-navigation', ({ isMainFrame, isSameDocument }) => {
      if (isMainFrame && !isSameDocument) messages.gone()
    })
    window.webContents.on('render-process-gone', () => messages.gone())
    window.on('focus', () => (this.#windows = [own, ...this.#without(own)]))
    window.on('closed', () => {
      messages.gone()
      this.#windows = this.#without(own)
      if (this.#windows.length === 0) this.onEmpty()
    })
  }

  #without(one: AppWindow): AppWindow[] {
    return this.#windows.filter((other) => other !== one)
  }
}
