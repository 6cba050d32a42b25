import { type RefObject, useCallback, useEffect, useState } from 'react'

/** From this width on, in CSS pixels, what is beside the text does not lie over it; it must be that of the style sheet. */
export const roomForAside = 704

export type Aside = 'outline' | 'highlights'

/** What stands beside the text, if anything. The contents of a book do from the start, where there is room. */
export function useAside(area: RefObject<HTMLElement | null>, format: string) {
  const [aside, setAside] = useState<Aside | null>(null)
  useEffect(() => {
    const element = area.current
    if (format !== 'epub' || !element) return
    // Until the reader decides; a narrow panel that is widened has room then.
    const watch = new ResizeObserver(() => {
      const hasRoom = element.clientWidth >= roomForAside
      setAside((before) => (before === 'highlights' ? before : hasRoom ? 'outline' : null))
    })
    watch.observe(element)
    return () => watch.disconnect()
  }, [area, format])
  const open = useCallback((wanted: Aside) => setAside(wanted), [])
  const close = useCallback(() => setAside(null), [])
  const toggle = (wanted: Aside) => setAside((before) => (before === wanted ? null : wanted))
  return { aside, open, close, toggle }
}
