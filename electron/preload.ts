import { contextBridge, ipcRenderer, webUtils } from 'electron'

/**
 * The only thing between the page and Electron. The page posts `cairn:want-port` to its own window; a message event
 * `cairn:port` with the engine's port comes back. What the shell tells the page (`shared/window-messages.ts`) comes as
 * a message event too. Sandboxed and CommonJS, so it may import nothing but Electron.
 */
window.addEventListener('message', (event) => {
  if (event.source === window && event.data === 'cairn:want-port') ipcRenderer.send('cairn:want-port')
})

ipcRenderer.on('cairn:port', ({ ports }) => {
  window.postMessage('cairn:port', window.location.origin, [...ports])
})

ipcRenderer.on('cairn:message', (_event, message: unknown) => {
  window.postMessage(message, window.location.origin)
})

contextBridge.exposeInMainWorld('cairnWindow', {
  /** Absolute path of a dropped or chosen file or folder; empty for a file that was never on disk. */
  pathOf: (file: File): string => webUtils.getPathForFile(file),
  /** What opens an encrypted store, where the page was asked for it; null where the person gives none. */
  unlock: (passphrase: string | null): void => ipcRenderer.send('cairn:unlock', passphrase),
})
