import { app, type BrowserWindow, type Event, powerMonitor } from 'electron'
import { argumentsFor, type Opened } from '../decisions/launch-arguments'

/** Writing out what is running takes well under a second; what takes longer hangs. */
const maxMs = 10_000

export interface Closing {
  /** Starts the app anew once it has ended, to open what was asked for in this and earlier calls. */
  relaunch(opened?: Opened): void
  /** Whether the end has begun. */
  readonly begun: boolean
  /** Ends the work when the system logs the user out; Windows gives little time and asks no second time. */
  watch(window: BrowserWindow): void
}

/**
 * Lets `close` finish before the process ends, however that was begun: by menu, by the last window, by a signal, by the
 * system shutting down. After ten seconds it ends anyway; what was acknowledged is on disk by then.
 */
export function closeGracefully(
  close: () => Promise<void>,
  relaunchArguments: readonly string[],
  log: (line: string) => void,
): Closing {
  let ended: Promise<void> | undefined
  let startAgain = false
  const files: string[] = []
  const links: string[] = []

  const end = (): Promise<void> => {
    ended ??= within(maxMs, close())
      .catch((thrown: unknown) => log(`Closing failed: ${String(thrown)}`))
      .then(() => {
        if (startAgain) relaunch([...relaunchArguments, ...argumentsFor({ files, links })])
        app.exit(0)
      })
    return ended
  }

  // Not `before-quit`: the windows are gone by now, so nobody looks at one that no longer works.
  app.on('will-quit', (event) => {
    event.preventDefault()
    void end()
  })
  // Electron's types leave the event out; unprevented, the system would not wait for us.
  powerMonitor.on('shutdown', (event?: Event) => {
    event?.preventDefault()
    app.quit()
  })

  return {
    relaunch(opened) {
      startAgain = true
      files.push(...(opened?.files ?? []))
      links.push(...(opened?.links ?? []))
      app.quit()
    },
    get begun() {
      return ended !== undefined
    },
    watch: (window) => window.on('session-end', () => void end()),
  }
}

/** Resolves with the work, or rejects when it has not ended in time. */
async function within(ms: number, work: Promise<void>): Promise<void> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error(`it took longer than ${ms} ms`)), ms)
  })
  try {
    await Promise.race([work, late])
  } finally {
    clearTimeout(timer)
  }
}

function relaunch(args: readonly string[]): void {
  // An AppImage's program lies in a mount that is gone when this process is.
  const image = process.env['APPIMAGE']
  app.relaunch({ args: [...args], ...(image ? { execPath: image } : {}) })
}
