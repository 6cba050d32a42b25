/**
 * Tells every listener of every event, in the order in which they were published. An event that a listener publishes is
 * told after the one it belongs to. A listener that throws is logged and takes nothing from the others.
 */
export class EventHub<Event extends object> {
  readonly #listeners: ((event: Event) => void)[] = []
  readonly #pending: Event[] = []
  #isPublishing = false

  constructor(private readonly log: (line: string) => void) {}

  /** Listeners stay for as long as the hub. */
  listen(listener: (event: Event) => void): void {
    this.#listeners.push(listener)
  }

  readonly publish = (event: Event): void => {
    this.#pending.push(event)
    if (this.#isPublishing) return
    this.#isPublishing = true
    for (let next = this.#pending.shift(); next; next = this.#pending.shift()) this.#tellAll(next)
    this.#isPublishing = false
  }

  #tellAll(event: Event): void {
    for (const listener of this.#listeners) {
      try {
        listener(event)
      } catch (thrown) {
        this.log(`A change could not be taken in: ${String(thrown)}`)
      }
    }
  }
}
