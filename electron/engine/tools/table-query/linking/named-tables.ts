import type { DataTable } from '../../tables/data-table'
import { tableName } from '../arguments/plan-names'

/** The tables of a question that names a file or a sheet; all of them where it names none. */
export interface NamedTables {
  readonly tables: readonly DataTable[]
  readonly isNamed: boolean
  /** The question with the names blanked, as long as it was. */
  readonly text: string
}

const ahead = String.raw`(?:,? ?\b(?:in|from|of|on|within|using|going by|according to|based on|as per|per)(?: the)?(?: file| table| sheet| spreadsheet)? |在|根据|按照?|从)?["“'「《]?`
const behind = String.raw`["”'」》]?(?:'s\b| (?:file|table|sheet|spreadsheet)\b|表?(?:里面|里的?|中的?|内|上))?`

/** What any name of a file or a sheet has in it. */
const withEnding = /\.[a-z\d]|:/u

/** Finds names of files, with their endings, and of sheets behind them (`book.xlsx/2024`) in a question. */
export function namedTables(text: string, tables: readonly DataTable[]): NamedTables {
  const lower = text.toLowerCase()
  if (!withEnding.test(lower)) return { tables, isNamed: false, text }
  const byName = new Map<string, DataTable[]>()
  for (const table of tables) {
    for (const name of new Set([table.documentName, tableName(table, tables), `${table.documentName}/${table.name}`])) {
      const key = name.toLowerCase()
      if (/\.[a-z\d]{1,8}(?:\/|$)|:/u.test(key) && lower.includes(key))
        byName.set(key, [...(byName.get(key) ?? []), table])
    }
  }
  const names = [...byName.keys()].toSorted((a, b) => b.length - a.length)
  const found = new Set<DataTable>()
  let left = text
  for (const name of names) {
    const pattern = new RegExp(`${ahead}(?<![a-z\\d_.-])${escaped(name)}(?![a-z\\d_/-])${behind}`, 'giu')
    const without = left.replace(pattern, (all) => ' '.repeat(all.length))
    if (without !== left) for (const table of byName.get(name) ?? []) found.add(table)
    left = without
  }
  return found.size === 0 ? { tables, isNamed: false, text } : { tables: [...found], isNamed: true, text: left }
}

function escaped(name: string): string {
  return name.replace(/[.*+?^${}()|[\]\\/]/gu, String.raw`\$&`)
}

/** The first of tables that hold the same: copies of one file, or one table in two formats. */
export function withoutCopies<One>(ones: readonly One[], tableOf: (one: One) => DataTable): One[] {
  const seen = new Set<string>()
  return ones.filter((one) => {
    const { columns, rowCount } = tableOf(one)
    const held = columns.map(({ header, kind, distinct, samples }) => [header, kind, distinct, samples.toSorted()])
    const key = JSON.stringify([rowCount, held])
    return !seen.has(key) && seen.add(key)
  })
}
