/** A conversation, the question that follows it, and what its standalone form must and must not hold. */
export interface Dialogue {
  /** Question and answer of each turn, oldest first. */
  readonly turns: readonly (readonly [question: string, answer: string])[]
  readonly question: string
  readonly holds: readonly string[]
  readonly lacks?: readonly string[]
}
