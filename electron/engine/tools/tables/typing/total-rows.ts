import { isBlank } from './word-cells'

const total =
  /^(?:(?:grand|overall|net|sub|sub-)\s?)?(?:totals?|subtotals?|sum|sums|summe|gesamt|insgesamt|total général)(?:\s*(?:\(.{1,30}\)|\d{4}|amount|cost|costs|sum|for .{1,40}|of .{1,40}))?\s*[:：]?$|^(?:合计|总计|小计|总和|合計|总数|共计)(?:[（(].{1,20}[)）])?[:：]?$/iu
const partly = /^sub|小计/iu
/** Rows at the end among which a row called total needs no proof. */
const lastRows = 3
/** Cents that were rounded before they were added. */
const tolerance = 1e-6

/** Finds rows that add up others: called so, and at the end of the table, or the sum of what stands above. */
export class TotalRows {
  readonly #sections: number[]
  readonly #sums: number[]
  readonly #found: number[] = []
  #row = 0
  #last: { row: number; isUnnamed: boolean; addsUp: boolean } | undefined
  #dataRows = 0

  /** @param rows how many there are; `numbers` are the columns of numbers, by their place. */
  constructor(
    private readonly rows: number,
    private readonly numbers: readonly number[],
  ) {
    this.#sections = numbers.map(() => 0)
    this.#sums = numbers.map(() => 0)
  }

  /** Takes in the next row: its cells, and the numbers in it, NaN where it has none. */
  add(cells: readonly string[], values: readonly number[]): void {
    // Of a quarter's sum the name stands behind the quarter.
    const label = cells.find((cell) => cell.length < 60 && total.test(cell.trim())) ?? ''
    const isCalled = label !== ''
    const isAtEnd = this.#row >= this.rows - lastRows
    const addsUp = this.#equals(values, this.#sums) || this.#equals(values, this.#sections)
    if (isCalled && this.#dataRows > 0 && (isAtEnd || addsUp || partly.test(label))) {
      this.#found.push(this.#row)
      this.#sections.fill(0)
    } else {
      const isUnnamed = isBlank(cells[0] ?? '') && !this.numbers.includes(0)
      this.#last = { row: this.#row, isUnnamed, addsUp: this.#equals(values, this.#sums, true) && this.#dataRows > 2 }
      this.#dataRows += 1
      for (const at of this.numbers.keys()) {
        const value = values[at] ?? NaN
        if (Number.isNaN(value)) continue
        this.#sums[at] = (this.#sums[at] ?? 0) + value
        this.#sections[at] = (this.#sections[at] ?? 0) + value
      }
    }
    this.#row += 1
  }

  /** Their places, ascending. */
  finish(): number[] {
    const { row = -1, isUnnamed, addsUp } = this.#last ?? {}
    return row === this.rows - 1 && isUnnamed && addsUp ? [...this.#found, row] : this.#found
  }

  /** Whether a number of the row is the sum of those above it (`all`: every number is). */
  #equals(values: readonly number[], sums: readonly number[], all = false): boolean {
    const given = [...values.keys()].filter((at) => !Number.isNaN(values[at] ?? NaN) && (values[at] ?? 0) !== 0)
    const isSum = (at: number) => {
      const value = values[at] ?? 0
      return Math.abs(value - (sums[at] ?? 0)) <= Math.max(0.011, Math.abs(value) * tolerance)
    }
    return given.length > 0 && (all ? given.every(isSum) : given.some(isSum))
  }
}
