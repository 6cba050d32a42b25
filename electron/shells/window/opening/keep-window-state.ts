import type { BrowserWindow } from 'electron'
import type { WindowState } from '../decisions/window-state'

const quietMs = 400

/** Keeps where the window is, a moment after it stopped moving and when it closes. */
export function keepWindowState(window: BrowserWindow, keep: (state: WindowState) => void): void {
  let timer: NodeJS.Timeout | undefined
  const now = () => {
    clearTimeout(timer)
    // While it is small or away, its normal bounds still say where it belongs.
    keep({ ...window.getNormalBounds(), maximized: window.isMaximized() })
  }
  const soon = () => {
    clearTimeout(timer)
    timer = setTimeout(now, quietMs)
  }
  window.on('resize', soon)
  window.on('move', soon)
  window.on('maximize', soon)
  window.on('unmaximize', soon)
  window.on('close', now)
  window.on('closed', () => clearTimeout(timer))
}
