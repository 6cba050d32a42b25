import type { BrowserWindow } from 'electron'
import type { WindowState } from '../decisions/window-state'
import { readFileSync, renameSync, writeFileSync } from 'node:fs'
import type { z } from 'zod'

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

/** Reads a small file of the window; undefined where it is missing, damaged or of another shape. */
export function readJson<T>(path: string, schema: z.ZodType<T>): T | undefined {
  try {
    return schema.safeParse(JSON.parse(readFileSync(path, 'utf8'))).data
  } catch {
    return undefined
  }
}

/** Replaces a small file in one step. Synchronous, because it is also written while the window closes. Throws what the disk says. */
export function writeJson(path: string, value: unknown): void {
  writeText(path, `${JSON.stringify(value, null, 2)}\n`)
}

/** Like `writeJson`, of what is text already. */
export function writeText(path: string, text: string): void {
  const fresh = `${path}.new`
  writeFileSync(fresh, text, { mode: 0o600 })
  renameSync(fresh, path)
}
