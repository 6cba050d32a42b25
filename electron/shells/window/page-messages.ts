import type { WindowMessage } from '@shared/window-messages'

/** The part of a page (Electron's WebContents) that is used. */
export interface Page {
  send(channel: string, message: WindowMessage): void
}

/** Nobody asks for more at once; the oldest are dropped then. */
const maxWaiting = 20

/** Sends the page what the system asks of it; messages wait while the page loads. */
export class PageMessages {
  #page: Page | undefined
  #waiting: WindowMessage[] = []

  send(message: WindowMessage): void {
    if (this.#page) this.#page.send('cairn:message', message)
    else this.#waiting = [...this.#waiting, message].slice(-maxWaiting)
  }

  /** The page has asked for its port, so it listens. */
  listening(page: Page): void {
    this.#page = page
    const waiting = this.#waiting
    this.#waiting = []
    for (const message of waiting) this.send(message)
  }

  /** The page is being loaded anew or is gone. */
  gone(): void {
    this.#page = undefined
  }
}
