import { LRUCache } from 'lru-cache'
import type { DataColumn, DataTable } from '../../tables/data-table'
import type { ColumnRef } from '../../tables/query-plan'
import { nameKeys } from '../words/asked-tokens'
import { type ColumnFacts, columnFacts, nameFacts, withoutLabelHead } from './header-facts'

/** A column that a question may ask of, with where a plan finds it. */
export interface ViewColumn {
  readonly ref: ColumnRef
  readonly column: DataColumn
  readonly table: DataTable
  readonly facts: ColumnFacts
  /** Samples by the keys of their words, joined by spaces. */
  readonly samples: ReadonlyMap<string, string>
}

/** A table as questions see it. */
export interface IndexedTable {
  readonly table: DataTable
  readonly columns: readonly ViewColumn[]
  /** Words of its document, title, sheet, and of what its rows are. */
  readonly names: ReadonlySet<string>
  readonly concepts: ReadonlySet<string>
  /** Years in its name. */
  readonly years: ReadonlySet<number>
}

/** Columns that hold the same things: the left one of many rows, the right one of a row each. */
export interface JoinLink {
  readonly left: ViewColumn
  readonly right: ViewColumn
}

/** All tables, ready to be looked up by words and concepts. */
export interface TableIndex {
  readonly tables: readonly IndexedTable[]
  readonly joins: readonly JoinLink[]
  /** Tables by the words of headers, names and samples, and by concepts (`#amount`). */
  readonly byKey: ReadonlyMap<string, ReadonlySet<number>>
}

const maxJoins = 400
const extension = /\.[a-z\d]{1,5}$/iu
const remembered = new LRUCache<string, IndexedTable>({ max: 2000 })
let last: { readonly of: string; readonly index: TableIndex } | undefined

/** The index of these tables; made once for as long as they are the same. */
export function tableIndexOf(tables: readonly DataTable[]): TableIndex {
  const of = tables.map(versionOf).join('\n')
  if (last?.of !== of) last = { of, index: build(tables) }
  return last.index
}

function versionOf({ id, revision, rowCount, documentName, columns }: DataTable): string {
  return `${id} ${revision} ${rowCount} ${columns.length} ${documentName}`
}

function build(tables: readonly DataTable[]): TableIndex {
  const indexed = tables.map(indexedTable)
  const byKey = new Map<string, Set<number>>()
  for (const [at, table] of indexed.entries()) {
    for (const key of keysOf(table)) {
      const known = byKey.get(key)
      if (known) known.add(at)
      else byKey.set(key, new Set([at]))
    }
  }
  return { tables: indexed, joins: joinLinks(indexed), byKey }
}

function indexedTable(table: DataTable): IndexedTable {
  const known = remembered.get(versionOf(table))
  if (known) return known
  const columns = table.columns.map((column): ViewColumn => ({
    ref: { table: 'main', column: column.id },
    column,
    table,
    facts: columnFacts(column, table.rowCount),
    samples: new Map(column.kind === 'text' ? column.samples.map((value) => [nameKeys(value).join(' '), value]) : []),
  }))
  const titles = [table.documentName.replace(extension, ''), table.documentTitle, table.name].map((name) =>
    nameKeys(name),
  )
  const rows = columns.filter(({ facts, column }) => facts.isKey && column.kind !== 'date' && !facts.isFigure)
  const concepts = titles.flatMap((keys) => [
    ...nameFacts(keys).concepts.keys(),
    ...keys.flatMap((key) => [...nameFacts([key]).concepts.keys()]),
  ])
  const made: IndexedTable = {
    table,
    columns,
    names: new Set(
      [...titles, ...rows.map(({ facts }) => withoutLabelHead(facts.keys))].flat().filter((key) => !/^\d+$/u.test(key)),
    ),
    concepts: new Set([...concepts, ...rows.flatMap(({ facts }) => [...facts.concepts.keys()])]),
    years: new Set(
      titles
        .flat()
        .filter((key) => /^(?:19|20)\d\d$/u.test(key))
        .map(Number),
    ),
  }
  remembered.set(versionOf(table), made)
  return made
}

function* keysOf({ columns, names, concepts }: IndexedTable): Iterable<string> {
  yield* names
  for (const concept of concepts) yield `#${concept}`
  for (const { facts, samples } of columns) {
    yield* facts.keys
    for (const concept of facts.concepts.keys()) yield `#${concept}`
    for (const keys of samples.keys()) yield keys.split(' ')[0] ?? ''
  }
}

/** Columns of two tables with the same header, or one table's key that the other's header names. */
function joinLinks(tables: readonly IndexedTable[]): JoinLink[] {
  const keys = tables.flatMap(({ columns, names }) =>
    columns
      .filter(({ facts, column }) => facts.isKey && column.kind !== 'date' && !facts.isFigure)
      .map((right) => ({ right, names })),
  )
  const links: JoinLink[] = []
  for (const { columns, table } of tables) {
    for (const left of columns) {
      if (left.facts.isFigure || left.column.kind === 'date' || left.column.kind === 'boolean') continue
      for (const { right, names } of keys) {
        if (right.table.id === table.id || right.column.kind !== left.column.kind) continue
        if (links.length < maxJoins && canJoin(left, right, names)) links.push({ left, right })
      }
    }
  }
  return links
}

function canJoin(left: ViewColumn, right: ViewColumn, rightNames: ReadonlySet<string>): boolean {
  const [a, b] = [withoutLabelHead(left.facts.keys), withoutLabelHead(right.facts.keys)]
  if (a.length === 0 && b.length === 0) return false
  const isSameName =
    left.facts.keys.join(' ') === right.facts.keys.join(' ') || (a.length > 0 && a.join(' ') === b.join(' '))
  // “Customer ID” of one table, “ID” of the table of customers.
  const isNamed = b.length === 0 && a.length > 0 && a.every((key) => rightNames.has(key))
  if (!isSameName && !isNamed) return false
  const known = new Set(right.column.samples)
  const isSeen = left.column.samples.some((value) => known.has(value))
  const isWhole = right.column.samples.length >= right.column.distinct
  return isSeen || !isWhole
}
