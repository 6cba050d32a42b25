/** While the library is in use others' changes are looked for this often, in milliseconds. */
const inUseMs = 1000
/** At rest only at every such time: each look is a request that somebody pays for. What others have deleted still goes from this machine soon. */
const everyAtRest = 60

/** Looks for what others have written: every second while the library is in use, every minute at rest. A question looks by itself. */
export class LibraryLooks {
  readonly #timer: NodeJS.Timeout
  #isInUse = () => true
  #skipped = 0

  constructor(
    private readonly look: () => Promise<void>,
    private readonly log: (line: string) => void,
  ) {
    this.#timer = setInterval(() => this.#lookIfDue(), inUseMs).unref()
  }

  /** Who says whether it is in use; until then it is. */
  askUse(isInUse: () => boolean): void {
    this.#isInUse = isInUse
  }

  close(): void {
    clearInterval(this.#timer)
  }

  #lookIfDue(): void {
    this.#skipped += 1
    if (!this.#isInUse() && this.#skipped < everyAtRest) return
    this.#skipped = 0
    this.look().catch((thrown: unknown) => this.log(`shared library: ${String(thrown)}`))
  }
}
