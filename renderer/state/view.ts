import { create } from 'zustand'
import { readLayout } from './layout'
import { parseRoute, type Route, type ShownDocument, writeRoute } from './route'

export type ViewName = Route['view']

interface ViewState {
  readonly route: Route
  readonly sidebarOpen: boolean
  readonly panelOpen: boolean
  /** What the right panel shows. */
  readonly panelTab: 'evidence' | 'document'
  /** The document takes most of the window. */
  readonly documentWide: boolean
  readonly paletteOpen: boolean
  /** The citation under the pointer or focus: lights its card and its sentences. */
  readonly lit: { readonly turnId: string; readonly number: number } | null
}

export const useView = create<ViewState>(() => {
  const route = parseRoute(window.location.hash)
  const { sidebarOpen, panelOpen } = readLayout()
  return {
    route,
    sidebarOpen,
    panelOpen,
    panelTab: route.document ? 'document' : 'evidence',
    documentWide: false,
    paletteOpen: false,
    lit: null,
  }
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

/** Opens a document in the right panel, at a range of its text where one is given. */
export function openDocument(document: ShownDocument): void {
  useView.setState({ panelOpen: true, panelTab: 'document' })
  go({ document })
}

export function closeDocument(): void {
  useView.setState({ panelTab: 'evidence', documentWide: false })
  go({ document: null })
}

export function toggleDocumentWide(): void {
  useView.setState(({ documentWide }) => ({ documentWide: !documentWide }))
}

/** Listens to back and forward until the returned function is called. */
export function followHistory(): () => void {
  const read = () => {
    const route = parseRoute(window.location.hash)
    useView.setState({ route, panelTab: route.document ? 'document' : 'evidence' })
  }
  window.addEventListener('popstate', read)
  window.addEventListener('hashchange', read)
  return () => {
    window.removeEventListener('popstate', read)
    window.removeEventListener('hashchange', read)
  }
}
