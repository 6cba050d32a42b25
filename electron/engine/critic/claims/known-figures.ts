import { plainText } from '../facts/comparable-text'
import { type Quantity, quantitiesIn } from '../facts/quantities'

/** Figures that a sentence may work with though its source has none of them. */
export interface Known {
  readonly figures: readonly Quantity[]
  /** Of them, those that stand together, and the last ones of several sentences: their results. */
  readonly together: readonly (readonly Quantity[])[]
}

export const nothingKnown: Known = { figures: [], together: [] }

/** What the question gives, and what sentences that stand have said from the same sources. */
export class KnownFigures {
  readonly #asked: readonly Quantity[]
  readonly #said: { readonly numbers: readonly number[]; readonly figures: readonly Quantity[] }[] = []

  constructor(question: string) {
    this.#asked = quantitiesIn(plainText(question))
  }

  /** For a sentence that cites these sources. */
  with(numbers: readonly number[]): Known {
    const together = this.#said.flatMap((one) =>
      one.numbers.some((number) => numbers.includes(number)) ? [one.figures] : [],
    )
    const results = together.flatMap((figures) => figures.slice(-1))
    return { figures: [...this.#asked, ...together.flat()], together: [...together, results] }
  }

  /** Takes in a sentence that stands. */
  add(numbers: readonly number[], figures: readonly Quantity[]): void {
    if (figures.length > 0) this.#said.push({ numbers, figures })
  }
}
