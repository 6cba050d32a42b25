import type { PageMessages } from '../page-messages'
import { placeOf } from '../decisions/deep-link'
import type { Opened } from '../decisions/launch-arguments'

/** Adds files and folders by their absolute paths, as the page would. */
export type AddFiles = (paths: string[]) => Promise<unknown>

/** Files and links that the system asks to open. Links move the page; files wait for the engine to become documents. */
export class OpenRequests {
  #add: AddFiles | undefined
  #waiting: string[] = []

  constructor(
    private readonly messages: Pick<PageMessages, 'send'>,
    private readonly log: (line: string) => void,
  ) {}

  open({ files, links }: Opened): void {
    for (const link of links) {
      const message = placeOf(link)
      if (message === null) this.log(`A link that leads nowhere: ${link.slice(0, 200)}`)
      else this.messages.send(message)
    }
    if (files.length === 0) return
    this.messages.send({ cairn: 'command', name: 'go_library' })
    this.#waiting.push(...files)
    this.#addWaiting()
  }

  engineOpen(add: AddFiles): void {
    this.#add = add
    this.#addWaiting()
  }

  #addWaiting(): void {
    if (!this.#add || this.#waiting.length === 0) return
    const paths = this.#waiting
    this.#waiting = []
    this.#add(paths).catch((thrown: unknown) => this.log(`Files could not be added: ${String(thrown)}`))
  }
}
