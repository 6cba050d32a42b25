interface Waiting {
  readonly isExclusive: boolean
  readonly admit: () => void
}

interface GateOptions {
  /** How many works may be inside together; any number by default. */
  readonly places?: number
  /** What aborted work is refused with; the signal's reason by default. */
  readonly reasonOf?: (signal: AbortSignal) => Error
}

/**
 * Lets several works in together, or one that needs to be alone, in the order in which they came. Work that waits to be alone
 * holds up what comes after it, so that it is not put off for ever.
 */
export class SharedGate {
  #inside = 0
  #isAlone = false
  readonly #waiting: Waiting[] = []
  readonly #places: number
  readonly #reasonOf: (signal: AbortSignal) => Error

  constructor({ places = Infinity, reasonOf = ({ reason }) => reason as Error }: GateOptions = {}) {
    this.#places = places
    this.#reasonOf = reasonOf
  }

  /** Runs work beside other shared work. Rejects when aborted while it waits. */
  async shared<Result>(work: () => Promise<Result>, signal?: AbortSignal): Promise<Result> {
    return this.#run(false, work, signal)
  }

  /** Runs work while no other runs. Rejects when aborted while it waits. */
  async alone<Result>(work: () => Promise<Result>, signal?: AbortSignal): Promise<Result> {
    return this.#run(true, work, signal)
  }

  async #run<Result>(isExclusive: boolean, work: () => Promise<Result>, signal?: AbortSignal): Promise<Result> {
    if (signal?.aborted) throw this.#reasonOf(signal)
    if (this.#waiting.length > 0 || !this.#hasPlace(isExclusive)) await this.#wait(isExclusive, signal)
    else this.#enter(isExclusive)
    try {
      return await work()
    } finally {
      this.#inside -= 1
      this.#isAlone = false
      this.#admit()
    }
  }

  #hasPlace(isExclusive: boolean): boolean {
    return !this.#isAlone && (isExclusive ? this.#inside === 0 : this.#inside < this.#places)
  }

  #enter(isExclusive: boolean): void {
    this.#inside += 1
    this.#isAlone = isExclusive
  }

  #admit(): void {
    for (let first = this.#waiting[0]; first && this.#hasPlace(first.isExclusive); first = this.#waiting[0]) {
      this.#waiting.shift()
      this.#enter(first.isExclusive)
      first.admit()
    }
  }

  #wait(isExclusive: boolean, signal?: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      const leave = (): void => {
        this.#waiting.splice(this.#waiting.indexOf(entry), 1)
        // Those behind it may have waited for this one only.
        this.#admit()
        if (signal) reject(this.#reasonOf(signal))
      }
      const entry: Waiting = {
        isExclusive,
        admit: () => {
          signal?.removeEventListener('abort', leave)
          resolve()
        },
      }
      signal?.addEventListener('abort', leave, { once: true })
      this.#waiting.push(entry)
    })
  }
}
