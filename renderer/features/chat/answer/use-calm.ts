import { useEffect, useRef, useState } from 'react'

/** The newest value, but changing at most once in `pauseMs`; at once where that is 0. */
export function useCalm<T>(value: T, pauseMs: number): T {
  const [shown, setShown] = useState(value)
  const latest = useRef(value)
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined)
  if (pauseMs === 0 && shown !== value) setShown(value)
  useEffect(() => {
    latest.current = value
    if (pauseMs === 0) return
    timer.current ??= setTimeout(() => {
      timer.current = undefined
      setShown(latest.current)
    }, pauseMs)
  }, [value, pauseMs])
  useEffect(
    () => () => {
      clearTimeout(timer.current)
      timer.current = undefined
    },
    [],
  )
  return pauseMs === 0 ? value : shown
}
