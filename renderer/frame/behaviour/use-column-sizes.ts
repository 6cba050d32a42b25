import { useCallback, useEffect, useLayoutEffect, useState } from 'react'
import { flushSync } from 'react-dom'
import { useGroupRef, usePanelRef } from 'react-resizable-panels'
import { fitColumns, leastCentre, neededWidth } from '@renderer/state/window/fit-columns'
import { readLayout, saveLayout } from '@renderer/state/window/layout'
import {
  closePanel,
  closeSidebar,
  setRoom,
  shownColumns,
  useColumns,
  useShownColumns,
} from '@renderer/state/window/columns'

/** The side columns: which are on show, how wide they are, and what remembers it. */
export function useColumnSizes() {
  const group = useGroupRef()
  const sidebar = usePanelRef()
  const panel = usePanelRef()
  /** The element around all columns; absent on the welcome screen. */
  const [frame, setFrame] = useState<HTMLElement | null>(null)
  const {
    sidebar: sidebarShown,
    panel: panelShown,
    over,
    sidebarOver,
    document: documentShown,
    needs,
  } = useShownColumns()
  const documentWide = useColumns((state) => state.documentWide)
  const centreLeast = useColumns((state) => leastCentre(state.room))
  const [initial] = useState(widths)

  const lay = useCallback(() => {
    const { sidebar: left, panel: right } = widths()
    const columns = useColumns.getState().room - Number(left > 0) - Number(right > 0)
    if (frame === null || columns <= 0) return
    const share = (width: number) => (width / columns) * 100
    group.current?.setLayout({ sidebar: share(left), centre: share(columns - left - right), panel: share(right) })
  }, [group, frame])
  useLayoutEffect(lay, [
    lay,
    sidebarShown,
    panelShown,
    over,
    sidebarOver,
    documentShown,
    documentWide,
    centreLeast,
    needs,
  ])
  useRoomOf(frame, lay)
  useKeptColumns()

  /** Takes over what the reader did with a separator; a column dragged shut is closed. */
  const keep = () => {
    const sidebarWidth = sidebar.current?.getSize().inPixels ?? 0
    const panelWidth = panel.current?.getSize().inPixels ?? 0
    if (sidebarShown && !sidebarOver && sidebarWidth > 0) saveLayout({ sidebarWidth })
    if (sidebarShown && !sidebarOver && sidebarWidth === 0) closeSidebar()
    if (!panelShown || over) return
    const width = documentShown ? { documentWidth: panelWidth } : { panelWidth }
    if (panelWidth > 0 && !documentWide) saveLayout(width)
    if (panelWidth === 0) closePanel()
  }
  return { group, sidebar, panel, setFrame, sidebarShown, panelShown, over, sidebarOver, centreLeast, initial, keep }
}

/** Follows how wide the element around all columns is, and has them laid out anew. */
function useRoomOf(frame: HTMLElement | null, lay: () => void): void {
  useLayoutEffect(() => {
    if (frame === null) return
    // It hears of a new width after the columns themselves, which make room by closing one; before anything is painted they
    // are laid out as wanted.
    const observer = new ResizeObserver(() => {
      const room = frame.offsetWidth
      if (room === 0 || room === useColumns.getState().room) return
      flushSync(() => setRoom(room))
      lay()
    })
    observer.observe(frame)
    return () => observer.disconnect()
  }, [frame, lay])
}

/** Remembers which columns are open. */
function useKeptColumns(): void {
  useEffect(
    () =>
      useColumns.subscribe(({ sidebarOpen, panelOpen, foremost }, before) => {
        if (sidebarOpen === before.sidebarOpen && panelOpen === before.panelOpen && foremost === before.foremost) return
        saveLayout({ sidebarOpen, panelOpen, foremost })
      }),
    [],
  )
}

/** How wide the side columns are to be now, in CSS pixels. */
function widths() {
  const state = useColumns.getState()
  const shown = shownColumns()
  const { sidebarWidth, panelWidth, documentWidth } = readLayout()
  const panel = shown.document ? (documentWidth ?? Math.max(panelWidth, neededWidth(state.room))) : panelWidth
  const wanted = {
    sidebar: shown.sidebar && !shown.sidebarOver ? sidebarWidth : null,
    panel: shown.panel && !shown.over ? panel : null,
    wide: state.documentWide,
    foremost: state.foremost,
  }
  return fitColumns(state.room, wanted, shown.needs)
}
