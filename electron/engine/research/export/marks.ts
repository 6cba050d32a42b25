/** Tells the first mark of each source from later ones: the way back from a source leads to it. */
export class FirstMarks {
  readonly #seen = new Set<number>()

  /** True the first time it is asked of a number. */
  take(number: number): boolean {
    const isFirst = !this.#seen.has(number)
    this.#seen.add(number)
    return isFirst
  }

  has(number: number): boolean {
    return this.#seen.has(number)
  }
}

/** The name of the place where a source is listed, and of the first mark that leads there. */
export const sourceAnchor = (number: number) => `source_${number}`
export const markAnchor = (number: number) => `mark_${number}`
