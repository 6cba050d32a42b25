import { create } from 'zustand'
import { useView } from './view'

/** What is being looked for in the palette; letters typed before it is on show count. */
export const usePalette = create<{ readonly query: string }>(() => ({ query: '' }))

useView.subscribe(({ paletteOpen }, before) => {
  if (paletteOpen && !before.paletteOpen) usePalette.setState({ query: '' })
})

/** A key pressed on the way to the palette: letters are taken over. False for what is none. */
export function typeAhead({ key, ctrlKey, metaKey, altKey, isComposing }: KeyboardEvent): boolean {
  if (isComposing || ctrlKey || metaKey || altKey) return false
  if (key !== 'Backspace' && !/^.$/u.test(key)) return false
  usePalette.setState(({ query }) => ({ query: key === 'Backspace' ? query.slice(0, -1) : query + key }))
  return true
}
