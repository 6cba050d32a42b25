import { describe, expect, it, vi } from 'vitest'

vi.stubGlobal('window', { location: { hash: '' }, addEventListener: () => undefined })
vi.stubGlobal('localStorage', { getItem: () => null, setItem: () => undefined })
const { assignShortcut, isUsable } = await import('@renderer/features/settings/shortcuts/assign-shortcut')

describe('assignShortcut', () => {
  it('keeps only what differs from the defaults', () => {
    expect(assignShortcut({}, 'palette', 'mod+p')).toEqual({ palette: 'mod+p' })
    expect(assignShortcut({ palette: 'mod+p' }, 'palette', 'mod+k')).toEqual({})
  })

  it('swaps with whoever had the keys, so that no action is left without and none has two', () => {
    expect(assignShortcut({}, 'palette', 'mod+b')).toEqual({ palette: 'mod+b', toggle_sidebar: 'mod+k' })
    const swapped = assignShortcut({}, 'palette', 'mod+b')
    expect(assignShortcut(swapped, 'palette', 'mod+k')).toEqual({})
  })
})

describe('isUsable', () => {
  it('leaves plain letters to typing', () => {
    expect(['x', 'shift+x', 'enter', 'tab'].filter(isUsable)).toEqual([])
    expect(['mod+x', 'alt+x', 'f5', 'shift+f5', 'escape'].every(isUsable)).toBe(true)
  })
})
