import { isStopTerm } from '@engine/text/english/stop-words'
import { areAdjacent, baseOfWord, foldedWord, nearnessOf, type Word, wordsOf } from './term-words'
import ordinary from '@resources/lexicon/ordinary-names.json'

/** A row: an English term, then one or more Chinese ones, the most usual first. */
export type TermRow = readonly string[]

/** A stretch of a text and the translations the table has for it, best first. */
export interface FoundTerm {
  readonly start: number
  readonly end: number
  readonly translations: readonly string[]
}

/** Names that are ordinary words in lower case; those the table itself has in lower case need no mention here. */
const ordinaryNames = new Set(ordinary)

/** What an own row adds over a shipped one, so that it always comes first. */
const ownWeight = 100
const upperCase = /\p{Lu}/u

/**
 * Both directions of a term table: English by analysed words, names by their letters, Chinese by characters. Rows are
 * analysed by their first two letters when a question first needs them, so that no question waits for all.
 */
export class TermIndex {
  /** Rows not analysed yet, by the first two letters of their English term. */
  readonly #waiting = new Map<string, number[]>()
  /** Rows by the stem of their first word, and names by its letters. */
  readonly #ordinary = new Map<string, number[]>()
  readonly #names = new Map<string, number[]>()
  readonly #words = new Map<number, Word[]>()
  #chinese: ChineseTerms | undefined

