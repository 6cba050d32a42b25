import { create } from 'zustand'

/** The palette's state; letters typed before it is on the screen count into its query. */
export const usePalette = create<{ readonly open: boolean; readonly query: string }>(() => ({ open: false, query: '' }))

/** It begins anew each time. */
export function openPalette(): void {
  usePalette.setState({ open: true, query: '' })
}

export function closePalette(): void {
  usePalette.setState({ open: false })
}

/** Takes a key that was pressed while the palette opened into its query. False for a key that writes nothing. */
export function typeAhead({ key, ctrlKey, metaKey, altKey, isComposing }: KeyboardEvent): boolean {
  if (isComposing || ctrlKey || metaKey || altKey) return false
  if (key !== 'Backspace' && !/^.$/u.test(key)) return false
  usePalette.setState(({ query }) => ({ query: key === 'Backspace' ? query.slice(0, -1) : query + key }))
  return true
}
