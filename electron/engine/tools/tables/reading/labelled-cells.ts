import { labelledParts } from '@engine/text/tables/table-row'

const separator = '; '
/** Rows that are looked at to learn how columns are named. */
const mostLooked = 400
/** A label of fewer of the rows is more likely a part of a value. */
const leastShare = 0.02
const leastLabelled = 0.8

/**
 * Cuts rows written `Header: value; Header: value` at the names of their columns, in the order of the columns: what follows `; `
 * and is no later column's name belongs to the value before it. Empty cells are not written.
 */
export function labelledCells(header: readonly string[]): (row: string) => string[] {
  const markers = header.map((name) => (name === '' ? undefined : `${name}: `))
  const columnAt = (row: string, from: number, after: number): number => {
    for (let column = after + 1; column < markers.length; column += 1) {
      const marker = markers[column]
      if (marker !== undefined && row.startsWith(marker, from)) return column
    }
    return -1
  }
  return (row) => {
    const cells = header.map(() => '')
    let column = -1
    for (let from = 0; from <= row.length;) {
      const next = row.indexOf(separator, from)
      const to = next < 0 ? row.length : next
      const named = columnAt(row, from, column)
      const bare = named < 0 ? markers.indexOf(undefined, column + 1) : -1
      if (named >= 0) cells[named] = row.slice(from + (markers[named]?.length ?? 0), to)
      else if (bare >= 0) cells[bare] = row.slice(from, to)
      else cells[Math.max(column, 0)] = [cells[column], row.slice(from, to)].filter(Boolean).join(separator)
      column = Math.max(column, named, bare, 0)
      from = to + separator.length
    }
    return cells
  }
}

/** The names of the columns of such rows, in their order, where no parser says them; undefined where the rows are not labelled. */
export function labelsOf(rows: readonly string[]): string[] | undefined {
  const step = Math.max(1, Math.floor(rows.length / mostLooked))
  const looked = rows.filter((_, at) => at % step === 0)
  const counts = new Map<string, number>()
  const order: string[] = []
  let labelled = 0
  for (const row of looked) {
    const labels = labelledParts(row).map(({ label }) => label)
    if (labels.filter(Boolean).length > 1 || (labels[0] ?? '') !== '') labelled += 1
    let behind = -1
    for (const label of labels.filter(Boolean)) {
      counts.set(label, (counts.get(label) ?? 0) + 1)
      const known = order.indexOf(label)
      if (known < 0) order.splice(behind + 1, 0, label)
      behind = known < 0 ? behind + 1 : known
    }
  }
  if (labelled < looked.length * leastLabelled) return undefined
  const names = order.filter((label) => (counts.get(label) ?? 0) >= looked.length * leastShare)
  const startsBare = looked.some((row) => labelledParts(row)[0]?.label === '')
  return names.length === 0 ? undefined : startsBare ? ['', ...names] : names
}
