import { z } from 'zod'

/** The window's last place, in device-independent pixels; kept in `window.json`. */
export const WindowState = z.object({
  x: z.number().int().optional(),
  y: z.number().int().optional(),
  width: z.number().int(),
  height: z.number().int(),
  maximized: z.boolean(),
})
export type WindowState = z.infer<typeof WindowState>

export interface Area {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

export const minWindowSize = { width: 900, height: 600 } as const
const usualWindow = { width: 1320, height: 860 } as const

/** So much of the title bar must be on a screen that a mouse can take hold of it. */
const grip = { width: 120, height: 32 } as const

/**
 * A state that can be shown: at least the smallest size, at most the screen's, and on a screen that still exists.
 * Without a position the window is put into the middle. `workAreas` are what the screens leave free, the first screen first.
 */
export function fitToScreens(kept: WindowState | undefined, workAreas: readonly Area[]): WindowState {
  const wanted = kept ?? { ...usualWindow, maximized: false }
  const at = kept?.x === undefined || kept.y === undefined ? undefined : { x: kept.x, y: kept.y }
  const screen = at && workAreas.find((area) => canBeGripped({ ...at, width: wanted.width }, area))
  const area = screen ?? workAreas[0]
  const size = {
    width: between(wanted.width, minWindowSize.width, area?.width),
    height: between(wanted.height, minWindowSize.height, area?.height),
  }
  return { ...(screen ? at : {}), ...size, maximized: wanted.maximized }
}

function canBeGripped(bar: { x: number; y: number; width: number }, area: Area): boolean {
  const visible = Math.min(bar.x + bar.width, area.x + area.width) - Math.max(bar.x, area.x)
  return visible >= grip.width && bar.y >= area.y && bar.y + grip.height <= area.y + area.height
}

/** A screen smaller than the smallest window does not make the window smaller than that. */
function between(value: number, least: number, most = Infinity): number {
  return Math.max(least, Math.min(value, most))
}
