import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  fitColumns,
  graphNeeds,
  leastCentre,
  leastWidth,
  neededWidth,
  roomFor,
} from '@renderer/state/window/fit-columns'

const foremost = fc.constantFrom('sidebar' as const, 'panel' as const)
const width = fc.option(fc.integer({ min: 120, max: 2000 }))

describe('roomFor', () => {
  it('closes the column asked for earlier where a window has no room for both', () => {
    const both = { sidebar: true, panel: true }
    expect(roomFor(1280, { ...both, foremost: 'sidebar' })).toEqual(both)
    expect(roomFor(882, { ...both, foremost: 'panel' })).toEqual(both)
    expect(roomFor(881, { ...both, foremost: 'sidebar' })).toEqual({ sidebar: true, panel: false })
    expect(roomFor(800, { ...both, foremost: 'panel' })).toEqual({ sidebar: false, panel: true })
  })

  it('shows a single column whatever was asked for last, and never one that is closed', () => {
    expect(roomFor(800, { sidebar: true, panel: false, foremost: 'panel' })).toEqual({ sidebar: true, panel: false })
    expect(roomFor(800, { sidebar: false, panel: true, foremost: 'sidebar' })).toEqual({ sidebar: false, panel: true })
    expect(roomFor(2000, { sidebar: false, panel: false, foremost: 'panel' })).toEqual({ sidebar: false, panel: false })
  })
})

describe('fitColumns', () => {
  const wanted = { sidebar: 248, panel: 360, wide: false, foremost: 'sidebar' } as const

  it('gives columns the widths they had, in a window wide enough', () => {
    expect(fitColumns(1280, wanted)).toEqual({ sidebar: 248, panel: 360 })
    expect(fitColumns(800, { ...wanted, foremost: 'panel' })).toEqual({ sidebar: 0, panel: 360 })
  })

  it('narrows the panel before the sidebar', () => {
    expect(fitColumns(1000, wanted)).toEqual({ sidebar: 248, panel: 350 })
    expect(fitColumns(890, wanted)).toEqual({ sidebar: 208, panel: 280 })
  })

  it('gives the graph the room of its drawing and list before a document, unless that is made wide', () => {
    const beside = { ...wanted, sidebar: null, panel: 576, foremost: 'panel' } as const
    expect(fitColumns(1440, beside, graphNeeds)).toEqual({ sidebar: 0, panel: 576 })
    expect(fitColumns(1280, beside, graphNeeds)).toEqual({ sidebar: 0, panel: 438 })
    expect(fitColumns(1280, { ...beside, wide: true }, graphNeeds)).toEqual({ sidebar: 0, panel: 878 })
  })

  it('leaves the sidebar and the centre their place beside a document made wide', () => {
    expect(fitColumns(1280, { ...wanted, wide: true })).toEqual({ sidebar: 248, panel: 630 })
    expect(fitColumns(2000, { ...wanted, sidebar: null, wide: true })).toEqual({ sidebar: 0, panel: 1400 })
  })

  it('never closes a column for want of room except for the other one, and never takes the centre its least', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 500, max: 4000 }),
        width,
        width,
        fc.boolean(),
        foremost,
        (room, sidebar, panel, wide, first) => {
          const fitted = fitColumns(room, { sidebar, panel, wide, foremost: first })
          const shown = roomFor(room, { sidebar: sidebar !== null, panel: panel !== null, foremost: first })
          expect({ sidebar: fitted.sidebar > 0, panel: fitted.panel > 0 }).toEqual(shown)
          if (shown.sidebar) expect(fitted.sidebar).toBeGreaterThanOrEqual(leastWidth.sidebar)
          if (shown.panel) expect(fitted.panel).toBeGreaterThanOrEqual(leastWidth.panel)
          expect(room - 2 - fitted.sidebar - fitted.panel).toBeGreaterThanOrEqual(leastCentre(room))
        },
      ),
    )
  })
})

describe('neededWidth', () => {
  it('is what a page needs, and never so much that the centre has less than the document', () => {
    expect([1100, 1440, 2000].map(neededWidth)).toEqual([440, 576, 600])
  })
})
