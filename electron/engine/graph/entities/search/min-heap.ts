/** Numbers to be taken out in the order of their cost, equal ones in the order of the numbers (a binary heap). */
export class MinHeap {
  readonly #items: { readonly cost: number; readonly value: number }[] = []

  push(value: number, cost: number): void {
    const items = this.#items
    const item = { cost, value }
    let at = items.length
    items.push(item)
    while (at > 0) {
      const above = (at - 1) >> 1
      const parent = items[above]
      if (!parent || !isBefore(item, parent)) break
      items[at] = parent
      at = above
    }
    items[at] = item
  }

  pop(): { readonly cost: number; readonly value: number } | undefined {
    const items = this.#items
    const [first] = items
    const last = items.pop()
    if (!first || !last || items.length === 0) return first
    let at = 0
    for (;;) {
      const [left, right] = [items[2 * at + 1], items[2 * at + 2]]
      const below = left && right && isBefore(right, left) ? 2 * at + 2 : 2 * at + 1
      const child = items[below]
      if (!child || !isBefore(child, last)) break
      items[at] = child
      at = below
    }
    items[at] = last
    return first
  }
}

interface Costed {
  readonly cost: number
  readonly value: number
}

function isBefore(a: Costed, b: Costed): boolean {
  return a.cost < b.cost || (a.cost === b.cost && a.value < b.value)
}
