import { comparedSides, splitCompound } from '../parts/split'

/**
 * What a question asks, one thing each and in its order: its sentences and clauses that ask something by themselves, and each side of
 * what it compares. Never empty; a question that asks one thing is that alone.
 */
export function subQuestionsOf(question: string): string[] {
  const parts = splitCompound(question).flatMap(sidesOf)
  return [...new Set(parts)].filter((part) => part !== '')
}

/** A comparison as a question of each side alone; anything else as it is. */
function sidesOf(part: string): string[] {
  const sides = comparedSides(part)
  if (!sides) return [part]
  const [left, right] = sides
  const start = part.indexOf(left)
  const end = part.indexOf(right, start + left.length) + right.length
  // Where a side is not written as it was read, it stands for itself.
  if (start < 0 || end < start + left.length) return [left, right]
  const [before, after] = [part.slice(0, start), part.slice(end)]
  return sides.map((side) => `${before}${side}${after}`.trim())
}
