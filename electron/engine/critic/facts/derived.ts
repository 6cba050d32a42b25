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

/** Whether a figure is the sum, difference, product, ratio, share or mean of others, or the time between two of them. */
export function isDerived(quantity: Quantity, { claimed, together }: Operands): boolean {
  if (isWorkedOut(quantity, claimed)) return true
  const operands = operandsFor(quantity, claimed)
  // Whoever writes two figures down works with those, and not with two of a table's many.
  const isSaid = operands.filter((one) => isLike(one, quantity)).length > 1
  return together.some((figures) => {
    const theirs = figures.length <= maxOperands ? figures.filter((one) => isLike(one, quantity)) : []
    if (!isSaid && [...pairs(theirs, quantity), ...sums(theirs, quantity)].some((result) => isResult(quantity, result)))
      return true
    return operands.some(
      (one) => one.unit?.kind !== quantity.unit?.kind && figures.some((other) => isTimes(quantity, one, other)),
    )
  })
}

/** So many times what the source gives for one. */
function isTimes(quantity: Quantity, times: Quantity, one: Quantity): boolean {
  return (
    one.unit !== null &&
    one.unit.kind === quantity.unit?.kind &&
    isResult(quantity, times.value * inUnitOf(quantity, one))
  )
}

/** Whether a figure follows from other figures of its own sentence. */
export function isWorkedOut(quantity: Quantity, claimed: readonly Quantity[]): boolean {
  const operands = operandsFor(quantity, claimed)
  return [...pairs(operands, quantity), ...sums(operands, quantity), ...ofThree(operands, quantity)].some((result) =>
    isResult(quantity, result),
  )
}

function operandsFor(quantity: Quantity, claimed: readonly Quantity[]): Quantity[] {
  return claimed.filter((one) => one !== quantity).slice(0, maxOperands)
}

function isLike(one: Quantity, other: Quantity): boolean {
  return !one.date && (one.unit?.kind === other.unit?.kind || other.unit?.kind === 'ratio')
}

function isResult(quantity: Quantity, result: number): boolean {
  if (quantity.date || !Number.isFinite(result) || result <= 0) return false
  const decimals = /\.(\d+)/u.exec(quantity.raw)?.[1]?.length ?? 0
  // Rounded to the digits that are written, where it is no whole number of something.
  const isRounded = quantity.unit?.kind === 'ratio' || quantity.rough || decimals > 0
  const tolerance = Math.max(isRounded ? 0.5005 * 10 ** -decimals : 0, 1e-9 * result)
  return Math.abs(result - quantity.value) <= (quantity.rough ? Math.max(tolerance, roughly * result) : tolerance)
}

/** The value in the unit of what is worked out, where both measure the same. */
function inUnitOf({ unit }: Quantity, other: Quantity): number {
  return unit && other.unit && unit.kind === other.unit.kind
    ? (other.value * other.unit.factor) / unit.factor
    : other.value
}

/** Sums and means of any two or more. */
function sums(operands: readonly Quantity[], quantity: Quantity): number[] {
  const values = operands.filter(({ date }) => !date).map((one) => inUnitOf(quantity, one))
  const found: number[] = []
  for (let set = 1; set < 1 << values.length; set += 1) {
    const chosen = values.filter((_, at) => (set >> at) & 1)
    if (chosen.length < 2) continue
    const sum = chosen.reduce((total, value) => total + value, 0)
    found.push(sum, sum / chosen.length)
  }
  return found
}

function ofThree(operands: readonly Quantity[], quantity: Quantity): number[] {
  const values = operands.filter(({ date }) => !date).map((one) => inUnitOf(quantity, one))
  return values.flatMap((a, at) =>
    values.flatMap((b, later) =>
      later <= at
        ? []
        : values.flatMap((c, last) =>
            last === at || last === later ? [] : [a * b + c, a * b - c, a + b - c, c - a - b, (a * b) / c, a * b * c],
          ),
    ),
  )
}

function pairs(operands: readonly Quantity[], quantity: Quantity): number[] {
  return operands.flatMap((a, at) =>
    operands.slice(at + 1).flatMap((b) => {
      if (a.date && b.date) return spans(a.date, b.date)
      if (a.unit?.kind === 'clock' && b.unit?.kind === 'clock') return clockSpans(a.value, b.value, quantity)
      return a.date || b.date ? [] : ofTwo(inUnitOf(quantity, a), inUnitOf(quantity, b))
    }),
  )
}

/** From one time of day to the other, either way round. */
function clockSpans(a: number, b: number, { unit }: Quantity): number[] {
  const seconds = Math.abs(a - b) * 60
  return [seconds, 86_400 - seconds].map((span) => span / (unit?.kind === 'time' ? unit.factor : 3600))
}

function ofTwo(a: number, b: number): number[] {
  const [low, high] = [Math.min(a, b), Math.max(a, b)]
  const difference = high - low
  const shares = [low / high, difference / low, difference / high, high / low].map((share) => share * 100)
  // Of a per cent: 60 % of 12,000, and 12,000 with 60 % more or less.
  const parts = [
    (a * b) / 100,
    high * (1 + low / 100),
    high * (1 - low / 100),
    low * (1 + high / 100),
    low * (1 - high / 100),
  ]
  return [difference, high * low, high / low, low / high, ...shares, ...parts]
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
