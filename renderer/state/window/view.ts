import { create } from 'zustand'
import { roomFor, type SideColumn } from './fit-columns'
import { readLayout, readTab, saveTab } from './layout'
import { parseRoute, type Route, type ShownDocument, writeRoute } from './route'

export type ViewName = Route['view']

type AnswerTab = 'evidence' | 'context'

interface ViewState {
  readonly route: Route
  /** Whether the reader wants the column open, even where the window has no room for it. */
  readonly sidebarOpen: boolean
  readonly panelOpen: boolean
  /** The side column that was asked for last. */
  readonly foremost: SideColumn
  /** Width of the window in CSS pixels. */
  readonly room: number
  /** The tab of the right panel that is on show. */
  readonly panelTab: AnswerTab | 'document'
  /** The last tab about an answer, to be shown again when the document is closed. */
  readonly answerTab: AnswerTab
  /** The document takes most of the window. */
  readonly documentWide: boolean
  /** The element that had the focus when the document was opened, to have it again afterwards. */
  readonly documentOpener: HTMLElement | null
  /** The document was opened by keyboard and has not had the focus yet. */
  readonly documentAwaitsFocus: boolean
  readonly paletteOpen: boolean
  /** The citation under the pointer or focus: lights its card and its sentences. */
  readonly lit: { readonly turnId: string; readonly number: number } | null
}

export const useView = create<ViewState>(() => {
  const route = parseRoute(window.location.hash)
  const { sidebarOpen, panelOpen, foremost } = readLayout()
  const tab = readTab(window.location.hash) ?? (route.document ? 'document' : 'evidence')
  return {
    route,
    sidebarOpen,
    panelOpen,
    foremost,
    room: window.innerWidth,
    panelTab: tab,
    answerTab: tab === 'context' ? 'context' : 'evidence',
    documentWide: false,
    documentOpener: null,
    documentAwaitsFocus: false,
    paletteOpen: false,
    lit: null,
  }
})

useView.subscribe(({ route, panelTab }, before) => {
  if (route !== before.route || panelTab !== before.panelTab) saveTab(writeRoute(route), panelTab)
})

/** Goes somewhere; what the change leaves out stays. The address bar follows, so that a reload comes back here. */
export function go(change: Partial<Route>, options: { replace?: boolean } = {}): void {
  const route = { ...useView.getState().route, ...change }
  useView.setState({ route })
  const hash = writeRoute(route)
  if (hash === window.location.hash) return
  if (options.replace === true) window.history.replaceState(null, '', hash)
  else window.history.pushState(null, '', hash)
}

/** Whether the right panel has anything to say about a view. */
export function panelBelongs({ view, document }: Route): boolean {
  return view === 'chat' || (view !== 'models' && view !== 'settings' && document !== null)
}

/** The side columns that are on show: wanted, of use to the view, and with room in the window. */
export function shownColumns({ sidebarOpen, panelOpen, foremost, room, route }: ViewState) {
  return roomFor(room, { sidebar: sidebarOpen, panel: panelOpen && panelBelongs(route), foremost })
}

export function showSidebar(): void {
  useView.setState({ sidebarOpen: true, foremost: 'sidebar' })
}

export function showPanel(tab?: ViewState['panelTab']): void {
  useView.setState({ panelOpen: true, foremost: 'panel' })
  if (tab !== undefined) showTab(tab)
}

export function toggleSidebar(): void {
  if (shownColumns(useView.getState()).sidebar) useView.setState({ sidebarOpen: false })
  else showSidebar()
}

export function togglePanel(): void {
  if (shownColumns(useView.getState()).panel) useView.setState({ panelOpen: false })
  else showPanel()
}

/** Opens a document in the right panel; with `byKeyboard` the focus goes on into the document. */
export function openDocument(document: ShownDocument, byKeyboard = false): void {
  useView.setState((before) => ({
    panelOpen: true,
    foremost: 'panel',
    panelTab: 'document',
    answerTab: answerTabOf(before),
    documentOpener: focused(),
    documentAwaitsFocus: byKeyboard,
  }))
  go({ document })
}

export function closeDocument(): void {
  useView.setState((before) => ({
    panelTab: answerTabOf(before),
    documentWide: false,
    documentAwaitsFocus: false,
  }))
  go({ document: null })
}

/** Shows a tab of the right panel. */
export function showTab(tab: ViewState['panelTab']): void {
  useView.setState((before) => ({ panelTab: tab, answerTab: tab === 'document' ? answerTabOf(before) : tab }))
}

function answerTabOf({ panelTab, answerTab }: ViewState): AnswerTab {
  return panelTab === 'document' ? answerTab : panelTab
}

/** The element that has the focus; null where nothing has. */
export function focused(): HTMLElement | null {
  const { activeElement, body } = window.document
  return activeElement instanceof HTMLElement && activeElement !== body ? activeElement : null
}

export function toggleDocumentWide(): void {
  useView.setState(({ documentWide }) => ({ documentWide: !documentWide }))
}

/** Listens to back and forward until the returned function is called. */
export function followHistory(): () => void {
  const read = () => {
    const route = parseRoute(window.location.hash)
    useView.setState((before) => ({
      route,
      panelTab: route.document ? 'document' : answerTabOf(before),
      answerTab: answerTabOf(before),
    }))
  }
  window.addEventListener('popstate', read)
  window.addEventListener('hashchange', read)
  return () => {
    window.removeEventListener('popstate', read)
    window.removeEventListener('hashchange', read)
  }
}

/** The query of the palette; letters typed before it is on the screen count. */
export const usePalette = create<{ readonly query: string }>(() => ({ query: '' }))

useView.subscribe(({ paletteOpen }, before) => {
  if (paletteOpen && !before.paletteOpen) usePalette.setState({ query: '' })
})

/** Takes a key that was pressed while the palette opened into its query. False for a key that writes nothing. */
export function typeAhead({ key, ctrlKey, metaKey, altKey, isComposing }: KeyboardEvent): boolean {
  if (isComposing || ctrlKey || metaKey || altKey) return false
  if (key !== 'Backspace' && !/^.$/u.test(key)) return false
  usePalette.setState(({ query }) => ({ query: key === 'Backspace' ? query.slice(0, -1) : query + key }))
  return true
}
