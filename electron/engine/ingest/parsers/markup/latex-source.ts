/** A longer one is a bracket in the text that nobody closed. */
const longestOption = 1000

/** Walks over LaTeX from front to back. */
export class LatexSource {
  at = 0

  constructor(readonly text: string) {}

  get isAtEnd(): boolean {
    return this.at >= this.text.length
  }

  peek(): string {
    return this.text.charAt(this.at)
  }

  /** The name of the command at a backslash, without its star. */
  command(): string {
    const word = /\\([a-zA-Z@]+)\*?/uy
    word.lastIndex = this.at
    const [whole, name] = word.exec(this.text) ?? []
    if (whole === undefined) {
      const sign = this.text.charAt(this.at + 1)
      this.at += 2
      return sign
    }
    this.at += whole.length
    return name ?? ''
  }

  /** What stands in braces from here on, or the one letter or command there; leaves the place after it. */
  argument(): string {
    this.#skipSpace()
    if (this.peek() === '{') return this.#balanced('{', '}')
    const from = this.at
    if (this.peek() === '\\') this.command()
    else this.at += 1
    return this.text.slice(from, this.at)
  }

  /** As `argument`, where there is one in braces; else empty. */
  braced(): string {
    const from = this.at
    this.#skipSpace()
    if (this.peek() === '{') return this.#balanced('{', '}')
    this.at = from
    return ''
  }

  /** What stands in square brackets from here on; undefined where there are none. */
  option(): string | undefined {
    const from = this.at
    this.#skipSpace()
    const inside = this.peek() === '[' ? this.#balanced('[', ']', longestOption) : undefined
    if (inside === undefined || inside.length >= longestOption) this.at = from
    return inside === undefined || inside.length >= longestOption ? undefined : inside
  }

  /** Everything up to a text, which is left behind too; all the rest where it does not follow. */
  until(end: string): string {
    const found = this.text.indexOf(end, this.at)
    const inside = this.text.slice(this.at, found === -1 ? undefined : found)
    this.at = found === -1 ? this.text.length : found + end.length
    return inside
  }

  #balanced(open: string, close: string, most = Infinity): string {
    const from = this.at + 1
    let depth = 0
    for (; this.at < this.text.length && this.at - from < most; this.at += 1) {
      const sign = this.peek()
      if (sign === '\\') this.at += 1
      else if (sign === open) depth += 1
      else if (sign === close) {
        depth -= 1
        if (depth === 0) break
      }
    }
    const inside = this.text.slice(from, this.at)
    this.at += 1
    return inside
  }

  /** A line break, but no empty line, may stand before an argument. */
  #skipSpace(): void {
    const space = /[^\S\n]*(?:\n[^\S\n]*(?!\n))?/uy
    space.lastIndex = this.at
    this.at += space.exec(this.text)?.[0].length ?? 0
  }
}
