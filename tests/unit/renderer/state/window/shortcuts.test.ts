import { describe, expect, it, vi } from 'vitest'
import { defaultShortcuts, shortcutActions } from '@shared/settings'

vi.stubGlobal('window', { location: { hash: '' }, addEventListener: () => undefined })
vi.stubGlobal('localStorage', { getItem: () => null, setItem: () => undefined })
const { comboOf, fixedActions, fixedShortcuts, keysOf, onShortcut, runAction } =
  await import('@renderer/state/window/shortcuts')

type Held = Partial<Record<'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey', boolean>>
const press = (key: string, held: Held = {}, code = '') =>
  ({ key, code, ctrlKey: false, metaKey: false, altKey: false, shiftKey: false, ...held }) as KeyboardEvent

describe('shortcuts', () => {
  it('gives every action a key, and no two the same', () => {
    const combos: string[] = [
      ...shortcutActions.map((action) => defaultShortcuts[action]),
      ...fixedActions.map((action) => fixedShortcuts[action]),
    ]
    expect(combos.every((combo) => combo.length > 0)).toBe(true)
    expect(new Set(combos).size).toBe(combos.length)
  })

  it('takes Cmd on a Mac and Ctrl elsewhere for mod, and nothing while only modifiers are down', () => {
    expect(comboOf(press('k', { metaKey: true }), true)).toBe('mod+k')
    expect(comboOf(press('k', { ctrlKey: true }), true)).toBe('ctrl+k')
    expect(comboOf(press('K', { ctrlKey: true, shiftKey: true }), false)).toBe('mod+shift+k')
    expect(comboOf(press('Control', { ctrlKey: true }), false)).toBe('')
    expect(comboOf(press(' ', { ctrlKey: true }), false)).toBe('mod+space')
  })

  // Would catch shortcuts that do nothing on a Russian keyboard, and others that move on a French one.
  it('goes by the place of a key where its letter is not Latin, and by the letter where it is', () => {
    expect(comboOf(press('л', { ctrlKey: true }, 'KeyK'), false)).toBe('mod+k')
    expect(comboOf(press('б', { ctrlKey: true }, 'Comma'), false)).toBe(defaultShortcuts.settings)
    expect(comboOf(press('١', { ctrlKey: true }, 'Digit1'), false)).toBe('mod+1')
    expect(comboOf(press('a', { ctrlKey: true }, 'KeyQ'), false)).toBe('mod+a')
    expect(comboOf(press('é', { ctrlKey: true }, 'Digit2'), false)).toBe('mod+é')
  })

  it('names keys as the keyboard does', () => {
    expect(keysOf('mod+shift+k', true)).toEqual(['⌘', '⇧', 'K'])
    expect(keysOf('mod+,', false)).toEqual(['Ctrl', ','])
    expect(keysOf('alt+arrowdown', false)).toEqual(['Alt', '↓'])
    expect(keysOf('shift+f6', false)).toEqual(['Shift', 'F6'])
  })

  it('asks the newest handler first, passes on what it declines, and forgets a removed one', () => {
    const asked: string[] = []
    const stopFirst = onShortcut('stop', () => asked.push('first') > 0)
    const stopSecond = onShortcut('stop', () => {
      asked.push('second')
      return false
    })
    expect(runAction('stop')).toBe(true)
    expect(asked).toEqual(['second', 'first'])
    stopSecond()
    stopFirst()
    expect(runAction('stop')).toBe(false)
  })
})
