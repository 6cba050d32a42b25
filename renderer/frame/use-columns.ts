import { useEffect, useLayoutEffect, useState } from 'react'
import { usePanelRef } from 'react-resizable-panels'
import { readLayout, saveLayout } from '../state/layout'
import { type ViewName, useView } from '../state/view'

/** Whether the right panel has anything to say about a view. */
export function panelBelongs(view: ViewName, documentOpen: boolean): boolean {
  return view === 'chat' || ((view === 'library' || view === 'graph') && documentOpen)
}

/** The panel's share of the window with a document made wide. */
const widest = '70%'

/** The side columns: which are open, how wide they were, and what remembers it. */
export function useColumns() {
  const sidebar = usePanelRef()
  const panel = usePanelRef()
  const sidebarShown = useView((state) => state.sidebarOpen)
  const panelOpen = useView((state) => state.panelOpen)
  const panelShown = useView(({ panelOpen: open, route }) => open && panelBelongs(route.view, route.document !== null))
  const documentWide = useView((state) => state.documentWide)
  const [initial] = useState(readLayout)

  useLayoutEffect(() => {
    if (sidebarShown) sidebar.current?.resize(readLayout().sidebarWidth)
    else sidebar.current?.collapse()
  }, [sidebar, sidebarShown])
  useLayoutEffect(() => {
    if (panelShown) panel.current?.resize(documentWide ? widest : readLayout().panelWidth)
    else panel.current?.collapse()
  }, [panel, panelShown, documentWide])
  useEffect(() => saveLayout({ sidebarOpen: sidebarShown, panelOpen }), [sidebarShown, panelOpen])

  /** Takes over what the reader did with a separator; a column dragged shut is closed. */
  const keep = () => {
    const sidebarWidth = sidebar.current?.getSize().inPixels ?? 0
    const panelWidth = panel.current?.getSize().inPixels ?? 0
    if (sidebarShown && sidebarWidth > 0) saveLayout({ sidebarWidth })
    if (sidebarShown && sidebarWidth === 0) useView.setState({ sidebarOpen: false })
    if (panelShown && panelWidth > 0 && !documentWide) saveLayout({ panelWidth })
    if (panelShown && panelWidth === 0) useView.setState({ panelOpen: false })
  }
  return { sidebar, panel, sidebarShown, panelShown, initial, keep }
}
