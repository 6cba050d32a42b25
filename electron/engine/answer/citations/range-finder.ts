import { hasDigit } from '@engine/text/letters'
import type { Passage } from '@engine/retrieval/passage'
import { sentencesAndRows } from '../sentences/sentence-candidates'
import { analyse } from '@engine/text/analyse'
import { contentTerms } from '@engine/text/english/stop-words'

interface Range {
  readonly start: number
  readonly end: number
}

/** Sentences or rows of a passage that may together bear one sentence out. */
const maxUnits = 3
/** A figure tells more than a word; a year stands in many a title. */
const figureWeight = 2

/** Finds the part of a passage that says what a sentence says; its sentences and rows are analysed once. */
export class RangeFinder {
  #units: (Range & { readonly terms: ReadonlySet<string> })[] | undefined

  constructor(private readonly passage: Pick<Passage, 'text'>) {}

  /** The shortest run of whole sentences or rows with most of the words, half-open; all of the text where none has any. */
  find(sentence: string): Range {
    const { text } = this.passage
    const wanted = [...new Set(contentTerms(sentence))].map((term) => ({ term, weight: weightOf(term) }))
    const units = (this.#units ??= sentencesAndRows(text).map(({ start, end }) => {
      return { start, end, terms: new Set(analyse(text.slice(start, end))) }
    }))
    let best = { start: 0, end: text.length, held: 0 }
    for (let length = 1; length <= maxUnits; length += 1) {
      for (let first = 0; first + length <= units.length; first += 1) {
        const run = units.slice(first, first + length)
        const held = wanted.reduce(
          (sum, { term, weight }) => sum + (run.some(({ terms }) => terms.has(term)) ? weight : 0),
          0,
        )
        const [from, to] = [run.at(0), run.at(-1)]
        if (held > best.held && from && to) best = { start: from.start, end: to.end, held }
      }
    }
    return { start: best.start, end: best.end }
  }
}

function weightOf(term: string): number {
  return hasDigit(term) && !/^(?:19|20)\d\d$/u.test(term) ? figureWeight : 1
}
