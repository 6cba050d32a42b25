export interface BibtexEntry {
  /** In lower case, as `article`. */
  readonly kind: string
  readonly key: string
  /** By name in lower case; values as they are written, without what encloses them. */
  readonly fields: ReadonlyMap<string, string>
}

const start = /@([a-z]{2,30})\s*([{(])/giu
const months = 'jan feb mar apr may jun jul aug sep oct nov dec'.split(' ')

/** The entries of a text of BibTeX; `broken` counts those that end too early. What stands between them is a comment. */
export function readBibtex(text: string): { entries: BibtexEntry[]; broken: number } {
  const entries: BibtexEntry[] = []
  const names = new Map(months.map((month) => [month, month]))
  let broken = 0
  start.lastIndex = 0
  for (let match = start.exec(text); match; match = start.exec(text)) {
    const kind = match[1]?.toLowerCase() ?? ''
    if (kind === 'comment' || kind === 'preamble') continue
    const reader = new FieldReader(text, start.lastIndex, names)
    if (kind === 'string') {
      for (const [name, value] of reader.fields()) names.set(name, value)
    } else {
      const key = reader.key()
      const fields = reader.fields()
      if (reader.isBroken) broken += 1
      if (fields.size > 0) entries.push({ kind, key, fields })
    }
    start.lastIndex = Math.max(start.lastIndex, reader.at)
  }
  return { entries, broken }
}

class FieldReader {
  isBroken = false

  constructor(
    readonly text: string,
    public at: number,
    readonly names: ReadonlyMap<string, string>,
  ) {}

  key(): string {
    return this.#match(/\s*([^\s,{}()=]*)\s*,/uy)?.trim() ?? ''
  }

  /** The fields up to the end of the entry. */
  fields(): Map<string, string> {
    const found = new Map<string, string>()
    for (;;) {
      const name = this.#match(/[\s,]*([\w:.+/-]+)\s*=\s*/uy)
      if (name === undefined) break
      const value = this.#value()
      if (value === undefined) break
      if (!found.has(name.toLowerCase())) found.set(name.toLowerCase(), value)
    }
    if (this.#match(/[\s,]*([})])/uy) === undefined) this.isBroken = true
    return found
  }

  /** Values may be put together with `#`. */
  #value(): string | undefined {
    let value = ''
    do {
      const piece = this.#piece()
      if (piece === undefined) return undefined
      value += piece
    } while (this.#match(/\s*(#)\s*/uy) !== undefined)
    return value
  }

  #piece(): string | undefined {
    if (this.text.charAt(this.at) === '{') return this.#enclosed('}')
    if (this.text.charAt(this.at) === '"') return this.#enclosed('"')
    const word = this.#match(/([\w:.+/-]+)/uy)
    return word === undefined ? undefined : (this.names.get(word.toLowerCase()) ?? word)
  }

  #enclosed(close: '}' | '"'): string | undefined {
    const from = this.at + 1
    let depth = 0
    for (let at = from; at < this.text.length; at += 1) {
      const sign = this.text.charAt(at)
      if (sign === '\\') at += 1
      else if (depth === 0 && sign === close) {
        this.at = at + 1
        return this.text.slice(from, at)
      } else if (sign === '{') depth += 1
      else if (sign === '}') depth -= 1
      // An entry that nobody closed ends where the next one begins.
      else if (
        sign === '@' &&
        this.text.charAt(at - 1) === '\n' &&
        /^@[a-z]{2,30}\s{0,5}\{/iu.test(this.text.slice(at, at + 40))
      )
        break
    }
    return undefined
  }

  #match(pattern: RegExp): string | undefined {
    pattern.lastIndex = this.at
    const match = pattern.exec(this.text)
    if (match) this.at = pattern.lastIndex
    return match?.[1]
  }
}
