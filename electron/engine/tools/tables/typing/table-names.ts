import { isBlank } from './word-cells'
import { readDate } from './read-date'
import { readNumber } from './read-number'

const longestName = 80
const year = /^(?:1[5-9]|20)\d{2}$/u

/**
 * Whether the first row of a table without a header names its columns: words (or years behind a first name) above at least one
 * column of which the next rows hold numbers or dates. Without such a column nobody can tell.
 */
export function namesColumns(first: readonly string[], body: readonly (readonly string[])[]): boolean {
  const filled = first.filter((cell) => !isBlank(cell))
  if (filled.length < 2 || filled.length < first.length * 0.6) return false
  const isName = (cell: string, at: number) =>
    isBlank(cell) || (cell.length <= longestName && (!isValue(cell) || (at > 0 && year.test(cell))))
  if (!first.every(isName)) return false
  return first.some((_, column) => {
    const below = body.map((row) => row[column] ?? '').filter((cell) => !isBlank(cell))
    return below.length > 0 && below.every((cell) => isValue(cell)) && !below.every((cell) => year.test(cell))
  })
}

function isValue(cell: string): boolean {
  return (
    readNumber(cell, '.') !== null ||
    readNumber(cell, ',') !== null ||
    readDate(cell, 'day first') !== null ||
    readDate(cell, 'month first') !== null
  )
}

/** Every column's name, each another: "Column 3" where it has none, a number behind one that comes again. */
export function uniqueNames(header: readonly string[], width: number): string[] {
  const taken = new Set<string>()
  return Array.from({ length: width }, (_, at) => {
    const name = (header[at] ?? '').trim() || `Column ${at + 1}`
    let unique = name
    for (let count = 2; taken.has(unique.toLowerCase()); count += 1) unique = `${name} (${count})`
    taken.add(unique.toLowerCase())
    return unique
  })
}
