import type { Quantity } from './quantities'

/** What a figure may be worked out from. */
export interface Operands {
  /** Other figures of the same claim that its source has, or that were worked out before. */
  readonly claimed: readonly Quantity[]
  /** Figures of the source that stand together: those of one row or sentence that the claim is about. */
  readonly together: readonly (readonly Quantity[])[]
}

/** Smaller numbers may simply be counted: two incidents. */
export const largestCount = 12
/** Of a figure that is said to be rough. */
const roughly = 0.02
/** More operands than that are no claim's. */
const maxOperands = 8

/** Whether a figure is the sum, difference, product, ratio or percentage of others, or the time between two dates. */
export function isDerived(quantity: Quantity, { claimed, together }: Operands): boolean {
  const operands = claimed.filter((one) => one !== quantity).slice(0, maxOperands)
  if (results(operands).some((result) => isResult(quantity, result))) return true
  // Whoever writes two figures down works with those, and not with two of a table's many.
  if (operands.filter((one) => isLike(one, quantity)).length > 1) return false
  return together.some(
    (figures) =>
      (figures.length <= maxOperands && pairs(figures).some((result) => isResult(quantity, result))) ||
      operands.some((one) => figures.some((other) => isResult(quantity, one.value * other.value))),
  )
}

function isLike(one: Quantity, other: Quantity): boolean {
  return !one.date && (one.unit?.kind === other.unit?.kind || other.unit?.kind === 'ratio')
}

function isResult(quantity: Quantity, result: number): boolean {
  if (quantity.date || !Number.isFinite(result) || result <= 0) return false
  const decimals = /\.(\d+)/u.exec(quantity.raw)?.[1]?.length ?? 0
  const tolerance = Math.max(0.5 * 10 ** -decimals * (quantity.unit?.kind === 'ratio' || quantity.rough || decimals > 0 ? 1.001 : 0), 1e-9 * result)
  return Math.abs(result - quantity.value) <= (quantity.rough ? Math.max(tolerance, roughly * result) : tolerance)
}

function results(operands: readonly Quantity[]): number[] {
  const found = pairs(operands)
  const values = operands.filter(({ date }) => !date).map(({ value }) => value)
  for (const [at, a] of values.entries()) {
    for (const [later, b] of values.entries()) {
      if (later === at) continue
      for (const [last, c] of values.entries()) {
        if (last === at || last === later) continue
        if (at < later && later < last) found.push(a + b + c)
        if (at < later) found.push(a * b + c, a + b - c, a * b - c)
      }
    }
  }
  if (values.length > 3) found.push(values.reduce((sum, value) => sum + value, 0))
  return found
}

function pairs(operands: readonly Quantity[]): number[] {
  return operands.flatMap((a, at) => operands.slice(at + 1).flatMap((b) => (a.date && b.date ? spans(a.date, b.date) : ofTwo(a, b))))
}

function ofTwo(a: Quantity, b: Quantity): number[] {
  if (a.date || b.date) return []
  const [low, high] = [Math.min(a.value, b.value), Math.max(a.value, b.value)]
  const difference = high - low
  const shares = [low / high, difference / low, difference / high].map((share) => share * 100)
  return [high + low, difference, high * low, high / low, low / high, ...shares]
}

const dayMs = 86_400_000

/** Days, nights, weeks, months or years from one date to the other. */
function spans(a: NonNullable<Quantity['date']>, b: NonNullable<Quantity['date']>): number[] {
  const yearOf = (one: typeof a, other: typeof a) => one.year ?? other.year ?? 2001
  const years = Math.abs(yearOf(a, b) - yearOf(b, a))
  if (a.month === null || b.month === null) return [years, years + 1]
  const months = Math.abs((yearOf(a, b) - yearOf(b, a)) * 12 + a.month - b.month)
  if (a.day === null || b.day === null) return [months, months + 1, months / 12]
  const time = (one: typeof a, other: typeof a) => Date.UTC(yearOf(one, other), (one.month ?? 1) - 1, one.day ?? 1)
  const days = Math.round(Math.abs(time(a, b) - time(b, a)) / dayMs)
  return [days, days + 1, days / 7, months, months / 12]
}