  /** Rows from `ownFrom` on are the user's own. */
  constructor(
    private readonly rows: readonly TermRow[],
    private readonly ownFrom: number,
  ) {
    for (const [at, [english = '']] of rows.entries()) add(this.#waiting, prefixOf(english), at)
  }

  /** The longest Chinese term that may begin at this character; 0 for none. */
  longestFrom(character: string): number {
    return this.#chineseTerms().longestFrom.get(character) ?? 0
  }

  hasChinese(term: string): boolean {
    return this.#chineseTerms().rows.has(term)
  }

  /** English for a Chinese term in lower case: by its place in the rows, then by their order. */
  englishFor(term: string): string[] {
    const scores = new Map<string, number>()
    for (const at of listed(this.#chineseTerms().rows.get(term))) {
      const row = this.rows[at] ?? []
      const place = row.findIndex((one, column) => column > 0 && one.toLowerCase() === term)
      if (row[0]) scores.set(row[0], (scores.get(row[0]) ?? 0) + this.#worth(at, place))
    }
    return best(scores)
  }

  /** English terms of a text with their Chinese, longest first, without overlap. */
  findEnglish(text: string): FoundTerm[] {
    const words = wordsOf(text)
    const found: FoundTerm[] = []
    for (let at = 0; at < words.length; at += 1) {
      const match = this.#longestAt(text, words, at)
      const [first, last] = [words[at], words[at + (match?.count ?? 1) - 1]]
      if (!match || !first || !last) continue
      found.push({ start: first.start, end: last.end, translations: match.translations })
      at += match.count - 1
    }
    return found
  }

  #longestAt(text: string, words: readonly Word[], at: number): { count: number; translations: string[] } | null {
    const first = words[at]
    if (!first) return null
    const base = baseOfWord(first, (stem) => this.#rowsFrom(this.#ordinary, stem, stem).length > 0)
    const ordinary = [first, ...(base ? [base] : [])].flatMap(({ stem, folded }) =>
      this.#rowsFrom(this.#ordinary, stem, folded),
    )
    const names = [first.folded, first.folded.replace(plural, '')].flatMap((name) =>
      this.#rowsFrom(this.#names, name, name),
    )
    const lengths = [...new Set([...ordinary, ...names].map((row) => this.#wordsOfRow(row).length))]
    for (const count of lengths.toSorted((a, b) => b - a)) {
      const phrase = words.slice(at, at + count)
      if (phrase.length < count || !areAdjacent(text, phrase)) continue
      const translations = this.#chineseFor({ text, words: phrase, base }, new Set(ordinary), new Set(names))
      if (translations.length > 0) return { count, translations }
    }
    return null
  }

  #chineseFor(
    { text, words: phrase, base }: Phrase,
    ordinaryRows: ReadonlySet<number>,
    nameRows: ReadonlySet<number>,
  ): string[] {
    const ordinary = isGrammar(phrase) ? [] : this.#closest(phrase, base, [...ordinaryRows])
    const isName = (at: number) => this.#mayBeName(at, phrase, ordinary.length > 0)
    const names = this.#ofLength(phrase.length, [...nameRows]).filter(isName)
    if (names.length === 0) return this.#ranked(ordinary)
    const [first] = phrase
    const isOpening = first !== undefined && phrase.length === 1 && startsSentence(text, first.start)
    // At the start of a sentence a capital letter says nothing: Turkey and turkey are as likely.
    return isOpening ? alternating(this.#ranked(names), this.#ranked(ordinary)) : this.#ranked(names)
  }

  /** A name that is also an ordinary word must be written as a name, an acronym in capitals. */
  #mayBeName(at: number, phrase: readonly Word[], hasOrdinary: boolean): boolean {
    const name = this.rows[at]?.[0] ?? ''
    const words = this.#wordsOfRow(at)
    const fits = words.every(
      ({ folded }, place) =>
        phrase[place]?.folded === folded ||
        (place === words.length - 1 && phrase[place]?.folded.replace(plural, '') === folded),
    )
    const [first] = phrase
    if (!fits || !first) return false
    const isAmbiguous =
      phrase.length === 1 && (hasOrdinary || ordinaryNames.has(name.toLowerCase()) || isGrammar(phrase))
    if (!isAmbiguous) return true
    return name === name.toUpperCase() ? first.raw === name : upperCase.test(first.raw.charAt(0))
  }

  /** Of the rows that share a stem (university, universe), those nearest in spelling; none that only share its root. */
  #closest(phrase: readonly Word[], base: Word | undefined, rows: readonly number[]): number[] {
    const readings = base ? [phrase, [base, ...phrase.slice(1)]] : [phrase]
    let most = 0
    let nearest: number[] = []
    for (const at of this.#ofLength(phrase.length, rows)) {
      const nearness = Math.max(...readings.map((words) => nearnessOf(words, this.#wordsOfRow(at))))
      if (nearness > most) nearest = []
      if (nearness > 0 && nearness >= most) nearest.push(at)
      most = Math.max(most, nearness)
    }
    return nearest
  }

  #ofLength(count: number, rows: readonly number[]): number[] {
    return rows.filter((at) => this.#wordsOfRow(at).length === count)
  }

  #ranked(rows: readonly number[]): string[] {
    const scores = new Map<string, number>()
    for (const at of rows) {
      const [, ...chinese] = this.rows[at] ?? []
      for (const [place, term] of chinese.entries()) {
        scores.set(term, (scores.get(term) ?? 0) + this.#worth(at, place + 1))
      }
    }
    return best(scores)
  }

  /** What a row says for a term at its `place`: the first equivalent counts most. */
  #worth(at: number, place: number): number {
    return (at >= this.ownFrom ? ownWeight : 1) / place
  }

  #rowsFrom(index: ReadonlyMap<string, number[]>, key: string, spelling: string): readonly number[] {
    const prefix = prefixOf(spelling)
    const waiting = this.#waiting.get(prefix)
    if (waiting) {
      this.#waiting.delete(prefix)
      for (const at of waiting) this.#analyseRow(at)
    }
    return index.get(key) ?? []
  }

  #analyseRow(at: number): void {
    const english = this.rows[at]?.[0] ?? ''
    const words = wordsOf(english)
    const [first] = words
    if (!first) return
    this.#words.set(at, words)
    if (upperCase.test(english)) add(this.#names, first.folded, at)
    else add(this.#ordinary, first.stem, at)
  }

  #wordsOfRow(at: number): readonly Word[] {
    return this.#words.get(at) ?? []
  }

  #chineseTerms(): ChineseTerms {
    return (this.#chinese ??= chineseTerms(this.rows))
  }
}

/** Words of a text that stand side by side, and the base of the first where it is not its stem. */
interface Phrase {
  readonly text: string
  readonly words: readonly Word[]
  readonly base: Word | undefined
}

interface ChineseTerms {
  /** Most terms are in one row; a number takes less room than a list. */
  readonly rows: ReadonlyMap<string, number | number[]>
  readonly longestFrom: ReadonlyMap<string, number>
}

function chineseTerms(rows: readonly TermRow[]): ChineseTerms {
  const terms = new Map<string, number | number[]>()
  const longestFrom = new Map<string, number>()
  for (const [at, row] of rows.entries()) {
    for (let place = 1; place < row.length; place += 1) {
      const term = (row[place] ?? '').toLowerCase()
      const known = terms.get(term)
      if (known === undefined) terms.set(term, at)
      else if (typeof known === 'number') terms.set(term, [known, at])
      else known.push(at)
      const first = term.charAt(0)
      if ((longestFrom.get(first) ?? 0) < term.length) longestFrom.set(first, term.length)
    }
  }
  return { rows: terms, longestFrom }
}

/** A question word or grammar word alone is no term, whatever the table says. */
function isGrammar(phrase: readonly Word[]): boolean {
  const [only] = phrase
  return phrase.length === 1 && only !== undefined && (isStopTerm(only.stem) || only.folded.length < 2)
}

function startsSentence(text: string, at: number): boolean {
  const before = text.slice(0, at).trimEnd()
  return before === '' || /[.!?。？！:：]$/u.test(before)
}

/** Names have plurals too: Romans, Americans. */
const plural = /(?<=\p{L}{3})s$/u

const notOneWord = /[^\p{L}\p{N}].*$/u

function prefixOf(english: string): string {
  return foldedWord(english.slice(0, 4)).replace(notOneWord, '').slice(0, 2)
}

function alternating(first: readonly string[], second: readonly string[]): string[] {
  const longer = first.length > second.length ? first : second
  return [...new Set(longer.flatMap((_, at) => [first[at] ?? [], second[at] ?? []].flat()))]
}

function add(to: Map<string, number[]>, key: string, at: number): void {
  const known = to.get(key)
  if (known) known.push(at)
  else to.set(key, [at])
}

function listed(rows: number | number[] | undefined): readonly number[] {
  if (rows === undefined) return []
  return typeof rows === 'number' ? [rows] : rows
}

function best(scores: ReadonlyMap<string, number>): string[] {
  return [...scores].toSorted(([, a], [, b]) => b - a).map(([term]) => term)
}
