/** Who looks at more than so many documents waits for none of the earlier ones any more. */
const remembered = 20

/** The documents that people looked at last: whatever is still to be done with them is done before all else. */
export class RecentLooks {
  /** The last one looked at stands last. */
  readonly #ids = new Set<string>()

  note(documentId: string): void {
    this.#ids.delete(documentId)
    this.#ids.add(documentId)
    const [oldest] = this.#ids
    if (this.#ids.size > remembered && oldest !== undefined) this.#ids.delete(oldest)
  }

  has(documentId: string): boolean {
    return this.#ids.has(documentId)
  }

  newestFirst(): readonly string[] {
    return [...this.#ids].toReversed()
  }
}
