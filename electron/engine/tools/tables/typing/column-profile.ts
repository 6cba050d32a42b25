import { isDateHeader, isIdentifierHeader, isYearHeader } from './header-words'
import { isBlank, isMissing, readBoolean } from './word-cells'
import { type DayOrder, dayOrderOf, hasTwoReadings, readCompactDate, readDate, readYear } from './read-date'
import { type DecimalSign, readNumber } from './read-number'
import { UnitCount } from './unit-count'

/** The share of a column's cells that make its kind. */
const enough = 0.9
/** Cells whose reading is remembered: values of most columns come again and again. */
const mostRemembered = 20_000
/** Decimal places that a column of exact numbers may have, and how large those may be. */
export const exact = { decimals: 6, below: 1e11 } as const
/** After so many cells a kind of which hardly any was seen is no longer looked for. */
const earlyCells = 500
const hopeless = 0.5

export type DateForm = 'date' | 'year' | 'compact'

/** What a column's cells were decided to be, and how they are read. */
export type ColumnType =
  | { readonly kind: 'text' }
  | { readonly kind: 'boolean' }
  | {
      readonly kind: 'date'
      readonly order: DayOrder
      readonly form: DateForm
      readonly hasTime: boolean
      readonly isOrderUnsure: boolean
    }
  | {
      readonly kind: 'number'
      readonly decimal: DecimalSign
      /** Null where numbers are kept as floating point. */ readonly decimals: number | null
    }

interface Findings {
  readonly dot: { readonly unit: string | null; readonly decimals: number; readonly size: number } | null
  readonly comma: { readonly unit: string | null; readonly decimals: number; readonly size: number } | null
  readonly dayFirst: { readonly hasTime: boolean } | null
  readonly monthFirst: { readonly hasTime: boolean } | null
  readonly isYear: boolean
  readonly isCompact: boolean
  readonly isBoolean: boolean
  readonly isMissing: boolean
  readonly hasLeadingZero: boolean
}

