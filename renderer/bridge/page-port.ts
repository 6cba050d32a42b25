/** What the preload script of the window shell adds to the page; absent in a browser tab. */
interface CairnWindow {
  /** Absolute path of a dropped or chosen file or folder; empty for a file that was never on disk. */
  pathOf(file: File): string
  /** Answers the window shell's question for the passphrase of an encrypted store; null where the person gives none. */
  unlock(passphrase: string | null): void
}

declare global {
  interface Window {
    readonly cairnWindow?: CairnWindow
  }
}

/** Whether this page runs in the window shell rather than in a browser tab. */
export function inWindow(): boolean {
  return window.cairnWindow !== undefined
}

/** Asks the preload script for the one port to the engine. Each call gets a fresh port; the old one is closed. */
export function requestPort(signal: AbortSignal): Promise<MessagePort> {
  return new Promise((resolve, reject) => {
    const receive = (event: MessageEvent) => {
      const port = event.ports[0]
      if (event.source !== window || event.data !== 'cairn:port' || !port) return
      stop()
      port.start()
      resolve(port)
    }
    const abort = () => {
      stop()
      reject(new DOMException('Aborted', 'AbortError'))
    }
    const stop = () => {
      window.removeEventListener('message', receive)
      signal.removeEventListener('abort', abort)
    }
    window.addEventListener('message', receive)
    signal.addEventListener('abort', abort)
    window.postMessage('cairn:want-port', window.location.origin)
  })
}
