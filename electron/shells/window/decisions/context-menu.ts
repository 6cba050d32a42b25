import type { MenuEntry, WindowWords } from './menu-template'

/** The clicked place, as Chromium describes it. */
export interface Clicked {
  readonly isEditable: boolean
  readonly selectionText: string
}

/** The menu of the right mouse button: what can be done with text, and nothing where there is none. */
export function contextMenu({ isEditable, selectionText }: Clicked, words: WindowWords): MenuEntry[] {
  const copy: MenuEntry = { role: 'copy', label: words.copy }
  if (!isEditable) return selectionText.trim() === '' ? [] : [copy]
  return [
    { role: 'undo', label: words.undo },
    { role: 'redo', label: words.redo },
    { type: 'separator' },
    { role: 'cut', label: words.cut },
    copy,
    { role: 'paste', label: words.paste },
    { role: 'selectAll', label: words.selectAll },
  ]
}