/** Looks at the cells of one column, in any number, and says what they are. */
export class ColumnProfile {
  filled = 0
  readonly orders = { 'day first': 0, 'month first': 0 }
  readonly #counts = {
    dot: 0,
    comma: 0,
    dayFirst: 0,
    monthFirst: 0,
    year: 0,
    compact: 0,
    boolean: 0,
    missing: 0,
    zeros: 0,
    integers: 0,
    twoWays: 0,
    times: 0,
  }
  readonly #units = { '.': new UnitCount(), ',': new UnitCount() }
  readonly #numbers = { '.': { decimals: 0, size: 0 }, ',': { decimals: 0, size: 0 } }
  readonly #remembered = new Map<string, Findings>()
  #isHopeless = false

  constructor(readonly header: string) {}

  add(cell: string): void {
    if (isBlank(cell)) return
    this.filled += 1
    if (this.#isHopeless) return
    let found = this.#remembered.get(cell)
    if (!found) {
      found = findingsOf(cell)
      if (this.#remembered.size < mostRemembered) this.#remembered.set(cell, found)
    }
    this.#count(cell, found)
    if (this.filled === earlyCells) this.#isHopeless = Math.max(...this.#shares()) < hopeless
  }

  /** @param order that of the table's other dates, where these leave it open. */
  decide(order: DayOrder | null): ColumnType {
    const [number, day, month, boolean, year, compact] = this.#shares()
    if (this.#isHopeless || this.filled === this.#counts.missing) return { kind: 'text' }
    if (boolean >= enough) return { kind: 'boolean' }
    if (year >= enough && isYearHeader(this.header)) return this.#dates('day first', 'year')
    if (compact >= enough && isDateHeader(this.header)) return this.#dates('day first', 'compact')
    if (number >= enough) return this.#isIdentifier() ? { kind: 'text' } : this.#number()
    if (Math.max(day, month) < enough) return { kind: 'text' }
    const own = this.#ownOrder()
    return this.#dates(own ?? order ?? 'day first', 'date', own === null && order === null)
  }

  /** The order that these cells prove; null where they leave it open. */
  #ownOrder(): DayOrder | null {
    const { dayFirst, monthFirst } = this.#counts
    return dayFirst === monthFirst ? null : dayFirst > monthFirst ? 'day first' : 'month first'
  }

  unitsOf(decimal: DecimalSign): UnitCount {
    return this.#units[decimal]
  }

  #shares(): [number, number, number, number, number, number] {
    const { dot, comma, dayFirst, monthFirst, boolean, year, compact, missing } = this.#counts
    const cells = Math.max(1, this.filled - missing)
    return [Math.max(dot, comma), dayFirst, monthFirst, boolean, year, compact].map((count) => count / cells) as [
      number,
      number,
      number,
      number,
      number,
      number,
    ]
  }

  #dates(order: DayOrder, form: DateForm, isOpen = false): ColumnType {
    const { twoWays, times } = this.#counts
    return { kind: 'date', order, form, hasTime: form === 'date' && times > 0, isOrderUnsure: isOpen && twoWays > 0 }
  }

  #number(): ColumnType {
    const decimal: DecimalSign = this.#counts.comma > this.#counts.dot ? ',' : '.'
    if (this.#units[decimal].isProse()) return { kind: 'text' }
    const { decimals, size } = this.#numbers[decimal]
    return { kind: 'number', decimal, decimals: decimals <= exact.decimals && size < exact.below ? decimals : null }
  }

  /** Digits that name something. */
  #isIdentifier(): boolean {
    const { zeros, integers, dot } = this.#counts
    return integers >= dot * enough && (zeros > 0 || isIdentifierHeader(this.header))
  }

  #count(cell: string, found: Findings): void {
    const counts = this.#counts
    if (found.isMissing) counts.missing += 1
    for (const [sign, read] of [
      ['.', found.dot],
      [',', found.comma],
    ] as const) {
      if (!read) continue
      counts[sign === '.' ? 'dot' : 'comma'] += 1
      this.#units[sign].add(read.unit)
      const numbers = this.#numbers[sign]
      numbers.decimals = Math.max(numbers.decimals, read.decimals)
      numbers.size = Math.max(numbers.size, read.size)
    }
    if (found.dot?.decimals === 0 && found.dot.unit === null) counts.integers += 1
    if (found.hasLeadingZero) {
      counts.zeros += 1
      // An identifier among numbers is read as one of them here: whether they are numbers is decided by all.
      counts.dot += 1
      counts.integers += 1
    }
    if (found.isBoolean) counts.boolean += 1
    if (found.isYear) counts.year += 1
    if (found.isCompact) counts.compact += 1
    if (found.dayFirst) counts.dayFirst += 1
    if (found.monthFirst) counts.monthFirst += 1
    if (found.dayFirst?.hasTime || found.monthFirst?.hasTime) counts.times += 1
    if ((found.dayFirst || found.monthFirst) && hasTwoReadings(cell) && !cell.includes('.')) counts.twoWays += 1
    const order = dayOrderOf(cell)
    if (order) this.orders[order] += 1
  }
}

function findingsOf(cell: string): Findings {
  const dot = numberFound(cell, '.')
  const hasDigits = /\d/u.test(cell)
  return {
    dot,
    comma: /[.,]/u.test(cell) ? numberFound(cell, ',') : dot,
    dayFirst: readDate(cell, 'day first'),
    monthFirst: readDate(cell, 'month first'),
    isYear: hasDigits && readYear(cell) !== null,
    isCompact: hasDigits && readCompactDate(cell) !== null,
    isBoolean: readBoolean(cell) !== null,
    isMissing: isMissing(cell),
    hasLeadingZero: /^0\d+$/u.test(cell),
  }
}

function numberFound(cell: string, decimal: DecimalSign): Findings['dot'] {
  const read = readNumber(cell, decimal)
  return read && { unit: read.unit, decimals: decimalsOf(read.value), size: Math.abs(read.value) }
}

/** Decimal places that a number needs. */
function decimalsOf(value: number): number {
  if (Number.isInteger(value)) return 0
  const [mantissa = '', exponent] = String(value).split('e')
  return Math.max(0, (mantissa.split('.')[1]?.length ?? 0) - Number(exponent ?? 0))
}

/** The typed value of a cell: days and moments as milliseconds; null where it is empty, or cannot be read as its column's kind. */
export function valueOf(
  cell: string,
  type: ColumnType,
): { readonly value: number | boolean | string; readonly unit?: string | null } | null {
  if (isBlank(cell)) return null
  switch (type.kind) {
    case 'text':
      return { value: cell }
    case 'boolean': {
      const value = readBoolean(cell)
      return value === null ? null : { value }
    }
    case 'number':
      return readNumber(cell, type.decimal)
    case 'date': {
      const read =
        type.form === 'year'
          ? readYear(cell)
          : type.form === 'compact'
            ? readCompactDate(cell)
            : readDate(cell, type.order)
      return read && { value: read.ms }
    }
  }
}
