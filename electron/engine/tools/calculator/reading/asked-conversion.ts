import type { TokenReader } from '../../reading/question-tokens'
import type { Piece } from './expression-piece'

/** A length, weight, … that is asked in another unit: 5 miles in km, how many feet in a mile, 一斤是多少克. */
export function readConversion(reader: TokenReader): Piece | null {
  return reader.attempt(() => intoUnit(reader)) ?? reader.attempt(() => howMany(reader))
}

function intoUnit(reader: TokenReader): Piece | null {
  reader.skip('convert')
  const quantity = quantitiesOf(reader)
  if (quantity === null) return null
  let isAsked = false
  while (
    reader.peek('into') !== undefined ||
    reader.peek('how_many') !== undefined ||
    reader.peek('linking') !== undefined
  ) {
    isAsked ||= reader.peek('into') !== undefined || reader.peek('how_many') !== undefined
    // “in” at the end is an inch.
    if (reader.peek('unit') !== undefined && isLast(reader)) break
    reader.skipOne()
  }
  const unit = reader.take('unit')
  return isAsked && unit !== undefined ? converted(quantity, unit) : null
}

function isLast(reader: TokenReader): boolean {
  return !reader.has(1) || reader.peek('equals', 1) !== undefined
}

function howMany(reader: TokenReader): Piece | null {
  if (reader.take('how_many') === undefined) return null
  const unit = reader.take('unit')
  reader.skip('into', 'linking', 'equals')
  const quantity = quantitiesOf(reader)
  reader.skip('linking')
  return unit !== undefined && quantity !== null ? converted(quantity, unit) : null
}

function converted(quantity: string, unit: string): Piece {
  return { text: `${quantity} to ${unit}`, level: 'sum', isWorked: true }
}

/** One quantity or several that add up: 5 ft 11 in. */
function quantitiesOf(reader: TokenReader): string | null {
  const quantities: string[] = []
  for (;;) {
    if (quantities.length > 0) reader.attempt(() => (reader.take('add', '+') !== undefined ? true : null))
    const quantity = reader.attempt(() => quantityOf(reader))
    if (quantity === null) return quantities.length > 0 && quantities.length <= 4 ? quantities.join(' + ') : null
    quantities.push(quantity)
  }
}

function quantityOf(reader: TokenReader): string | null {
  const sign = reader.take('add', '-') === undefined ? '' : '-'
  const value = reader.take('number') ?? reader.attempt(() => partOfOne(reader)) ?? reader.take('one')
  if (value === undefined) return null
  const whole = reader.take('half_more') === undefined ? value : andHalf(value)
  const unit = reader.take('unit')
  if (unit === undefined || whole === null) return null
  const isMore = reader.attempt(() =>
    reader.take('half_behind') !== undefined && reader.peek('unit') === undefined ? true : null,
  )
  // 12亩地
  reader.take('stuff')
  const amount = isMore ? andHalf(whole) : whole
  return amount === null ? null : `${sign}${amount} ${unit}`
}

/** 3 and a half miles, 3斤半; null where it is no whole number. */
function andHalf(value: string): string | null {
  return /^\d+$/u.test(value) ? `${value}.5` : null
}

/** half a mile */
function partOfOne(reader: TokenReader): string | null {
  const part = { '2': '0.5', '4': '0.25' }[reader.take('part') ?? '']
  reader.take('of')
  reader.take('one')
  return part ?? null
}
