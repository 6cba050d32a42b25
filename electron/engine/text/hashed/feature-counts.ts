/** Room for the features of a usual chunk; a power of two. */
const initialSlots = 4096

/**
 * How often each feature occurs and what it weighs, in order of first occurrence: a hash table with linear probing in
 * flat arrays, several times faster here than a Map.
 */
export class FeatureCounts {
  size = 0
  hashes = new Int32Array()
  counts = new Uint32Array()
  weights = new Float64Array()
  /** Position + 1 of the feature that a slot holds; 0 for none. */
  #slots = new Int32Array()

  constructor() {
    this.#allocate(initialSlots)
  }

  clear(): void {
    if (this.hashes.length > initialSlots / 2) this.#allocate(initialSlots)
    this.#slots.fill(0)
    this.counts.fill(0, 0, this.size)
    this.size = 0
  }

  /** Counts one occurrence; the weight given last is the one that stays. */
  add(hash: number, weight: number): void {
    const mask = this.#slots.length - 1
    let slot = (Math.imul(hash, 0x9e3779b1) >>> 7) & mask
    let held = this.#slots[slot] ?? 0
    while (held !== 0 && this.hashes[held - 1] !== hash) {
      slot = (slot + 1) & mask
      held = this.#slots[slot] ?? 0
    }
    if (held === 0) {
      if (this.size === this.hashes.length) {
        this.#grow()
        this.add(hash, weight)
        return
      }
      this.size += 1
      held = this.size
      this.#slots[slot] = held
      this.hashes[held - 1] = hash
    }
    this.counts[held - 1] = (this.counts[held - 1] ?? 0) + 1
    this.weights[held - 1] = weight
  }

  #grow(): void {
    const { hashes, counts, weights } = this
    this.#allocate(this.#slots.length * 2)
    for (const [at, hash] of hashes.entries()) {
      this.add(hash, weights[at] ?? 0)
      this.counts[at] = counts[at] ?? 0
    }
  }

  #allocate(slots: number): void {
    this.size = 0
    this.hashes = new Int32Array(slots / 2)
    this.counts = new Uint32Array(slots / 2)
    this.weights = new Float64Array(slots / 2)
    this.#slots = new Int32Array(slots)
  }
}
