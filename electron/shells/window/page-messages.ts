import type { WindowMessage } from '@shared/window-messages'

/** What of a page this needs; Electron's WebContents is one. */
export interface Page {
  send(channel: string, message: WindowMessage): void
}

/** So many things at once nobody asks for; what came first is forgotten then. */
const mostWaiting = 20

/** Tells the page what the system asks of it; what comes while it loads waits until it listens. */
export class PageMessages {
  #page: Page | undefined
  #waiting: WindowMessage[] = []

  tell(message: WindowMessage): void {
    if (this.#page) this.#page.send('cairn:message', message)
    else this.#waiting = [...this.#waiting, message].slice(-mostWaiting)
  }

  /** The page has asked for its port, so it listens. */
  listening(page: Page): void {
    this.#page = page
    const waiting = this.#waiting
    this.#waiting = []
    for (const message of waiting) this.tell(message)
  }

  /** The page is being loaded anew or is gone. */
  gone(): void {
    this.#page = undefined
  }
}
