import { SensitiveCopies } from './sensitive-copies'
import { ShortCopies } from './short-copies'
import type { Edit } from './text-edits'

/** The words that a redacted record must not contain, and a search for them in its texts. */
export class SensitiveWords {
  readonly #long = new SensitiveCopies()
  readonly #short: ShortCopies
  /** Queries that a turn made from something sensitive, their translations among them. */
  readonly #queries = new Set<string>()

  constructor(private readonly marker: string) {
    this.#short = new ShortCopies(marker)
  }

  /** A passage, or another text of which every longer sentence is known again. */
  addText(text: string): void {
    this.#long.add(text)
  }

  /** Adds the statements of an answer, down to a single name or number. */
  addSaid(text: string): void {
    this.#long.add(text)
    this.#short.add(text)
  }

  /** A heading. */
  addHeading(heading: string): void {
    if (heading !== this.marker) this.#long.addWhole(heading)
  }

  /** Adds the name of a document. */
  addName(name: string): void {
    this.addHeading(name)
    this.#short.addName(name)
  }

  /**
   * What a turn searched for. Where one of its queries holds something sensitive that the question does not, as when
   * "she" stands for a name out of an earlier answer, the others are translations and parts of the same.
   */
  addQueries(queries: readonly string[], question: string): void {
    const own = queries.filter((query) => query !== question && query !== this.marker)
    if (own.some((query) => this.derivedCopies(query).length > 0)) for (const query of own) this.#queries.add(query)
  }

  /** Copies in any text. */
  copies(text: string): Edit[] {
    return [...this.#long.edits(text, this.marker), ...this.#short.quotedNames(text)]
  }

  /** Copies in a text that was made from answers and passages: short ones as well. */
  derivedCopies(text: string): Edit[] {
    if (this.#queries.has(text)) return [{ start: 0, end: text.length, text: this.marker }]
    return [...this.copies(text), ...this.#short.edits(text)]
  }
}
