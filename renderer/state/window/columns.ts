import { create } from 'zustand'
import { useShallow } from 'zustand/react/shallow'
import { useRoute } from './address'
import { type ColumnNeeds, graphNeeds, leastBeside, leastForColumns, roomFor, type SideColumn } from './fit-columns'
import { readLayout } from './layout'
import { type PanelTab, showTab, usePanelTab } from './panel-tab'
import type { Route } from './route'

interface Columns {
  /** Whether the reader wants the column open, even where the window has no room for it. */
  readonly sidebarOpen: boolean
  readonly panelOpen: boolean
  /** The side column that was asked for last. */
  readonly foremost: SideColumn
  /** The side column that was asked for in a window with no room beside the centre; gone once something is chosen. */
  readonly laidOver: SideColumn | null
  /** Width of the window in CSS pixels. */
  readonly room: number
  /** The document takes most of the window. */
  readonly documentWide: boolean
}

export const useColumns = create<Columns>(() => {
  const { sidebarOpen, panelOpen, foremost } = readLayout()
  return { sidebarOpen, panelOpen, foremost, laidOver: null, room: window.innerWidth, documentWide: false }
})

/** Whether the right panel has anything to say about a view. */
export function panelBelongs({ view, document }: Route): boolean {
  return view === 'chat' || (view !== 'models' && view !== 'settings' && document !== null)
}

/** What the right panel is about: nothing that is of use to the view, an answer, or a document. */
type PanelMatter = 'nothing' | 'answer' | 'document'

function matterOf(route: Route, tab: PanelTab['tab']): PanelMatter {
  if (!panelBelongs(route)) return 'nothing'
  const isDocument = route.document !== null && (tab === 'document' || route.view !== 'chat')
  return isDocument ? 'document' : 'answer'
}

/** The side columns that are on show: wanted, of use to the view, and with room in the window. */
export function shownColumns() {
  const route = useRoute.getState()
  return shownOf(useColumns.getState(), matterOf(route, usePanelTab.getState().tab), needsOf(route))
}

/** The same, followed. */
export function useShownColumns() {
  const tab = usePanelTab((state) => state.tab)
  const matter = useRoute((route) => matterOf(route, tab))
  const needs = useRoute(needsOf)
  return useColumns(useShallow((columns) => shownOf(columns, matter, needs)))
}

/** The graph keeps its drawing and its list side by side while a document is read; undefined for what is usual. */
function needsOf({ view, document }: Route): ColumnNeeds | undefined {
  return view === 'graph' && document !== null ? graphNeeds : undefined
}

/** `over` and `sidebarOver`: the column lies over the centre and takes no room from it. `document`: the panel shows one. */
function shownOf(columns: Columns, matter: PanelMatter, needs: ColumnNeeds | undefined) {
  const { sidebarOpen, panelOpen, foremost, room } = columns
  if (room < leastForColumns) return { ...shownOver(columns, matter), needs }
  const panel = panelOpen && matter !== 'nothing'
  const document = panel && matter === 'document'
  const over = document && room < leastBeside
  const shown = roomFor(room, { sidebar: sidebarOpen, panel: panel && !over, foremost }, needs)
  return { ...shown, panel: shown.panel || over, over, sidebarOver: false, document, needs }
}

/** In a window with no room for any: one at a time, and an open document until another is asked for. */
function shownOver({ panelOpen, laidOver }: Columns, matter: PanelMatter) {
  const sidebar = laidOver === 'sidebar'
  const document = !sidebar && panelOpen && matter === 'document'
  const panel = document || (laidOver === 'panel' && matter !== 'nothing')
  return { sidebar, panel, over: panel, sidebarOver: sidebar, document }
}

export function showSidebar(): void {
  useColumns.setState({ sidebarOpen: true, foremost: 'sidebar', laidOver: 'sidebar' })
}

export function showPanel(tab?: PanelTab['tab']): void {
  useColumns.setState({ panelOpen: true, foremost: 'panel', laidOver: 'panel' })
  if (tab !== undefined) showTab(tab)
}

/** A column that lies over the centre comes back beside it in a wider window. */
export function closeSidebar(): void {
  useColumns.setState(shownColumns().sidebarOver ? { laidOver: null } : { sidebarOpen: false })
}

export function closePanel(): void {
  const { over, document } = shownColumns()
  useColumns.setState(over && !document ? { laidOver: null } : { panelOpen: false, laidOver: null })
}

export function toggleSidebar(): void {
  if (shownColumns().sidebar) closeSidebar()
  else showSidebar()
}

export function togglePanel(): void {
  if (shownColumns().panel) closePanel()
  else showPanel()
}

/** Takes over how wide the window is. What lay over the centre of a narrow one does not come back in the next. */
export function setRoom(room: number): void {
  useColumns.setState((before) => {
    const isOther = room < leastForColumns !== before.room < leastForColumns
    return isOther ? { room, laidOver: null } : { room }
  })
}

// Something was chosen.
useRoute.subscribe(() => useColumns.setState({ laidOver: null }))

export function toggleDocumentWide(): void {
  useColumns.setState(({ documentWide }) => ({ documentWide: !documentWide }))
}
