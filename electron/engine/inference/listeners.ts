/** Listeners to changes. One that throws harms neither the others nor the caller of `notify`. */
export class Listeners {
  readonly #all = new Set<() => void>()

  constructor(private readonly log: (line: string) => void) {}

  /** Returns a function that ends it. */
  add(listener: () => void): () => void {
    this.#all.add(listener)
    return () => this.#all.delete(listener)
  }

  notify(): void {
    for (const listener of this.#all) {
      try {
        listener()
      } catch (thrown) {
        this.log(`A listener failed: ${thrown instanceof Error ? (thrown.stack ?? thrown.message) : String(thrown)}`)
      }
    }
  }
}
