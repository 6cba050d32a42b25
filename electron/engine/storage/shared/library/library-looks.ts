/** While somebody asks for things here others' changes are looked for this often, in milliseconds. */
const askedMs = 1000
/** While a window only stands open, at every such time: a list in it is that late, and a question looks by itself. */
const everyInUse = 10
/** At rest only at every such time: each look is a request that somebody pays for. What others have deleted still goes from this machine soon. */
const everyAtRest = 60

/** How an engine is used at this moment. */
export interface LibraryUse {
  /** Somebody has asked for something within the last minute. */
  readonly isAsked: () => boolean
  /** Somebody follows its changes, or has used it lately. */
  readonly isInUse: () => boolean
}

/**
 * Looks for what others have written: every second while somebody asks for things, every ten while it is only followed, every minute at rest.
 * A question looks by itself.
 */
export class LibraryLooks {
  readonly #timer: NodeJS.Timeout
  #use: LibraryUse = { isAsked: () => true, isInUse: () => true }
  #skipped = 0

  constructor(
    private readonly look: () => Promise<void>,
    private readonly log: (line: string) => void,
  ) {
    this.#timer = setInterval(() => this.#lookIfDue(), askedMs).unref()
  }

  /** Who says how it is used; until then it is asked. */
  askUse(use: LibraryUse): void {
    this.#use = use
  }

  close(): void {
    clearInterval(this.#timer)
  }

  #lookIfDue(): void {
    this.#skipped += 1
    const { isAsked, isInUse } = this.#use
    if (this.#skipped < (isAsked() ? 1 : isInUse() ? everyInUse : everyAtRest)) return
    this.#skipped = 0
    this.look().catch((thrown: unknown) => this.log(`shared library: ${String(thrown)}`))
  }
}
