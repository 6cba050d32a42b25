import { type AskedMeasure, askedMeasureOf, isOfTime } from './asked-measure'

/** What a question that wants a name or a number says of its answer. */
export interface AskedValue {
  /** The measure it is in; null for none. */
  readonly measure: AskedMeasure | null
  /** That is one of time. */
  readonly isTime: boolean
  /** A place in an order. */
  readonly isOrder: boolean
}

const orders = ['第', '排']

/** Reads what is said of the answer. */
export function askedValueOf(text: string): AskedValue {
  const measure = askedMeasureOf(text)
  return { measure, isTime: isOfTime(measure), isOrder: orders.some((order) => text.includes(order)) }
}
