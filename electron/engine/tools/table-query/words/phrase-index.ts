import { type AskedToken, askedTokens, nameKeys } from './asked-tokens'

interface Phrase<Meaning> {
  readonly words: readonly string[]
  readonly meaning: Meaning
}

/** Where a phrase stands in a question, half-open token numbers. */
export interface FoundPhrase<Meaning> {
  readonly from: number
  readonly to: number
  readonly meaning: Meaning
}

/** Phrases of both languages: in just these forms, or by the stems of their words. */
export class PhraseIndex<Meaning> {
  readonly #exact = new Map<string, Phrase<Meaning>[]>()
  readonly #stems = new Map<string, Phrase<Meaning>[]>()

  /** “Mean” is an average, “meaning” is none. */
  addExact(phrases: readonly string[], meaning: Meaning): void {
    for (const phrase of phrases) add(this.#exact, { words: askedTokens(phrase).map(({ lower }) => lower), meaning })
  }

  addStems(phrases: readonly string[], meaning: Meaning): void {
    for (const phrase of phrases) add(this.#stems, { words: nameKeys(phrase), meaning })
  }

  /** Every phrase at every place. */
  findIn(tokens: readonly AskedToken[]): FoundPhrase<Meaning>[] {
    return tokens.flatMap((token, from) => [
      ...matching(this.#exact.get(token.lower), from, (word, at) => tokens[at]?.lower === word),
      ...[...new Set(token.keys)].flatMap((key) =>
        matching(this.#stems.get(key), from, (word, at) => tokens[at]?.keys.includes(word) === true),
      ),
    ])
  }
}

function add<Meaning>(to: Map<string, Phrase<Meaning>[]>, phrase: Phrase<Meaning>): void {
  const [first] = phrase.words
  if (first === undefined) return
  const known = to.get(first)
  if (known) known.push(phrase)
  else to.set(first, [phrase])
}

function matching<Meaning>(
  phrases: readonly Phrase<Meaning>[] = [],
  from: number,
  fits: (word: string, at: number) => boolean,
): FoundPhrase<Meaning>[] {
  return phrases
    .filter(({ words }) => words.every((word, at) => fits(word, from + at)))
    .map(({ words, meaning }) => ({ from, to: from + words.length, meaning }))
}
