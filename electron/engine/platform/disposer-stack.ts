type Dispose = () => unknown

/** A stack of parts to close, the last opened first; as `AsyncDisposableStack`, which Node 20 does not have. */
export class DisposerStack {
  readonly #disposers: Dispose[] = []
  #closed: Promise<void> | undefined

  /** Must be called as soon as a part has been opened. */
  defer(dispose: Dispose): void {
    if (this.#closed) throw new Error('The stack is closed already.')
    this.#disposers.push(dispose)
  }

  /** Runs every disposer once, also after one that fails. Throws the first failure; further calls give the same promise. */
  close(): Promise<void> {
    this.#closed ??= this.#closeAll()
    return this.#closed
  }

  async #closeAll(): Promise<void> {
    const failures: unknown[] = []
    for (const dispose of this.#disposers.toReversed()) {
      try {
        await dispose()
      } catch (thrown) {
        failures.push(thrown)
      }
    }
    if (failures.length > 0) throw failures[0]
  }
}
