import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react'

/** This near to the end counts as being there, in CSS pixels. */
const nearEnd = 32

/**
 * Keeps a list at its end while `content` grows, for a reader who is at its end, and leaves every other reader alone. A new answer is
 * read from its beginning: until the reader goes on, its question stays in sight. `asked`: the last of `content` was just asked at first.
 */
export function useFollowEnd(
  scroller: RefObject<HTMLElement | null>,
  content: RefObject<HTMLElement | null>,
  asked: boolean,
) {
  const following = useRef(true)
  /** Whether the beginning of the newest is kept in sight. */
  const held = useRef(asked)
  /** Whether the reader is elsewhere, with more below. */
  const [away, setAway] = useState(false)

  const follow = (isNew: boolean) => {
    following.current = true
    held.current = isNew
    if (scroller.current) scrollTo(scroller.current, content.current, isNew)
  }

  useLayoutEffect(() => {
    if (scroller.current) scrollTo(scroller.current, content.current, held.current)
  }, [scroller, content])

  useEffect(() => {
    const box = scroller.current
    const grown = content.current
    if (!box || !grown) return
    let last = box.scrollTop
    const left = () => box.scrollHeight - box.scrollTop - box.clientHeight
    const scrolled = () => {
      const up = box.scrollTop < last - 1
      const readOn = held.current && box.scrollTop > placeIn(box, grown, true) + 1
      last = box.scrollTop
      if (readOn) held.current = false
      if (left() <= nearEnd) following.current = true
      else if (up || readOn) following.current = false
      setAway(!following.current)
    }
    const resized = () => {
      if (following.current) {
        scrollTo(box, grown, held.current)
        last = box.scrollTop
      } else setAway(left() > nearEnd)
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

  return { away, toEnd: () => follow(false), toAsked: () => follow(true) }
}

function scrollTo(box: HTMLElement, content: HTMLElement | null, held: boolean): void {
  box.scrollTop = placeIn(box, content, held)
}

function placeIn(box: HTMLElement, content: HTMLElement | null, held: boolean): number {
  const newest = held ? content?.querySelector('[data-index]:last-child') : null
  if (!content || !newest) return followedTop(box, null)
  return followedTop(box, newest.getBoundingClientRect().top - content.getBoundingClientRect().top)
}

/** Where a list is scrolled to that is followed: its end, or not so far that the top of what is kept in sight leaves. CSS pixels. */
export function followedTop(
  { scrollHeight, clientHeight }: Pick<HTMLElement, 'scrollHeight' | 'clientHeight'>,
  keptTop: number | null,
): number {
  const end = Math.max(0, scrollHeight - clientHeight)
  return keptTop === null ? end : Math.min(end, Math.max(0, keptTop))
}
