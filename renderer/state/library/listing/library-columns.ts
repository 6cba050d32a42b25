import { z } from 'zod'
import { create } from 'zustand'
import { storedValue } from '../../kept-entries'

/** The columns that people may take away and widen; the name is always there and takes what room is left. */
export const libraryColumns = ['collection', 'tags', 'format', 'size', 'content', 'state', 'added'] as const
export type LibraryColumn = (typeof libraryColumns)[number]

/** Widths of a column in CSS pixels. */
export const columnWidths = { least: 40, most: 480 } as const

const Kept = z.object({
  hidden: z.array(z.enum(libraryColumns)).catch([]),
  widths: z.partialRecord(z.enum(libraryColumns), z.number().min(columnWidths.least).max(columnWidths.most)).catch({}),
})
const stored = storedValue('localStorage', 'cairn.library.columns', Kept)

interface Columns {
  readonly hidden: ReadonlySet<LibraryColumn>
  /** In CSS pixels; what is missing has its usual width. */
  readonly widths: Readonly<Partial<Record<LibraryColumn, number>>>
}

function readColumns(): Columns {
  const { hidden, widths } = stored.read() ?? Kept.parse({})
  return { hidden: new Set(hidden), widths }
}

export const useLibraryColumns = create<Columns>(readColumns)

export function showColumn(column: LibraryColumn, shown: boolean): void {
  const hidden = new Set(useLibraryColumns.getState().hidden)
  if (shown) hidden.delete(column)
  else hidden.add(column)
  useLibraryColumns.setState({ hidden })
  keep()
}

/** Null gives a column its usual width back. Widths out of bounds are brought within them. */
export function widenColumn(column: LibraryColumn, width: number | null): void {
  const { [column]: _before, ...others } = useLibraryColumns.getState().widths
  const { least, most } = columnWidths
  const kept = width === null ? {} : { [column]: Math.round(Math.min(most, Math.max(least, width))) }
  useLibraryColumns.setState({ widths: { ...others, ...kept } })
  keep()
}

/** Every column as it was at first. */
export function resetColumns(): void {
  useLibraryColumns.setState({ hidden: new Set(), widths: {} })
  keep()
}

function keep(): void {
  const { hidden, widths } = useLibraryColumns.getState()
  stored.write({ hidden: [...hidden], widths })
}

/** The choices as custom properties of the list's style sheet: widths, and columns that are not there. */
export function columnStyle({ hidden, widths }: Columns): Record<`--${string}`, string> {
  const wide = Object.entries(widths).map(([column, width]) => [`--wide-${column}`, `${width}px`])
  // A width of white space alone takes a track away.
  const gone = [...hidden].flatMap((column) => [
    [`--${column}`, ' '],
    [`--show-${column}`, 'none'],
  ])
  return Object.fromEntries([...wide, ...gone]) as Record<`--${string}`, string>
}
