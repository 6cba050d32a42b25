import { ipcMain, type IpcMainEvent } from 'electron'
import { passphraseLength } from '@shared/api/store/encryption-state'
import type { WindowMessage } from '@shared/window-messages'
import { isPage } from '../decisions/page-address'

export interface PagePassphraseOptions {
  /** Brings a window to the front, or opens one. */
  readonly show: () => void
  readonly send: (message: WindowMessage) => void
  /** The app ends, and nobody is asked any more. */
  readonly signal: AbortSignal
}

interface Wanted {
  readonly wrong: boolean
  readonly answer: (passphrase: string | undefined) => void
}

/** Asks for the passphrase of an encrypted store in the page, which shows a field for it in place of what it cannot have yet. */
export class PagePassphrase {
  #wanted: Wanted | undefined

  constructor(private readonly options: PagePassphraseOptions) {
    ipcMain.on('cairn:unlock', this.#take)
    const end = () => {
      ipcMain.off('cairn:unlock', this.#take)
      this.#answer(undefined)
    }
    options.signal.addEventListener('abort', end, { once: true })
  }

  /** Resolves with what a person gives; undefined where they give none. */
  readonly ask = (wasWrong: boolean): Promise<string | undefined> => {
    const { show, signal } = this.options
    if (signal.aborted) return Promise.resolve(undefined)
    show()
    return new Promise((answer) => {
      this.#wanted = { wrong: wasWrong, answer }
      this.#say()
    })
  }

  /** A page has been loaded anew: it knows nothing of what it was asked. */
  listening(): void {
    this.#say()
  }

  #say(): void {
    if (this.#wanted) this.options.send({ cairn: 'unlock', wrong: this.#wanted.wrong })
  }

  readonly #take = ({ sender, senderFrame }: IpcMainEvent, given: unknown): void => {
    const isOurs = senderFrame !== null && senderFrame === sender.mainFrame && isPage(senderFrame.url)
    if (!isOurs || (given !== null && typeof given !== 'string')) return
    this.#answer(given === null || given === '' ? undefined : given.slice(0, passphraseLength.most))
  }

  #answer(passphrase: string | undefined): void {
    const wanted = this.#wanted
    this.#wanted = undefined
    wanted?.answer(passphrase)
  }
}
