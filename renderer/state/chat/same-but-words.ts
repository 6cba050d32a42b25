import type { Turn } from './turn-reducer'

/** What grows with every word of an answer. */
const growing: readonly (keyof Turn)[] = ['response', 'lastSeq']

/**
 * For `memo`: whether properties are the same but for how far the answer of their turn has come. For what shows of a
 * running turn everything but its words; whatever ends a turn changes its status as well.
 */
export function sameButWords<Props extends { readonly turn: Turn }>(before: Props, after: Props): boolean {
  return sameIn(before, after, ['turn']) && sameIn(before.turn, after.turn, growing)
}

function sameIn<T extends object>(one: T, other: T, leaving: readonly (keyof T)[]): boolean {
  if (one === other) return true
  const keys = new Set([...Object.keys(one), ...Object.keys(other)] as (keyof T)[])
  for (const key of leaving) keys.delete(key)
  return [...keys].every((key) => Object.is(one[key], other[key]))
}
