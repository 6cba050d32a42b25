import type { Cell } from './confined-connection'
import type { Output } from './plan-sql'

/** Places behind the point that a figure worked out of others is shown with. */
const mostDecimals = 6
const averageDecimals = 2

/** A value of a result, as other programs take it: numbers as numbers, dates as ISO. */
export function typedCell(output: Output, value: Cell): Cell {
  if (value === null) return null
  if (isNumeric(output)) return Number(value)
  if (kindOf(output) === 'date')
    return String(value)
      .replace(' ', 'T')
      .replace(/T00:00:00$/u, '')
  return value
}

/** The same as people read it: with its unit, in groups of three. */
export function shownCell(output: Output, value: Cell): string {
  if (value === null) return ''
  if (!isNumeric(output)) return String(value)
  const number = Number(value)
  if (output.is === 'column') return output.part === 'quarter' ? `Q${number}` : String(number)
  const text = number.toLocaleString('en-US', { maximumFractionDigits: decimalsOf(output, number) })
  return withUnit(text, unitOf(output))
}

function isNumeric(output: Output): boolean {
  if (output.is === 'unit') return false
  if (output.is === 'column') return output.part !== undefined || output.column.stored.kind === 'number'
  return (
    /^(?:sum|average|median|count|count_distinct)$/u.test(output.measure.operation) ||
    output.column?.stored.kind === 'number'
  )
}

function kindOf(output: Output): string {
  if (output.is === 'unit') return 'text'
  return output.column?.stored.kind ?? 'number'
}

function unitOf(output: Output): string | null {
  if (output.is !== 'measure' || output.measure.operation.startsWith('count')) return null
  return output.column?.stored.unit ?? null
}

function withUnit(number: string, unit: string | null): string {
  if (unit === null) return number
  return /^[%‰°]/u.test(unit) ? `${number}${unit}` : `${number} ${unit}`
}

/** As many as the column has; an average a few more; small figures enough to be seen. */
function decimalsOf(output: Output, number: number): number {
  const own = output.is === 'measure' ? (output.column?.stored.decimals ?? mostDecimals) : mostDecimals
  const isAverage = output.is === 'measure' && /^(?:average|median)$/u.test(output.measure.operation)
  if (!isAverage) return own
  return Math.abs(number) < 1 ? mostDecimals : Math.max(own, averageDecimals)
}
