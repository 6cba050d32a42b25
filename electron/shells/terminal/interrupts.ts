/** Ctrl-C, from the inside out: each press cancels the innermost task that is not cancelled yet. */
export class Interrupts {
  readonly #running: AbortController[] = []

  /** Runs a task with the signal that the next press aborts. */
  async during<T>(task: (signal: AbortSignal) => Promise<T>): Promise<T> {
    const controller = new AbortController()
    this.#running.push(controller)
    try {
      return await task(controller.signal)
    } finally {
      this.#running.splice(this.#running.indexOf(controller), 1)
    }
  }

  /** Cancels one task. False when there was nothing left to cancel: time to leave at once. */
  press(): boolean {
    const task = this.#running.findLast((controller) => !controller.signal.aborted)
    task?.abort()
    return task !== undefined
  }

  cancelAll(): void {
    while (this.press());
  }
}
