import { app, type BrowserWindow } from 'electron'
import { ask } from '../ask-dialog'
import type { WindowWords } from '../decisions/menu-words'

export interface CrashOptions {
  readonly words: () => WindowWords
  /** Milliseconds of any steady clock. */
  readonly now: () => number
  readonly log: (line: string) => void
}

/** Brings a page back whose process is gone, and asks about one that does not answer. */
export function watchCrashes(window: BrowserWindow, { words, now, log }: CrashOptions): void {
  const { webContents: contents } = window
  let previous: number | undefined
  let patience: AbortController | undefined
  let reloading: NodeJS.Timeout | undefined
  /** The page was ended by its user's wish, so that its end needs no words. */
  let ended = false

  const load = () => {
    if (!window.isDestroyed()) contents.reload()
  }
  const told = (work: Promise<unknown>) => {
    work.catch((thrown: unknown) => log(`A dialog failed: ${String(thrown)}`))
  }

  contents.on('render-process-gone', (_event, { reason, exitCode }) => {
    const next = afterCrash(reason, previous, now())
    if (!next) return
    if (ended) {
      ended = false
      load()
      return
    }
    log(`The page's process is gone: ${reason} (${exitCode})`)
    previous = now()
    patience?.abort()
    const say = words()
    if (next.act === 'reload') {
      clearTimeout(reloading)
      reloading = setTimeout(load, next.afterMs)
      const { crashedTitle: message, crashedDetail: detail } = say
      told(ask(window, { type: 'warning', message, detail, answers: { ok: say.ok }, otherwise: 'ok' }))
      return
    }
    const { crashedAgainTitle: message, crashedAgainDetail: detail } = say
    const answers = { reload: say.reload, quit: say.quit }
    told(
      ask(window, { type: 'error', message, detail, answers, otherwise: 'quit' }).then((answer) =>
        answer === 'reload' ? load() : app.quit(),
      ),
    )
  })

  window.on('unresponsive', () => {
    if (patience && !patience.signal.aborted) return
    const asked = new AbortController()
    patience = asked
    log('The page does not answer.')
    const say = words()
    const { hangingTitle: message, hangingDetail: detail } = say
    const answers = { wait: say.wait, reload: say.reload }
    told(
      ask(window, { type: 'warning', message, detail, answers, otherwise: 'wait', signal: asked.signal }).then(
        (answer) => {
          const wanted = answer === 'reload' && !asked.signal.aborted && !window.isDestroyed()
          asked.abort()
          if (!wanted) return
          // A page that hangs cannot unload itself, so its process is ended.
          ended = true
          contents.forcefullyCrashRenderer()
        },
      ),
    )
  })
  window.on('responsive', () => patience?.abort())
  window.on('closed', () => {
    patience?.abort()
    clearTimeout(reloading)
  })
}

/** A page that fell over once more within this time would fall over again at once, so a person is asked. */
const calmMs = 60_000
const firstPauseMs = 500

/** What to do about a page whose process is gone. */
export type AfterCrash = { readonly act: 'reload'; readonly afterMs: number } | { readonly act: 'ask' } | null

/**
 * Reloads after the first crash, asks at the next one within a minute. `previous` and `now` are milliseconds of one
 * clock. Null where nothing is wrong: Chromium also reports processes it ended itself.
 */
export function afterCrash(reason: string, previous: number | undefined, now: number): AfterCrash {
  if (reason === 'clean-exit') return null
  if (previous !== undefined && now - previous < calmMs) return { act: 'ask' }
  return { act: 'reload', afterMs: firstPauseMs }
}
