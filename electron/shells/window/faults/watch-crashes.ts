import { app, type BrowserWindow, type RenderProcessGoneDetails } from 'electron'
import { ask } from '../native-ui'
import type { WindowWords } from '../decisions/menu-template'

export interface CrashOptions {
  readonly words: () => WindowWords
  /** Milliseconds of any steady clock. */
  readonly now: () => number
  readonly log: (line: string) => void
}

/** Brings a page back whose process is gone, and asks about one that does not answer. */
export function watchCrashes(window: BrowserWindow, options: CrashOptions): void {
  const watch = new CrashWatch(window, options)
  window.webContents.on('render-process-gone', (_event, details) => watch.pageGone(details))
  window.on('unresponsive', () => watch.pageHangs())
  window.on('responsive', () => watch.pageAnswers())
  window.on('closed', () => watch.close())
}

class CrashWatch {
  #previous: number | undefined
  /** Aborted when the question about a page that hangs is settled. */
  #hanging: AbortController | undefined
  #reloading: NodeJS.Timeout | undefined
  /** The user had the page ended, so its end needs no words. */
  #ended = false

  constructor(
    private readonly window: BrowserWindow,
    private readonly options: CrashOptions,
  ) {}

  pageGone({ reason, exitCode }: RenderProcessGoneDetails): void {
    const { words, now, log } = this.options
    const next = afterCrash(reason, this.#previous, now())
    if (!next) return
    if (this.#ended) {
      this.#ended = false
      this.#reload()
      return
    }
    log(`The page's process is gone: ${reason} (${exitCode})`)
    this.#previous = now()
    this.#hanging?.abort()
    const say = words()
    if (next.act === 'reload') {
      clearTimeout(this.#reloading)
      this.#reloading = setTimeout(() => this.#reload(), next.afterMs)
      const { crashedTitle: message, crashedDetail: detail } = say
      this.#logFailure(ask(this.window, { type: 'warning', message, detail, answers: { ok: say.ok }, otherwise: 'ok' }))
      return
    }
    const { crashedAgainTitle: message, crashedAgainDetail: detail } = say
    const answers = { reload: say.reload, quit: say.quit }
    this.#logFailure(
      ask(this.window, { type: 'error', message, detail, answers, otherwise: 'quit' }).then((answer) =>
        answer === 'reload' ? this.#reload() : app.quit(),
      ),
    )
  }

  pageHangs(): void {
    if (this.#hanging && !this.#hanging.signal.aborted) return
    const question = new AbortController()
    this.#hanging = question
    this.options.log('The page does not answer.')
    const say = this.options.words()
    const { hangingTitle: message, hangingDetail: detail } = say
    const answers = { wait: say.wait, reload: say.reload }
    const { signal } = question
    this.#logFailure(
      ask(this.window, { type: 'warning', message, detail, answers, otherwise: 'wait', signal }).then((answer) => {
        const wanted = answer === 'reload' && !signal.aborted && !this.window.isDestroyed()
        question.abort()
        if (!wanted) return
        // A page that hangs cannot unload itself, so its process is ended.
        this.#ended = true
        this.window.webContents.forcefullyCrashRenderer()
      }),
    )
  }

  pageAnswers(): void {
    this.#hanging?.abort()
  }

  close(): void {
    this.#hanging?.abort()
    clearTimeout(this.#reloading)
  }

  #reload(): void {
    if (!this.window.isDestroyed()) this.window.webContents.reload()
  }

  #logFailure(dialog: Promise<unknown>): void {
    dialog.catch((thrown: unknown) => this.options.log(`A dialog failed: ${String(thrown)}`))
  }
}

/** A page that fell over once more within this time would fall over again at once, so a person is asked. */
const calmMs = 60_000
const firstPauseMs = 500

/** The step to take after a page's process is gone. */
type AfterCrash = { readonly act: 'reload'; readonly afterMs: number } | { readonly act: 'ask' } | null

/**
 * Reloads after the first crash, asks at the next one within a minute. `previous` and `now` are milliseconds of one
 * clock. Null where nothing is wrong: Chromium also reports processes it ended itself.
 */
export function afterCrash(reason: string, previous: number | undefined, now: number): AfterCrash {
  if (reason === 'clean-exit') return null
  if (previous !== undefined && now - previous < calmMs) return { act: 'ask' }
  return { act: 'reload', afterMs: firstPauseMs }
}
