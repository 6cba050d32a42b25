import { integers } from './growing-numbers'

const none = -1
const many = -2

/** The passages of each name, in an order that does not depend on which came first. Most names stand in one passage only. */
export class PassageLists {
  /** Name → its one passage, `none` or `many`. */
  readonly #only = integers()
  readonly #many = new Map<number, number[]>()

  /** Negative where passage `a` comes before passage `b`. */
  constructor(private readonly order: (a: number, b: number) => number) {}

  /** Makes room for the next name. */
  addName(): void {
    this.#only.push(none)
  }

  of(name: number): readonly number[] {
    const only = this.#only.at(name)
    if (only === many) return this.#many.get(name) ?? []
    return only === none ? [] : [only]
  }

  count(name: number): number {
    const only = this.#only.at(name)
    if (only === many) return this.#many.get(name)?.length ?? 0
    return only === none ? 0 : 1
  }

  add(name: number, passage: number): void {
    const only = this.#only.at(name)
    if (only === none) this.#only.set(name, passage)
    else if (only === many) {
      const list = this.#many.get(name) ?? []
      const at = this.#placeOf(list, passage)
      if (at === list.length) list.push(passage)
      else list.splice(at, 0, passage)
    } else {
      this.#only.set(name, many)
      this.#many.set(name, this.order(only, passage) < 0 ? [only, passage] : [passage, only])
    }
  }

  remove(name: number, passage: number): void {
    const list = this.#many.get(name)
    if (!list) {
      this.#only.set(name, none)
      return
    }
    const at = this.#placeOf(list, passage)
    if (list[at] === passage) list.splice(at, 1)
    if (list.length > 1) return
    this.#many.delete(name)
    this.#only.set(name, list[0] ?? none)
  }

  /** The first place whose passage does not come before this one. */
  #placeOf(list: readonly number[], passage: number): number {
    // At the start of a library each comes behind all before it.
    if (this.order(list.at(-1) ?? 0, passage) < 0) return list.length
    let [low, high] = [0, list.length]
    while (low < high) {
      const middle = (low + high) >>> 1
      if (this.order(list[middle] ?? 0, passage) < 0) low = middle + 1
      else high = middle
    }
    return low
  }
}
