import { defaultShortcuts, type ShortcutAction } from '@shared/settings'
import { useEffect, useEffectEvent } from 'react'
import { useSettings } from '../settings-store'

/** Keys that cannot be changed, as those of a list or a find bar. */
export const fixedShortcuts = {
  previous_citation: 'alt+arrowup',
  next_citation: 'alt+arrowdown',
  notices: 'f8',
  next_column: 'f6',
  previous_column: 'shift+f6',
} as const
export type FixedAction = keyof typeof fixedShortcuts
export const fixedActions = Object.keys(fixedShortcuts) as FixedAction[]

type Action = ShortcutAction | FixedAction

const handlers = new Map<Action, (() => boolean)[]>()

/** Handles an action until the returned function is called. The latest handler is asked first; false passes it on. */
export function onShortcut(action: Action, handle: () => boolean): () => void {
  handlers.set(action, [handle, ...(handlers.get(action) ?? [])])
  return () => {
    handlers.set(
      action,
      (handlers.get(action) ?? []).filter((other) => other !== handle),
    )
  }
}

/** Handles an action while its component is on the screen, with the newest `handle`; false passes the action on. */
export function useShortcut(action: Action, handle: () => unknown): void {
  const handleNow = useEffectEvent(handle)
  useEffect(() => onShortcut(action, () => handleNow() !== false), [action])
}

/** Does what an action stands for. False where nothing on the screen can. */
export function runAction(action: Action): boolean {
  return (handlers.get(action) ?? []).some((handle) => handle())
}

export function shortcutOf(action: Action): string {
  if (isFixed(action)) return fixedShortcuts[action]
  return useSettings.getState().settings.shortcuts[action] ?? defaultShortcuts[action]
}

function isFixed(action: Action): action is FixedAction {
  return Object.hasOwn(fixedShortcuts, action)
}

/** The combination a key event stands for, as `mod+shift+k`; empty while only modifiers are down. */
export function comboOf(event: KeyboardEvent, mac = isMac()): string {
  const key = event.key.toLowerCase()
  if (['control', 'meta', 'shift', 'alt'].includes(key)) return ''
  const mod = mac ? event.metaKey : event.ctrlKey
  const other = mac ? event.ctrlKey : event.metaKey
  const named = key === ' ' ? 'space' : latinKey(key, event.code)
  return [mod && 'mod', other && 'ctrl', event.altKey && 'alt', event.shiftKey && 'shift', named]
    .filter((part) => part !== false)
    .join('+')
}

/** The key as a Latin keyboard has it in that place: a layout in another script has no letters that a shortcut could name. */
function latinKey(key: string, code: string): string {
  if (key.length !== 1 || /^[\p{ASCII}\p{Script=Latin}]$/u.test(key)) return key
  return /^(?:Key|Digit)(.)$/u.exec(code)?.[1]?.toLowerCase() ?? signs[code] ?? key
}

/** What stands on the keys beside the letters, where other scripts have letters, too. */
const signs: Readonly<Record<string, string>> = {
  Comma: ',',
  Period: '.',
  Slash: '/',
  Semicolon: ';',
  Quote: "'",
  BracketLeft: '[',
  BracketRight: ']',
  Backslash: '\\',
  Backquote: '`',
  Minus: '-',
  Equal: '=',
}

export function isMac(): boolean {
  return /mac/iu.test(navigator.platform)
}

/** The keys of a combination as they are printed on this machine's keyboard. */
export function keysOf(combo: string, mac = isMac()): string[] {
  const arrows = { arrowup: '↑', arrowdown: '↓' }
  const names: Record<string, string> = mac
    ? { ...arrows, mod: '⌘', ctrl: '⌃', alt: '⌥', shift: '⇧', escape: 'Esc', enter: '↩' }
    : { ...arrows, mod: 'Ctrl', ctrl: 'Win', alt: 'Alt', shift: 'Shift', escape: 'Esc', enter: 'Enter' }
  return combo.split('+').map((key) => names[key] ?? (/^(?:.|f\d+)$/u.test(key) ? key.toUpperCase() : key))
}

/** Listens to the keyboard for the whole window until the returned function is called. */
export function listenForShortcuts(): () => void {
  const press = (event: KeyboardEvent) => {
    if (event.defaultPrevented || event.isComposing || event.repeat) return
    const combo = comboOf(event)
    if (combo === '') return
    const all = [...(Object.keys(defaultShortcuts) as ShortcutAction[]), ...fixedActions]
    const action = all.find((one) => shortcutOf(one) === combo)
    // Plain keys belong to whatever is being typed into, except Escape and those that write nothing.
    if (!action || (!/^(?:escape|(?:shift\+)?f\d+)$|mod/u.test(combo) && isTyping(event.target))) return
    if (runAction(action)) event.preventDefault()
  }
  window.addEventListener('keydown', press)
  return () => window.removeEventListener('keydown', press)
}

function isTyping(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement && (target.isContentEditable || /^(?:input|textarea|select)$/iu.test(target.tagName))
  )
}

/** The keys of an action as they are printed on this keyboard; follows the settings. */
export function useShortcutKeys(action: ShortcutAction): string[] {
  return keysOf(useSettings((state) => state.settings.shortcuts[action]) ?? defaultShortcuts[action])
}
