import type { Range } from '../text/marks'

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
