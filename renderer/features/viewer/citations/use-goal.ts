import { type RefObject, useEffect, useEffectEvent } from 'react'
import { type Goal, settleOn } from './goal'

/** Takes the reader to each new goal: `jump` goes roughly there at once, the marks then settle. */
export function useGoal(
  scroller: RefObject<HTMLElement | null>,
  goal: Goal | null,
  jump: (goal: Goal, isInSight: boolean) => void,
): void {
  const jumpNow = useEffectEvent(jump)
  useEffect(() => {
    const element = scroller.current
    if (!goal || !element) return
    const controller = new AbortController()
    const isInSight = goal.kind === 'current' && isSeen(element, goal.kind)
    jumpNow(goal, isInSight)
    settleOn(element, goal, controller.signal)
    return () => controller.abort()
  }, [scroller, goal])
}

function isSeen(scroller: HTMLElement, kind: string): boolean {
  const mark = scroller.querySelector(`[data-mark='${kind}']`)
  if (!mark) return false
  const box = mark.getBoundingClientRect()
  const view = scroller.getBoundingClientRect()
  return box.top >= view.top && box.bottom <= view.bottom
}
