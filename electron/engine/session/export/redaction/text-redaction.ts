import { pathEdits } from './local-paths'
import { withLinesOf } from './sensitive-copies'
import type { SensitiveWords } from './sensitive-words'
import { applyEdits, type Edit, mergeEdits } from './text-edits'

/** What must go from texts: copies of sensitive words, and paths of this machine. Counts what goes. */
export class TextRedaction {
  #sentences = 0
  #paths = 0

  constructor(
    private readonly words: SensitiveWords,
    private readonly options: { readonly marker: string; readonly paths: boolean },
  ) {}

  /** What was replaced so far. */
  get count(): { readonly sentences: number; readonly paths: number } {
    return { sentences: this.#sentences, paths: this.#paths }
  }

  /** Every edit a text needs, in order, with what is known to go from it besides. */
  edits(text: string, more: readonly Edit[] = []): Edit[] {
    const words = this.wordEdits(text, [...more, ...this.words.copies(text)])
    // A path inside of something that goes altogether goes with it.
    const paths = (this.options.paths ? pathEdits(text) : []).filter(
      ({ start, end }) => !words.some((edit) => start < edit.end && end > edit.start),
    )
    this.#paths += paths.length
    return mergeEdits([...words, ...paths])
  }

  /** A text that was made from answers or claims, down to single names in it. */
  derived(text: string, isKept: (words: string) => boolean = () => false): string {
    const edits = this.words.derivedCopies(text).filter(({ start, end }) => !isKept(text.slice(start, end)))
    return applyEdits(text, this.wordEdits(text, edits))
  }

  wordEdits(text: string, edits: readonly Edit[]): Edit[] {
    const words = mergeEdits(edits)
      .map((edit) => ({ ...edit, text: withLinesOf(text.slice(edit.start, edit.end), this.options.marker) }))
      .filter((edit) => text.slice(edit.start, edit.end) !== edit.text)
    this.#sentences += words.length
    return words
  }
}
