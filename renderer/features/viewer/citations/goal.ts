import type { MarkKind, Range } from '../text/marks'

/**
 * A place the reader is taken to. Every act makes a new goal, also for the same place: its identity counts. A `place` has
 * no mark to stop at: it is the nearest to a passage that is gone, or a page.
 */
export type Goal =
  | { readonly kind: Exclude<MarkKind, 'found' | 'own'>; readonly range: Range }
  | { readonly kind: 'own'; readonly range: Range; readonly id: string }
  | { readonly kind: 'place'; readonly offset: number }
  | { readonly kind: 'page'; readonly page: number }

/** The offset in the text that a goal is at, where it is at one. */
export function offsetOf(goal: Goal): number | null {
  if (goal.kind === 'page') return null
  return goal.kind === 'place' ? goal.offset : goal.range.start
}

/** Frames to wait for a mark: rows are measured and pages loaded only once they come into sight. */
const mostFrames = 240
const framesAtRest = 4
const leaveAlone = ['wheel', 'pointerdown', 'keydown', 'touchstart'] as const

/**
 * Brings the marks of a goal to where they are read: passages and matches to the middle, headings to the top. Corrects
 * itself while rows around them find their size, until they rest, the reader scrolls or `signal` aborts.
 */
export function settleOn(scroller: HTMLElement, goal: Goal, signal: AbortSignal): void {
  if (goal.kind === 'page' || goal.kind === 'place') return
  const { kind } = goal
  const selector = goal.kind === 'own' ? `[data-own='${CSS.escape(goal.id)}']` : `[data-mark='${kind}']`
  const own = new AbortController()
  const stop = (): void => own.abort()
  signal.addEventListener('abort', stop, { signal: own.signal })
  for (const event of leaveAlone) scroller.addEventListener(event, stop, { signal: own.signal, passive: true })
  let rested = 0
  let frames = 0
  const step = (): void => {
    if (own.signal.aborted) return
    frames += 1
    const marks = scroller.querySelectorAll<HTMLElement>(selector)
    const moved = marks.length === 0 ? null : bringIn(scroller, marks, kind)
    if (moved !== null) rested = moved ? 0 : rested + 1
    if (rested < framesAtRest && frames < mostFrames) {
      requestAnimationFrame(step)
      return
    }
    stop()
    if (kind === 'passage') pulse(marks)
  }
  requestAnimationFrame(step)
}

/** Returns whether it had to scroll. */
function bringIn(scroller: HTMLElement, marks: NodeListOf<HTMLElement>, kind: Goal['kind']): boolean {
  const view = scroller.getBoundingClientRect()
  const boxes = Array.from(marks, (mark) => mark.getBoundingClientRect())
  const top = Math.min(...boxes.map((box) => box.top))
  const bottom = Math.max(...boxes.map((box) => box.bottom))
  const isSeen = top >= view.top && bottom <= view.bottom
  const before = { top: scroller.scrollTop, left: scroller.scrollLeft }
  // A match already in sight stays where it is; only the light moves.
  if (kind !== 'current' || !isSeen) scroller.scrollTop += Math.round(top - view.top - above(kind, bottom - top, view))
  const { left, right } = across(scroller, boxes, view)
  if (left < view.left + 4 || right > view.right - 4) {
    scroller.scrollLeft += Math.round(left - view.left - beside(right - left, view))
  }
  return Math.abs(scroller.scrollTop - before.top) > 1 || Math.abs(scroller.scrollLeft - before.left) > 1
}

/** From where to where marks are read: with the lines they stand on, where those fit into the view. */
function across(scroller: HTMLElement, marks: readonly DOMRect[], view: DOMRect): { left: number; right: number } {
  const extent = (boxes: readonly DOMRect[]) => ({
    left: Math.min(...boxes.map(({ left }) => left)),
    right: Math.max(...boxes.map(({ right }) => right)),
  })
  const lines = Array.from(scroller.querySelectorAll('[data-lines]'), (line) => line.getBoundingClientRect())
  const whole = extent([...marks, ...lines])
  return whole.right - whole.left <= view.width - 8 ? whole : extent(marks)
}

/** How much of the view stays free above. */
function above(kind: Goal['kind'], height: number, view: DOMRect): number {
  if (kind === 'aim') return 16
  return height > 0.7 * view.height ? 0.12 * view.height : (view.height - height) / 2
}

/** How much of the view stays free to the left: what fits stands in the middle. */
function beside(width: number, view: DOMRect): number {
  return width > view.width - 16 ? 24 : (view.width - width) / 2
}

function pulse(marks: NodeListOf<HTMLElement>): void {
  for (const mark of marks) {
    mark.dataset['pulse'] = ''
    mark.addEventListener('animationend', () => delete mark.dataset['pulse'], { once: true })
  }
}

/**
 * Where a cited passage stands in the text as it is now; null where it does not.
 * @param quote what stood in the range when it was cited. Without it, the range is taken for right as far as there is
 * text; with it, the same words nearest to the range are.
 */
export function findCited(text: string, { start, end }: Range, quote?: string): Range | null {
  if (quote === undefined) return start < text.length ? { start, end: Math.min(end, text.length) } : null
  const nearest = nearestTo(start, text.lastIndexOf(quote, start), text.indexOf(quote, start))
  return nearest === -1 ? null : { start: nearest, end: nearest + quote.length }
}

/** -1 where neither is found. */
function nearestTo(offset: number, before: number, after: number): number {
  if (before === -1 || after === -1) return Math.max(before, after)
  return offset - before <= after - offset ? before : after
}
