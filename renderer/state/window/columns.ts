import { create } from 'zustand'
import { useShallow } from 'zustand/react/shallow'
import { useRoute } from './address'
import { type ColumnNeeds, graphNeeds, leastBeside, roomFor, type SideColumn } from './fit-columns'
import { readLayout } from './layout'
import { type PanelTab, showTab, usePanelTab } from './panel-tab'
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

/** `over`: the panel lies over the centre and takes no room from it. `document`: it shows one. */
function shownOf(
  { sidebarOpen, panelOpen, foremost, room }: Columns,
  matter: PanelMatter,
  needs: ColumnNeeds | undefined,
) {
  const panel = panelOpen && matter !== 'nothing'
  const document = panel && matter === 'document'
  const over = document && room < leastBeside
  const shown = roomFor(room, { sidebar: sidebarOpen, panel: panel && !over, foremost }, needs)
  return { ...shown, panel: shown.panel || over, over, document, needs }
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
