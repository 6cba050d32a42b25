/** Counts words of a text that comes in pieces: a run of letters and digits, or one Chinese character. */
export class WordCount {
  #count = 0
  #isInside = false

  get count(): number {
    return this.#count
  }

  add(text: string): void {
    for (const character of text) {
      const isHan = /\p{Script=Han}/u.test(character)
      const isWord = !isHan && /[\p{L}\p{N}\p{M}'’]/u.test(character)
      if (isHan || (isWord && !this.#isInside)) this.#count += 1
      this.#isInside = isWord
    }
  }
}
