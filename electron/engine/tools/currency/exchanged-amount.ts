/** A decimal number as a whole number of 10^-places. */
interface Decimal {
  readonly digits: bigint
  readonly places: number
}

function decimalOf(text: string): Decimal {
  const [whole = '', fraction = ''] = text.split('.')
  return { digits: BigInt(whole + fraction), places: fraction.length }
}

/** `amount` × `to` / `from`, all in decimal figures, rounded half up to so many decimal places. */
export function exchanged(amount: string, from: string, to: string, places: number): string {
  const [a, b, c] = [decimalOf(amount), decimalOf(to), decimalOf(from)]
  const above = a.digits * b.digits * 10n ** BigInt(c.places + places)
  const below = c.digits * 10n ** BigInt(a.places + b.places)
  const rounded = ((2n * above + below) / (2n * below)).toString().padStart(places + 1, '0')
  if (places === 0) return rounded
  return `${rounded.slice(0, -places)}.${rounded.slice(-places)}`
}

/** Decimal places in which a currency is counted: 2, of the yen none. */
export function placesOf(currency: string): number {
  return new Intl.NumberFormat('en', { style: 'currency', currency }).resolvedOptions().maximumFractionDigits ?? 2
}
