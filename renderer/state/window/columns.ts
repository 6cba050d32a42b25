import { create } from 'zustand'
import { useShallow } from 'zustand/react/shallow'
import { useRoute } from './address'
import { roomFor, type SideColumn } from './fit-columns'
import { readLayout } from './layout'
import { type PanelTab, showTab } from './panel-tab'
import type { Route } from './route'

interface Columns {
  /** Whether the reader wants the column open, even where the window has no room for it. */
  readonly sidebarOpen: boolean
  readonly panelOpen: boolean
  /** The side column that was asked for last. */
  readonly foremost: SideColumn
  /** Width of the window in CSS pixels. */
  readonly room: number
  /** The document takes most of the window. */
  readonly documentWide: boolean
}

export const useColumns = create<Columns>(() => {
  const { sidebarOpen, panelOpen, foremost } = readLayout()
  return { sidebarOpen, panelOpen, foremost, room: window.innerWidth, documentWide: false }
})

/** Whether the right panel has anything to say about a view. */
export function panelBelongs({ view, document }: Route): boolean {
  return view === 'chat' || (view !== 'models' && view !== 'settings' && document !== null)
}

/** The side columns that are on show: wanted, of use to the view, and with room in the window. */
export function shownColumns() {
  return shownOf(useColumns.getState(), panelBelongs(useRoute.getState()))
}

/** The same, followed. */
export function useShownColumns() {
  const belongs = useRoute(panelBelongs)
  return useColumns(useShallow((columns) => shownOf(columns, belongs)))
}

function shownOf({ sidebarOpen, panelOpen, foremost, room }: Columns, belongs: boolean) {
  return roomFor(room, { sidebar: sidebarOpen, panel: panelOpen && belongs, foremost })
}

export function showSidebar(): void {
  useColumns.setState({ sidebarOpen: true, foremost: 'sidebar' })
}

export function showPanel(tab?: PanelTab['tab']): void {
  useColumns.setState({ panelOpen: true, foremost: 'panel' })
  if (tab !== undefined) showTab(tab)
}

export function toggleSidebar(): void {
  if (shownColumns().sidebar) useColumns.setState({ sidebarOpen: false })
  else showSidebar()
}

export function togglePanel(): void {
  if (shownColumns().panel) useColumns.setState({ panelOpen: false })
  else showPanel()
}

export function toggleDocumentWide(): void {
  useColumns.setState(({ documentWide }) => ({ documentWide: !documentWide }))
}
