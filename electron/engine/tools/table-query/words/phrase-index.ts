import { type AskedToken, nameKeys } from './asked-tokens'

interface Phrase<Meaning> {
  readonly keys: readonly string[]
  readonly meaning: Meaning
}

/** Where a phrase stands in a question, half-open token numbers. */
export interface FoundPhrase<Meaning> {
  readonly from: number
  readonly to: number
  readonly meaning: Meaning
}

/** Phrases of both languages, found by the keys of their words. */
export class PhraseIndex<Meaning> {
  readonly #byFirst = new Map<string, Phrase<Meaning>[]>()

  add(phrases: readonly string[], meaning: Meaning): void {
    for (const phrase of phrases) {
      const keys = nameKeys(phrase)
      const [first] = keys
      if (first === undefined) continue
      const known = this.#byFirst.get(first) ?? []
      known.push({ keys, meaning })
      this.#byFirst.set(first, known)
    }
  }

  /** Every phrase at every place. */
  findIn(tokens: readonly AskedToken[]): FoundPhrase<Meaning>[] {
    return tokens.flatMap((token, from) =>
      [...new Set(token.keys)].flatMap((key) =>
        (this.#byFirst.get(key) ?? [])
          .filter(({ keys }) => keys.every((one, at) => tokens[from + at]?.keys.includes(one) === true))
          .map(({ keys, meaning }) => ({ from, to: from + keys.length, meaning })),
      ),
    )
  }
}
