import { hasHan } from '@engine/text/letters'
import type { Statement } from '../claims/statement'
import { namesIn } from '../facts/proper-names'
import { matchOf, quantitiesIn, type Quantity } from '../facts/quantities'
import type { Part, Unit } from '../passages/passage-units'

/** A place in a source: a clause or a cell, and what it stands in. */
export interface Spot {
  readonly part: Part
  readonly unit: Unit
}

/** Something particular that a claim says, and where its source has it, and has another in its place. */
export interface Specific {
  readonly said: string
  readonly start: number
  readonly end: number
  readonly own: readonly Spot[]
  readonly rivals: readonly (Spot & {
    readonly found: string
    /** The claim says it as well. */
    readonly isSaid: boolean
  })[]
  readonly kind: 'figure' | 'name'
}

/** The figures of a claim, with the figures of the same sort in the source. What stands in a column's name is no value. */
export function figuresOf(claim: Statement, units: readonly Unit[]): Specific[] {
  const spots = units.flatMap((unit) =>
    unit.isHeader ? [] : unit.parts.flatMap((part) => part.quantities.map((quantity) => ({ unit, part, quantity }))),
  )
  const names = columnFigures(units)
  return claim.quantities.flatMap((quantity): Specific[] => {
    if (isNamed(quantity, names)) return []
    const same = spots.filter((spot) => matchOf(quantity, [spot.quantity]) === 'same')
    if (same.length === 0) return []
    const tables = new Set(same.map(({ unit }) => unit.table))
    const rivals = spots.filter(
      (spot) =>
        tables.has(spot.unit.table) &&
        !same.includes(spot) &&
        same.some((own) => isOfSort(own.quantity, spot.quantity, spot.unit.table !== null)),
    )
    return [
      {
        ...{ said: quantity.raw, start: quantity.start, end: quantity.end, kind: 'figure' as const },
        own: same,
        rivals: rivals.map(({ unit, part, quantity: other }) => ({
          unit,
          part,
          found: other.raw,
          isSaid: matchOf(other, claim.quantities) === 'same',
        })),
      },
    ]
  })
}

/** The figures in names of columns. */
export function columnFigures(units: readonly Unit[]): Quantity[] {
  return quantitiesIn([...new Set(units.flatMap(({ parts }) => parts.map(({ label }) => label)))].join('\n'))
}

export function isNamed(quantity: Quantity, names: readonly Quantity[]): boolean {
  return names.some((name) => name.raw === quantity.raw)
}

function isOfSort(a: Quantity, b: Quantity, isCell: boolean): boolean {
  if (a.date || b.date) return a.date !== null && b.date !== null && (a.date.day === null) === (b.date.day === null)
  if (a.unit && b.unit) return a.unit.kind === b.unit.kind
  if (a.unit || b.unit) return b.unit === null ? isCell : a.noun === ''
  // "only two" goes on counting what was counted before.
  return isCell || (a.noun === b.noun ? a.noun !== '' : a.noun === '')
}

/** The names of a claim that stand in its source, with the other names there. */
export function namesOf(claim: Statement, units: readonly Unit[]): Specific[] {
  const spots = units.flatMap((unit) =>
    unit.isHeader
      ? []
      : unit.parts.flatMap((part) =>
          namesIn(part.text).flatMap((name) =>
            part.quantities.some(({ raw }) => raw.includes(name.text)) ? [] : [{ unit, part, name: name.text }],
          ),
        ),
  )
  const parts = units.flatMap((unit) => unit.parts.map((part) => ({ unit, part })))
  return namesIn(claim.text).flatMap(({ text, start, end }): Specific[] => {
    if (claim.quantities.some((one) => one.start < end && start < one.end)) return []
    const name = sharedName(text, units)
    if (name === null) return []
    const own = parts.filter(({ part }) => part.text.includes(name))
    const rivals = spots.flatMap((spot) =>
      // In brackets behind it a name is often written in another script, or another name of the same.
      spot.unit.text.includes(name) || hasHan(spot.name) !== hasHan(name) || claim.text.includes(spot.name)
        ? []
        : [{ unit: spot.unit, part: spot.part, found: spot.name, isSaid: false }],
    )
    return own.length > 0 ? [{ said: name, start, end, kind: 'name', own, rivals }] : []
  })
}

/** The longest part of what looks like a name that the source has; without spaces it may have begun too early or ended too late. */
function sharedName(text: string, units: readonly Unit[]): string | null {
  const has = (name: string) => units.some((unit) => unit.text.includes(name))
  if (has(text)) return text
  const [left = '', right = ''] = text.split('·')
  for (let cut = 0; cut < left.length; cut += 1) {
    for (let length = right.length; length > 0; length -= 1) {
      const name = right ? `${left.slice(cut)}·${right.slice(0, length)}` : left.slice(0, -cut || undefined)
      if (Array.from(name).length > 1 && has(name)) return name
      if (!right) break
    }
  }
  const [, ...rest] = text.split(' ')
  const last = rest.at(-1) ?? ''
  return last.length > 2 && has(last) ? last : null
}
