import { unitAt } from '@engine/text/units'

/** More different units than this behind the numbers of a column are words: 12 Main, 5 Oak. */
const mostUnits = 8
const proseShare = 0.2

/** Counts the units of a column; several spellings of one (kg, kilograms) are one. */
export class UnitCount {
  readonly #counts = new Map<string, { name: string; times: number }>()
  #numbers = 0

  add(unit: string | null): void {
    this.#numbers += 1
    if (unit === null) return
    const key = unitKey(unit)
    const known = this.#counts.get(key)
    if (known) known.times += 1
    else this.#counts.set(key, { name: unit, times: 1 })
  }

  /** Whether what stands behind the numbers is no units but text. */
  isProse(): boolean {
    return this.#counts.size > mostUnits && this.#counts.size > this.#numbers * proseShare
  }

  /** The units by how often they stand there. */
  names(): string[] {
    return [...this.#counts.values()].toSorted((one, other) => other.times - one.times).map(({ name }) => name)
  }

  /** The spelling by which a unit is called here. */
  nameOf(unit: string): string {
    return this.#counts.get(unitKey(unit))?.name ?? unit
  }
}

const keys = new Map<string, string>()

function unitKey(unit: string): string {
  const known = keys.get(unit)
  if (known !== undefined) return known
  const read = unitAt(unit, 0)
  const key = read?.end === unit.length ? `${read.unit.kind} ${read.unit.factor}` : unit.toLowerCase()
  if (keys.size < 10_000) keys.set(unit, key)
  return key
}
