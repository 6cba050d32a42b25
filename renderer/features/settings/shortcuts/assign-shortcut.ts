import { defaultShortcuts, type Settings, type ShortcutAction, shortcutActions } from '@shared/settings'

type Shortcuts = Settings['shortcuts']

/** The shortcuts after an action was given a combination. Whoever had it takes what the action had, so none goes without. */
export function assignShortcut(shortcuts: Shortcuts, action: ShortcutAction, combo: string): Shortcuts {
  const comboFor = (one: ShortcutAction) => shortcuts[one] ?? defaultShortcuts[one]
  const holder = shortcutActions.find((other) => other !== action && comboFor(other) === combo)
  const next: Shortcuts = { ...shortcuts, [action]: combo, ...(holder ? { [holder]: comboFor(action) } : {}) }
  // Only what differs from the defaults is kept.
  return Object.fromEntries(
    shortcutActions.flatMap((one) => {
      const value = next[one]
      return value === undefined || value === defaultShortcuts[one] ? [] : [[one, value]]
    }),
  )
}

/** Whether a combination can be a shortcut: plain letters are for typing. */
export function isUsable(combo: string): boolean {
  const parts = combo.split('+')
  return (
    combo.length <= 40 &&
    (parts.includes('mod') ||
      parts.includes('ctrl') ||
      parts.includes('alt') ||
      /^(?:shift\+)?f\d{1,2}$/u.test(combo) ||
      combo === 'escape')
  )
}

/** Combinations that browsers do not hand to a page. */
const browserCombos = new Set(['mod+n', 'mod+t', 'mod+w', 'mod+shift+n', 'mod+shift+t', 'mod+shift+w', 'mod+q'])

export function isKeptByBrowser(combo: string): boolean {
  return browserCombos.has(combo)
}
