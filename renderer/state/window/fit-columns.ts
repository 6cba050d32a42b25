/** Widths in CSS pixels. */
export const leastWidth = { sidebar: 200, centre: 400, panel: 280 } as const
export const mostSidebar = 400
/** In a narrower window a document lies over the centre, rather than squeezing it. */
export const leastBeside = 1100
/** In a narrower one nothing stands beside the centre: each side column lies over it, where it was asked for, until something is chosen. */
export const leastForColumns = 720
/** What the centre and the panel need beside each other at least, in CSS pixels. */
export interface ColumnNeeds {
  readonly centre: number
  readonly panel: number
}
const usualNeeds: ColumnNeeds = { centre: leastWidth.centre, panel: leastWidth.panel }
/** A drawing with its list beside it, as `features/graph` lays them out from 52rem on, and a page that can be read. */
export const graphNeeds: ColumnNeeds = { centre: 840, panel: 440 }
/** What a page needs to be read, and the share of the window it takes at most for that. */
const pageNeeds = { width: 600, share: 0.4 }
/** A hairline stands before and after the centre. */
const separators = 2
/** A panel that is made wide has at most this share of the window. */
const widest = 0.7

export type SideColumn = 'sidebar' | 'panel'

export interface WantedColumns {
  /** As wide as the reader made it; null where it is closed. */
  readonly sidebar: number | null
  readonly panel: number | null
  /** The panel takes as much as it may. */
  readonly wide: boolean
  /** The one that stays where there is no room for both. */
  readonly foremost: SideColumn
}

/** Which side columns a window of so many pixels has room for. What is closed because of its width opens again in a wider one. */
export function roomFor(
  room: number,
  { sidebar, panel, foremost }: { sidebar: boolean; panel: boolean; foremost: SideColumn },
  needs = usualNeeds,
): { sidebar: boolean; panel: boolean } {
  const all = leastWidth.sidebar + needs.centre + needs.panel + separators
  if (!sidebar || !panel || room >= all) return { sidebar, panel }
  return { sidebar: foremost === 'sidebar', panel: foremost === 'panel' }
}

/** How wide a document opens in a window of so many pixels, where nobody has made it wider or narrower. */
export function neededWidth(room: number): number {
  return Math.min(pageNeeds.width, room * pageNeeds.share)
}

/** How wide the centre must be at least; less where it would leave no room for a single side column. */
export function leastCentre(room: number, needs = usualNeeds): number {
  return Math.max(0, Math.min(needs.centre, room - leastWidth.panel - separators))
}

/**
 * The widths of the side columns in a window of so many pixels; 0 for a hidden column. The centre keeps its minimum, and
 * the panel gives way first.
 */
export function fitColumns(
  room: number,
  wanted: WantedColumns,
  needs = usualNeeds,
): { sidebar: number; panel: number } {
  const open = { sidebar: wanted.sidebar !== null, panel: wanted.panel !== null, foremost: wanted.foremost }
  const shown = roomFor(room, open, needs)
  // Whoever makes a document wide wants it to take room.
  const spare = room - separators - leastCentre(room, wanted.wide ? usualNeeds : needs)
  const kept = shown.panel ? leastWidth.panel : 0
  const sidebar = shown.sidebar
    ? between(leastWidth.sidebar, wanted.sidebar ?? 0, Math.min(mostSidebar, spare - kept))
    : 0
  const wish = wanted.wide ? room * widest : Math.min(wanted.panel ?? 0, room * widest)
  return { sidebar, panel: shown.panel ? between(leastWidth.panel, wish, spare - sidebar) : 0 }
}

function between(least: number, wanted: number, most: number): number {
  return Math.max(least, Math.min(wanted, most))
}
