/** What phrases can be: kind → value → phrases that say it. */
export type PhraseRows = Readonly<Record<string, Readonly<Record<string, readonly string[]>>>>

/** Values of a phrase, one a kind: “in” is a preposition and an inch. */
export type Senses = ReadonlyMap<string, string>

interface Phrase {
  readonly text: string
  readonly senses: Map<string, string>
}

const letter = /[\p{Script=Latin}\d_]/u
const letterOnly = /[\p{Script=Latin}_]/u
const han = /\p{Script=Han}/u

/**
 * Phrases that a tool knows, found by the longest one that stands at a place. Phrases are lower case and match any case;
 * those of `symbols` match as they are written (MB is not mb).
 */
export class PhraseBook {
  readonly #phrases = new Map<string, Phrase[]>()
  readonly #symbols = new Map<string, Phrase[]>()

  constructor(rows: PhraseRows, symbols: PhraseRows = {}) {
    collect(rows, this.#phrases)
    collect(symbols, this.#symbols)
  }

  /** The longest phrase at `at` and what it can be; null for none. `lower` is `text` in lower case, of the same length. */
  longestAt(text: string, lower: string, at: number): { end: number; senses: Senses } | null {
    const symbol = longest(this.#symbols, text, at)
    const phrase = longest(this.#phrases, lower, at)
    if (symbol && phrase && symbol.text.length === phrase.text.length) {
      return { end: at + symbol.text.length, senses: new Map([...phrase.senses, ...symbol.senses]) }
    }
    const found = (symbol?.text.length ?? 0) > (phrase?.text.length ?? 0) ? symbol : phrase
    return found ? { end: at + found.text.length, senses: found.senses } : null
  }
}

function collect(rows: PhraseRows, into: Map<string, Phrase[]>): void {
  for (const [kind, values] of Object.entries(rows)) {
    for (const [value, phrases] of Object.entries(values)) {
      for (const text of phrases) add(into, text, kind, value)
    }
  }
  for (const phrases of into.values()) phrases.sort((a, b) => b.text.length - a.text.length)
}

function add(into: Map<string, Phrase[]>, text: string, kind: string, value: string): void {
  const first = text.slice(0, 1)
  const phrases = into.get(first) ?? []
  into.set(first, phrases)
  const known = phrases.find((phrase) => phrase.text === text)
  if (!known) phrases.push({ text, senses: new Map([[kind, value]]) })
  else if (!known.senses.has(kind)) known.senses.set(kind, value)
}

function longest(phrases: ReadonlyMap<string, readonly Phrase[]>, text: string, at: number): Phrase | undefined {
  return phrases
    .get(text.charAt(at))
    ?.find((phrase) => text.startsWith(phrase.text, at) && standsAlone(phrase.text, text, at))
}

/** Whether a phrase in Latin letters is no part of a longer word; digits may touch it on the left, as in 5km. */
function standsAlone(phrase: string, text: string, at: number): boolean {
  if (letterOnly.test(phrase.charAt(0)) && letterOnly.test(text.charAt(at - 1))) return false
  const last = phrase.charAt(phrase.length - 1)
  if (!letter.test(last) || han.test(last)) return true
  const next = text.charAt(at + phrase.length)
  // The sign of multiplication may touch digits on both sides: 3x4.
  return !(phrase === 'x' ? letterOnly : letter).test(next)
}
