import { columnWidths, LibrarySettings, type libraryColumns, type Settings } from '@shared/settings'
import { z } from 'zod'
import { create } from 'zustand'
import { storedValue } from '../../kept-entries'
import { changeSettings, useSettings } from '../../settings-store'

export type LibraryColumn = (typeof libraryColumns)[number]
export type WideColumn = LibraryColumn | 'name'

/** Columns that are there only where somebody wants them. */
const onWish: readonly LibraryColumn[] = ['dated', 'changed']

/** Where columns were kept before they belonged to the library: in one browser. */
const { hidden_columns, wished_columns, column_widths } = LibrarySettings.shape
const Kept = z.object({ hidden: hidden_columns, wished: wished_columns, widths: column_widths })
const stored = storedValue('localStorage', 'cairn.library.columns', Kept.nullable())

export interface Columns {
  readonly hidden: ReadonlySet<LibraryColumn>
  /** In CSS pixels, as wished; what is missing has its usual width. */
  readonly widths: Readonly<Partial<Record<WideColumn, number>>>
}

function columnsOf({ hidden, wished, widths }: z.infer<typeof Kept>): Columns {
  return { hidden: new Set([...hidden, ...onWish.filter((column) => !wished.includes(column))]), widths }
}

function columnsIn({ library }: Settings): Columns {
  return columnsOf({ hidden: library.hidden_columns, wished: library.wished_columns, widths: library.column_widths })
}

function settingsOf({ hidden, widths }: Columns) {
  return {
    hidden_columns: [...hidden].filter((column) => !onWish.includes(column)),
    wished_columns: onWish.filter((column) => !hidden.has(column)),
    column_widths: widths,
  }
}

/** What the settings say, and ahead of them what is being dragged. */
export const useLibraryColumns = create<Columns>(() => columnsIn(useSettings.getState().settings))

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
  const most = column === 'name' ? columnWidths.mostName : columnWidths.most
  const kept = width === null ? {} : { [column]: Math.round(Math.min(most, Math.max(least, width))) }
  useLibraryColumns.setState({ widths: { ...others, ...kept } })
  keep()
}

/** Every column as it was at first. */
export function resetColumns(): void {
  useLibraryColumns.setState({ hidden: new Set(onWish), widths: {} })
  keep()
}

/** An edge that is dragged moves many times a second; the engine is told where it comes to rest. */
const restMs = 250
let resting: ReturnType<typeof setTimeout> | undefined

function keep(): void {
  clearTimeout(resting)
  resting = setTimeout(() => {
    resting = undefined
    void changeSettings({ library: settingsOf(useLibraryColumns.getState()) })
  }, restMs)
}

function follow(): void {
  const { settings, known } = useSettings.getState()
  // What is still being moved here comes after what another window set.
  if (resting !== undefined) return
  const columns = columnsIn(settings)
  const old = known ? stored.read() : null
  if (old) {
    stored.write(null)
    if (areAsAtFirst(columns)) {
      useLibraryColumns.setState(columnsOf(old))
      keep()
      return
    }
  }
  const shown = useLibraryColumns.getState()
  if (JSON.stringify(settingsOf(shown)) !== JSON.stringify(settingsOf(columns))) useLibraryColumns.setState(columns)
}

useSettings.subscribe(follow)
follow()
