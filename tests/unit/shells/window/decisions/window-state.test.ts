import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { fitToScreens, minWindowSize, WindowState } from '@shells/window/decisions/window-state'

const laptop = { x: 0, y: 25, width: 1440, height: 875 }
const beside = { x: 1440, y: 0, width: 1920, height: 1080 }
const kept = { x: 1600, y: 40, width: 1200, height: 800, maximized: false }

describe('where the window opens', () => {
  test('where it was', () => {
    expect(fitToScreens(kept, [laptop, beside])).toEqual(kept)
  })

  // Would catch a window that opens on a screen that was unplugged, where nobody can reach it.
  test('in the middle of the first screen when its screen is gone', () => {
    expect(fitToScreens(kept, [laptop])).toEqual({ width: 1200, height: 800, maximized: false })
  })

  test('where its title bar can be reached, not above the screen', () => {
    expect(fitToScreens({ ...kept, x: 100, y: -200 }, [laptop])).not.toHaveProperty('y')
  })

  test('no larger than the screen, no smaller than the layout needs', () => {
    expect(fitToScreens({ ...kept, x: 0, y: 30, width: 5000, height: 10 }, [laptop])).toMatchObject({
      width: laptop.width,
      height: minWindowSize.height,
    })
    expect(fitToScreens(undefined, [{ x: 0, y: 0, width: 640, height: 480 }])).toMatchObject(minWindowSize)
    expect(fitToScreens(undefined, [])).toMatchObject({ maximized: false })
  })

  // Would catch a damaged file that makes the window unusable or Electron throw.
  test('whatever was kept', () => {
    const numbers = fc.integer({ min: -1e9, max: 1e9 })
    const state = fc.record({ x: numbers, y: numbers, width: numbers, height: numbers, maximized: fc.boolean() })
    fc.assert(
      fc.property(state, (any) => {
        const shown = fitToScreens(any, [laptop, beside])
        expect(shown.width).toBeGreaterThanOrEqual(minWindowSize.width)
        expect(shown.height).toBeGreaterThanOrEqual(minWindowSize.height)
        expect((shown.x === undefined) === (shown.y === undefined)).toBe(true)
      }),
    )
    expect(WindowState.safeParse({ width: '900', height: 1, maximized: 'yes' }).success).toBe(false)
  })
})
