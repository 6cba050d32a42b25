import { beforeEach, describe, expect, it, vi } from 'vitest'
import { FakeBrowser } from './browser'

const { page } = new FakeBrowser()
Object.assign(page, { document })
vi.stubGlobal('HTMLElement', EventTarget)
const { go } = await import('@renderer/state/window/address')
const { setRoom, showPanel, showSidebar, shownColumns, togglePanel, toggleSidebar, useColumns } =
  await import('@renderer/state/window/columns')
const { closeDocument, openDocument } = await import('@renderer/state/window/shown-document')

/** Which are on show; how is told by its own test. */
const shown = () => {
  const { sidebar, panel } = shownColumns()
  return { sidebar, panel }
}
const both = { sidebar: true, panel: true }
const sidebarAlone = { sidebar: true, panel: false }
const panelAlone = { sidebar: false, panel: true }

describe('columns of a window', () => {
  beforeEach(() => {
    go({ view: 'chat', document: null })
    useColumns.setState({ sidebarOpen: true, panelOpen: true, foremost: 'sidebar', laidOver: null, room: 1280 })
  })

  it('come back in a wider window as they were', () => {
    useColumns.setState({ room: 800 })
    expect(shown()).toEqual(sidebarAlone)
    useColumns.setState({ room: 1280 })
    expect(shown()).toEqual(both)
  })

  it('make way for each other in a narrow one when they are asked for', () => {
    useColumns.setState({ room: 800 })
    showPanel()
    expect(shown()).toEqual(panelAlone)
    showSidebar()
    expect(shown()).toEqual(sidebarAlone)
    openDocument({ id: 'd', range: null })
    expect(shownColumns()).toEqual({ ...both, over: true, sidebarOver: false, document: true })
    closeDocument()
    // Nothing to say about the library: the sidebar need not wait for it.
    go({ view: 'library' })
    expect(shown()).toEqual(sidebarAlone)
  })

  it('leave the centre its room under a document in a narrow window, and beside it in a wide one', () => {
    openDocument({ id: 'd', range: null })
    for (const [room, over] of [
      [1280, false],
      [1100, false],
      [1099, true],
      [720, true],
    ] as const) {
      useColumns.setState({ room })
      expect(shownColumns()).toEqual({ ...both, over, sidebarOver: false, document: true })
    }
    // The evidence takes a column of its own.
    showPanel('evidence')
    expect(shownColumns()).toMatchObject({ ...panelAlone, over: false, document: false })
    go({ view: 'library' })
    expect(shownColumns()).toMatchObject({ ...both, over: true, document: true })
    togglePanel()
    expect(shown()).toEqual(sidebarAlone)
  })

  it('leave the drawing and the list of the graph side by side under a document: the sidebar makes way first', () => {
    go({ view: 'graph' })
    openDocument({ id: 'd', range: null })
    for (const [room, columns] of [
      [1600, { ...both, over: false }],
      [1440, { ...panelAlone, over: false }],
      [1099, { ...both, over: true }],
    ] as const) {
      useColumns.setState({ room })
      expect(shownColumns()).toMatchObject({ ...columns, document: true })
    }
    useColumns.setState({ room: 1440 })
    closeDocument()
    expect(shown()).toEqual(sidebarAlone)
  })

  // Would catch a sidebar that leaves a phone's width of the answer, and one that covers what was just chosen in it.
  it('lie over the centre of a window with no room beside it, one at a time, until something is chosen', () => {
    setRoom(640)
    expect(shown()).toEqual({ sidebar: false, panel: false })
    toggleSidebar()
    expect(shownColumns()).toMatchObject({ ...sidebarAlone, sidebarOver: true, over: false })
    go({ view: 'library' })
    expect(shown()).toEqual({ sidebar: false, panel: false })
    showSidebar()
    // The view it is in already is a choice, too.
    go({ view: 'library' })
    expect(shown()).toEqual({ sidebar: false, panel: false })
    openDocument({ id: 'd', range: null })
    expect(shownColumns()).toMatchObject({ ...panelAlone, over: true, document: true })
    showSidebar()
    expect(shownColumns()).toMatchObject({ ...sidebarAlone, sidebarOver: true, over: false })
    toggleSidebar()
    expect(shownColumns()).toMatchObject({ ...panelAlone, over: true, document: true })
    closeDocument()
    go({ view: 'chat' })
    showPanel('evidence')
    expect(shownColumns()).toMatchObject({ ...panelAlone, over: true, document: false })
    togglePanel()
    expect(shown()).toEqual({ sidebar: false, panel: false })
    showSidebar()
    setRoom(1280)
    expect(shown()).toEqual(both)
    setRoom(640)
    expect(shown()).toEqual({ sidebar: false, panel: false })
  })

  it('open with their keys when the window only had no room for them', () => {
    useColumns.setState({ room: 800 })
    togglePanel()
    expect(shown()).toEqual(panelAlone)
    toggleSidebar()
    expect(shown()).toEqual(sidebarAlone)
    useColumns.setState({ room: 1280 })
    toggleSidebar()
    togglePanel()
    expect(shown()).toEqual({ sidebar: false, panel: false })
  })
})
