import type { MenuEntry, WindowWords } from './menu-template'

/** The clicked place, as Chromium describes it. */
export interface Clicked {
  readonly isEditable: boolean
  readonly selectionText: string
  /** The word under the mouse that no dictionary has; empty for none. */
  readonly misspelledWord: string
  /** What it may have been meant to be. */
  readonly dictionarySuggestions: readonly string[]
}

/** More would push what the menu is opened for off the screen. */
const mostSuggestions = 5

/** The menu of the right mouse button: what can be done with text, and nothing where there is none. */
export function contextMenu(clicked: Clicked, words: WindowWords): MenuEntry[] {
  const { isEditable, selectionText } = clicked
  const copy: MenuEntry = { role: 'copy', label: words.copy }
  if (!isEditable) return selectionText.trim() === '' ? [] : [copy]
  return [
    ...spelling(clicked, words),
    { role: 'undo', label: words.undo },
    { role: 'redo', label: words.redo },
    { type: 'separator' },
    { role: 'cut', label: words.cut },
    copy,
    { role: 'paste', label: words.paste },
    { role: 'selectAll', label: words.selectAll },
  ]
}

function spelling({ misspelledWord: wrong, dictionarySuggestions }: Clicked, words: WindowWords): MenuEntry[] {
  if (wrong === '') return []
  return [
    ...dictionarySuggestions
      .slice(0, mostSuggestions)
      .map((word): MenuEntry => ({ label: word, act: { do: 'replace_word', word } })),
    { label: words.learnWord, act: { do: 'learn_word', word: wrong } },
    { type: 'separator' },
  ]
}
