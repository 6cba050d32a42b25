import { withoutOrderMarks } from '@engine/session/export/pages/html-text'

/** What XML does not allow in a document, and lone halves of characters. */
const forbidden = /[\u0000-\u0008\u000B\u000C\u000E-\u001F\u007F-\u009F\uFFFE\uFFFF]|\p{Surrogate}/gu

/**
 * Text for formats that know no isolation: without what they cannot hold, and without marks that would turn round what stands
 * around it.
 */
export function plainText(text: string): string {
  return withoutOrderMarks(text.replace(forbidden, '\uFFFD'))
}

/** As `plainText`, on one line. */
export function plainLine(text: string): string {
  return plainText(text).replace(/\s+/gu, ' ').trim()
}

/** Tells the first mark of each source from later ones: the way back from a source leads to it. */
export class FirstMarks {
  readonly #seen = new Set<number>()

  /** True the first time it is asked of a number. */
  take(number: number): boolean {
    const isFirst = !this.#seen.has(number)
    this.#seen.add(number)
    return isFirst
  }

  has(number: number): boolean {
    return this.#seen.has(number)
  }
}

/** The name of the place where a source is listed, and of the first mark that leads there. */
export const sourceAnchor = (number: number) => `source_${number}`
export const markAnchor = (number: number) => `mark_${number}`
