import { z } from 'zod'
import { create } from 'zustand'
import { storedValue } from '../../kept-entries'

/** The columns that people may take away and widen, in their order; the name is always there and takes what room is left. */
export const libraryColumns = [
  'collection',
  'tags',
  'format',
  'size',
  'content',
  'dated',
  'changed',
  'state',
  'added',
] as const
export type LibraryColumn = (typeof libraryColumns)[number]
export type WideColumn = LibraryColumn | 'name'

/** Columns that are there only where somebody wants them. */
const onWish: readonly LibraryColumn[] = ['dated', 'changed']

/** Widths of a column in CSS pixels. */
export const columnWidths = { least: 40, most: 480 } as const
const mostName = 1600

const Width = z.number().min(columnWidths.least).max(mostName)
const Kept = z.object({
  hidden: z.array(z.enum(libraryColumns)).catch([]),
  wished: z.array(z.enum(libraryColumns)).catch([]),
  widths: z.partialRecord(z.enum([...libraryColumns, 'name']), Width).catch({}),
})
const stored = storedValue('localStorage', 'cairn.library.columns', Kept)

export interface Columns {
  readonly hidden: ReadonlySet<LibraryColumn>
  /** In CSS pixels, as wished; what is missing has its usual width. */
  readonly widths: Readonly<Partial<Record<WideColumn, number>>>
}

function readColumns(): Columns {
  const { hidden, wished, widths } = stored.read() ?? Kept.parse({})
  return { hidden: new Set([...hidden, ...onWish.filter((column) => !wished.includes(column))]), widths }
}

export const useLibraryColumns = create<Columns>(readColumns)

/** Whether nobody has changed anything. */
export function areAsAtFirst({ hidden, widths }: Columns): boolean {
  return Object.keys(widths).length === 0 && hidden.size === onWish.length && onWish.every((one) => hidden.has(one))
}

export function showColumn(column: LibraryColumn, shown: boolean): void {
  const hidden = new Set(useLibraryColumns.getState().hidden)
  if (shown) hidden.delete(column)
  else hidden.add(column)
  useLibraryColumns.setState({ hidden })
  keep()
}

/** Null gives a column its usual width back. Widths out of bounds are brought within them. */
export function widenColumn(column: WideColumn, width: number | null): void {
  const { [column]: _before, ...others } = useLibraryColumns.getState().widths
  const { least } = columnWidths
  const most = column === 'name' ? mostName : columnWidths.most
  const kept = width === null ? {} : { [column]: Math.round(Math.min(most, Math.max(least, width))) }
  useLibraryColumns.setState({ widths: { ...others, ...kept } })
  keep()
}

/** Every column as it was at first. */
export function resetColumns(): void {
  useLibraryColumns.setState({ hidden: new Set(onWish), widths: {} })
  keep()
}

function keep(): void {
  const { hidden, widths } = useLibraryColumns.getState()
  stored.write({
    hidden: [...hidden].filter((column) => !onWish.includes(column)),
    wished: onWish.filter((column) => !hidden.has(column)),
    widths,
  })
}
