import { type RefObject, useLayoutEffect, useState } from 'react'
import type { ListRoom } from './column-layout'

/** The room that a list has for its columns; measured before it is painted, and again whenever its size or the text's changes. */
export function useListRoom(list: RefObject<HTMLElement | null>): ListRoom {
  const [room, setRoom] = useState<ListRoom>({ width: 1024, rem: 16, coarse: false })
  useLayoutEffect(() => {
    const shown = list.current
    if (!shown) return
    const pointer = matchMedia('(pointer: coarse)')
    const measure = () => {
      const rem = Number.parseFloat(getComputedStyle(document.documentElement).fontSize)
      setRoom((before) => {
        const next = { width: shown.clientWidth, rem, coarse: pointer.matches }
        return before.width === next.width && before.rem === rem && before.coarse === next.coarse ? before : next
      })
    }
    measure()
    const watch = new ResizeObserver(measure)
    watch.observe(shown)
    // Its height is in rem: it tells of another size of text.
    if (shown.firstElementChild) watch.observe(shown.firstElementChild)
    pointer.addEventListener('change', measure)
    return () => {
      watch.disconnect()
      pointer.removeEventListener('change', measure)
    }
  }, [list])
  return room
}
