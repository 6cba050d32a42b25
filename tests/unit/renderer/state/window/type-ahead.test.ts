import { beforeEach, expect, it } from 'vitest'
import { FakeBrowser } from '../browser'

new FakeBrowser()
const { closePalette, openPalette, typeAhead, usePalette } = await import('@renderer/state/window/palette-state')

const press = (key: string, more: Partial<KeyboardEvent> = {}) =>
  // Only what is read of an event.
  typeAhead({ key, ctrlKey: false, metaKey: false, altKey: false, isComposing: false, ...more } as KeyboardEvent)

beforeEach(() => {
  closePalette()
  openPalette()
})

it('keeps letters that were typed before the palette was on show', () => {
  for (const key of ['d', 'a', 'x', 'Backspace', 'r', '湖']) expect(press(key)).toBe(true)
  expect(usePalette.getState().query).toBe('dar湖')
})

it('leaves other keys to whom they are meant for, and begins anew each time', () => {
  for (const key of ['Enter', 'Escape', 'ArrowDown', 'Tab', 'F2']) expect(press(key)).toBe(false)
  expect(press('k', { ctrlKey: true })).toBe(false)
  expect(press('a', { isComposing: true })).toBe(false)
  press('a')
  closePalette()
  openPalette()
  expect(usePalette.getState().query).toBe('')
})
