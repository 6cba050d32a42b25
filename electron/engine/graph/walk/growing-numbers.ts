type Numbers = Int32Array | Uint32Array | Float32Array

/** Numbers in a row that grows at its end; a quarter of its room is empty at most. */
class GrowingNumbers {
  #length = 0
  #data: Numbers

  /** `make` makes an array of so many zeros. */
  constructor(private readonly make: (length: number) => Numbers) {
    this.#data = make(256)
  }

  get length(): number {
    return this.#length
  }

  push(value: number): void {
    if (this.#length === this.#data.length) {
      const more = this.make(Math.ceil(this.#length * 1.3))
      more.set(this.#data)
      this.#data = more
    }
    this.#data[this.#length] = value
    this.#length += 1
  }

  /** 0 behind the end. */
  at(place: number): number {
    return this.#data[place] ?? 0
  }

  set(place: number, value: number): void {
    this.#data[place] = value
  }
}

export const integers = () => new GrowingNumbers((length) => new Int32Array(length))
export const hashes = () => new GrowingNumbers((length) => new Uint32Array(length))
export const weights = () => new GrowingNumbers((length) => new Float32Array(length))
