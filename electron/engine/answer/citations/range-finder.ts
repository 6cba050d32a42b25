import type { Passage } from '@engine/retrieval/passage'
import { analyse } from '@engine/text/analyse'
import { splitSentences } from '@engine/text/sentences/sentences'
import { contentTerms } from '@engine/text/english/stop-words'

interface Range {
  readonly start: number
  readonly end: number
}

/** Sentences of a passage that may together bear one sentence out. */
const maxSentences = 3

/** Finds the part of a passage that says what a sentence says; its sentences are analysed once. */
export class RangeFinder {
  #sentences: (Range & { readonly terms: ReadonlySet<string> })[] | undefined

  constructor(private readonly passage: Pick<Passage, 'text'>) {}

  /** The shortest run of whole sentences with most of the words, half-open; all of the text where none has any. */
  find(sentence: string): Range {
    const { text } = this.passage
    const wanted = [...new Set(contentTerms(sentence))]
    const sentences = (this.#sentences ??= splitSentences(text).map(({ start, end }) => {
      return { start, end, terms: new Set(analyse(text.slice(start, end))) }
    }))
    let best = { start: 0, end: text.length, held: 0 }
    for (let length = 1; length <= maxSentences; length += 1) {
      for (let first = 0; first + length <= sentences.length; first += 1) {
        const run = sentences.slice(first, first + length)
        const held = wanted.filter((term) => run.some(({ terms }) => terms.has(term))).length
        const [from, to] = [run.at(0), run.at(-1)]
        if (held > best.held && from && to) best = { start: from.start, end: to.end, held }
      }
    }
    return { start: best.start, end: best.end }
  }
}
