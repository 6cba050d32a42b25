import type { MarkKind, Range } from '../text/marks'

/**
 * Where the reader is taken. Every act makes a new one, also to the same place; its identity is what counts. A `place`
 * has no mark to stop at: the nearest there is to a passage that is gone, or a page.
 */
export type Goal =
  | { readonly kind: Exclude<MarkKind, 'found'>; readonly range: Range }
  | { readonly kind: 'place'; readonly offset: number }
  | { readonly kind: 'page'; readonly page: number }

/** The offset in the text that a goal is at, where it is at one. */
export function offsetOf(goal: Goal): number | null {
  if (goal.kind === 'page') return null
  return goal.kind === 'place' ? goal.offset : goal.range.start
}
