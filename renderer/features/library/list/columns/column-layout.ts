import { columnWidths, libraryColumns } from '@shared/settings'
import type { Columns, LibraryColumn } from '@renderer/state/library/listing/library-columns'

/** The room of the list. Everything in CSS pixels. */
export interface ListRoom {
  /** Of a row, with its padding. */
  readonly width: number
  /** Of the root's font size. */
  readonly rem: number
  /** For a finger: what is pressed is larger. */
  readonly coarse: boolean
}

interface ColumnLayout {
  /** The columns that are there, in their order, with their widths. */
  readonly columns: ReadonlyMap<LibraryColumn, number>
  /** The least the name has; it takes what the others leave. */
  readonly name: number
}

/** Usual widths in rem. */
const usual: Readonly<Record<LibraryColumn, number>> = {
  collection: 7,
  tags: 7.5,
  format: 5.75,
  size: 4,
  content: 8.25,
  dated: 7.5,
  changed: 5.5,
  state: 9.25,
  added: 5.5,
}
/** The state as an icon, without its word. */
const iconRem = 2.5
/** Which columns go where there is no room for all, the first to go first. */
const going: readonly LibraryColumn[] = [
  'content',
  'tags',
  'added',
  'collection',
  'size',
  'format',
  'changed',
  'dated',
  'state',
]

/** The least a name has, in CSS pixels. */
export const leastName = 220

/**
 * Which columns are there and how wide they are: names always have 220 px, and nothing is pushed out of the list. Columns that people
 * widened give way first, then columns go.
 */
export function layoutColumns(room: ListRoom, { hidden, widths }: Columns, withTags: boolean): ColumnLayout {
  const floor = Math.max(leastName, 13.75 * room.rem)
  const wanted = libraryColumns.filter((column) => !hidden.has(column) && (withTags || column !== 'tags'))
  const wide = new Map(wanted.map((column) => [column, widths[column] ?? usualOf(column, room)]))
  const tight = new Map([...wide].map(([column, width]) => [column, Math.min(width, usualOf(column, room))]))
  for (const column of going) {
    if (sumOf(tight) + floor <= roomBeside(room, tight.size)) break
    if (column === 'state' && tight.has(column)) {
      tight.set(column, iconRem * room.rem)
      if (floor + sumOf(tight) <= roomBeside(room, tight.size)) break
    }
    tight.delete(column)
  }
  const least = new Map([...tight].map(([column, width]) => [column, Math.min(width, columnWidths.least)]))
  const free = roomBeside(room, tight.size)
  const name = Math.floor(Math.max(leastName, Math.min(Math.max(floor, widths.name ?? 0), free - sumOf(least))))
  const wished = new Map([...tight].map(([column, width]) => [column, Math.max(width, wide.get(column) ?? 0)]))
  if (tight.get('state') === iconRem * room.rem) wished.set('state', iconRem * room.rem)
  const columns = between(tight, wished, free - name) ?? between(least, tight, free - name) ?? least
  return { columns: new Map([...columns].map(([column, width]) => [column, Math.floor(width)])), name }
}

/** Whether the state is an icon without its word. */
export function isIconState({ columns }: ColumnLayout, rem: number): boolean {
  return (columns.get('state') ?? 0) < 4 * rem
}

/** As custom properties of the list's style sheet. */
export function layoutStyle({ columns, name }: ColumnLayout): Record<`--${string}`, string> {
  const tracks = [...columns.values()].map((width) => `${width}px`).join(' ')
  const gone = libraryColumns.filter((column) => !columns.has(column)).map((column) => [`--show-${column}`, 'none'])
  return {
    '--columns': `var(--lead) minmax(${name}px, 1fr) ${tracks} var(--more)`,
    ...(Object.fromEntries(gone) as Record<`--${string}`, string>),
  }
}

function usualOf(column: LibraryColumn, { rem, coarse }: ListRoom): number {
  return rem * (coarse && column === 'size' ? 4.5 : usual[column])
}

/** What is left for the name and so many columns beside what is at a row's ends, and the gaps. */
function roomBeside({ width, rem, coarse }: ListRoom, columns: number): number {
  const ends = coarse ? 5.25 + 2.5 : 2.75 + 1.75
  const padding = 1.5
  const gaps = 0.75 * (columns + 2)
  return width - rem * (ends + padding + gaps)
}

function sumOf(widths: ReadonlyMap<LibraryColumn, number>): number {
  return [...widths.values()].reduce((sum, width) => sum + width, 0)
}

/** Widths between two that together fit into the room, all of them as far along; null where even the lower ones do not. */
function between(
  low: ReadonlyMap<LibraryColumn, number>,
  high: ReadonlyMap<LibraryColumn, number>,
  room: number,
): ReadonlyMap<LibraryColumn, number> | null {
  const [from, to] = [sumOf(low), sumOf(high)]
  if (from > room) return null
  const share = to <= room ? 1 : (room - from) / (to - from)
  return new Map([...low].map(([column, width]) => [column, width + share * ((high.get(column) ?? width) - width)]))
}
