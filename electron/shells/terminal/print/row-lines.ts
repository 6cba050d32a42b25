import { isMarkdown } from '@shared/documents'
import type { EvidenceItem } from '@shared/events'
import { QuotedRows } from '@shared/excerpts/quoted-rows'

const listLine = /^(- )(.+?)( (?:\[\d+\])+)$/u

/** Passes an answer on as it comes, save rows of tables quoted in a list: these wait for their end, and name the column of each value. */
export class RowLines {
  #held = ''
  /** The beginning of this line was passed on. */
  #isBegun = false
  #rows: QuotedRows | undefined

  /** What the answer quotes; only tables of Markdown have rows that do not name their columns. */
  set evidence(items: readonly EvidenceItem[]) {
    const hasTables = items.some(({ format, text }) => isMarkdown(format) && text.includes('|'))
    this.#rows = hasTables ? new QuotedRows(items) : undefined
  }

  /** What can be shown of the answer when this much more of it is there. */
  add(text: string): string {
    const lines = (this.#held + text).split('\n')
    this.#held = lines.pop() ?? ''
    const whole = lines.map((line) => {
      const shown = this.#isBegun ? line : this.#shown(line)
      this.#isBegun = false
      return `${shown}\n`
    })
    const mayBeRow = this.#rows !== undefined && !this.#isBegun && /^(?:-(?: |$)|$)/u.test(this.#held)
    return whole.join('') + (mayBeRow ? '' : this.#begin())
  }

  /** What is still held back at the end. */
  rest(): string {
    const held = this.#isBegun ? this.#held : this.#shown(this.#held)
    this.#held = ''
    this.#isBegun = false
    return held
  }

  #begin(): string {
    const begun = this.#held
    this.#held = ''
    if (begun !== '') this.#isBegun = true
    return begun
  }

  #shown(line: string): string {
    const [, sign = '', quoted = '', marks = ''] = listLine.exec(line) ?? []
    const number = /\d+/u.exec(marks)?.[0]
    if (!this.#rows || number === undefined) return line
    return sign + this.#rows.shownOf(quoted, Number(number)) + marks
  }
}
