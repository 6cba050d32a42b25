import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react'

/** This near to the end counts as being there, in CSS pixels. */
const nearEnd = 32

/** Keeps a list at its end while `content` grows, for a reader who is at its end, and leaves every other reader alone. */
export function useFollowEnd(scroller: RefObject<HTMLElement | null>, content: RefObject<HTMLElement | null>) {
  const following = useRef(true)
  /** Whether the reader is elsewhere, with more below. */
  const [away, setAway] = useState(false)

  const toEnd = () => {
    following.current = true
    if (scroller.current) scrollToEnd(scroller.current)
  }

  useLayoutEffect(() => {
    if (scroller.current) scrollToEnd(scroller.current)
  }, [scroller])

  useEffect(() => {
    const box = scroller.current
    const grown = content.current
    if (!box || !grown) return
    let last = box.scrollTop
    const left = () => box.scrollHeight - box.scrollTop - box.clientHeight
    const scrolled = () => {
      const up = box.scrollTop < last - 1
      last = box.scrollTop
      if (left() <= nearEnd) following.current = true
      else if (up) following.current = false
      setAway(!following.current)
    }
    const resized = () => {
      if (following.current) scrollToEnd(box)
      else setAway(left() > nearEnd)
    }
    const observer = new ResizeObserver(resized)
    observer.observe(grown)
    observer.observe(box)
    box.addEventListener('scroll', scrolled, { passive: true })
    return () => {
      observer.disconnect()
      box.removeEventListener('scroll', scrolled)
    }
  }, [scroller, content])

  return { away, toEnd }
}

function scrollToEnd(box: HTMLElement): void {
  box.scrollTop = box.scrollHeight
}
