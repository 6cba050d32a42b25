import { LRUCache } from 'lru-cache'
import type { DataColumn, DataTable } from '../../tables/data-table'
import type { ColumnRef } from '../../tables/query-plan'
import { type DateTest, testsIn } from '../words/asked-time'
import { nameKeys } from '../words/asked-tokens'
import { wordsIn } from '../words/respelled-question'
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
  /** Years in its name; those of its sheet or caption, where that has any. */
  readonly years: ReadonlySet<number>
  /** The time that its sheet or caption says, as tests of dates; empty for none. */
  readonly time: readonly DateTest[]
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
  /** English words of headers, cells and names, in small letters. */
  readonly words: ReadonlySet<string>
  /** Tables by the words of headers, names and samples, and by concepts (`#amount`). */
  readonly byKey: ReadonlyMap<string, ReadonlySet<number>>
}

const maxJoins = 400
/** Tables of one sort that a column is joined to. */
const mostRights = 12
const extension = /\.[a-z\d]{1,5}$/iu
const remembered = new LRUCache<string, IndexedTable>({ max: 2000 })
let last: { readonly tables: readonly DataTable[]; readonly of: string; readonly index: TableIndex } | undefined

/** The index of these tables; made once for as long as they are the same. */
export function tableIndexOf(tables: readonly DataTable[]): TableIndex {
  if (last?.tables === tables) return last.index
  const of = tables.map(versionOf).join('\n')
  last = { tables, of, index: last?.of === of ? last.index : build(tables) }
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
  return { tables: indexed, joins: joinLinks(indexed), byKey, words: wordsIn(writtenIn(tables)) }
}

function* writtenIn(tables: readonly DataTable[]): Iterable<string> {
  for (const { documentName, documentTitle, name, columns } of tables) {
    yield* [documentName, documentTitle, name]
    for (const { header, kind, samples } of columns) yield* kind === 'text' ? [header, ...samples] : [header]
  }
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
  const caption = table.name.split(/[:·]/u).findLast((one) => testsIn(one).length > 0)
  const made: IndexedTable = {
    table,
    columns,
    names: new Set(
      [...titles, ...rows.map(({ facts }) => withoutLabelHead(facts.keys))].flat().filter((key) => !/^\d+$/u.test(key)),
    ),
    concepts: new Set([...concepts, ...rows.flatMap(({ facts }) => [...facts.concepts.keys()])]),
    years: yearsIn(caption === undefined ? titles.flat() : nameKeys(caption)),
    time: caption === undefined ? [] : testsIn(caption),
  }
  remembered.set(versionOf(table), made)
  return made
}

function yearsIn(keys: readonly string[]): Set<number> {
  return new Set(keys.filter((key) => /^(?:19|20)\d\d$/u.test(key)).map(Number))
}

function* keysOf({ columns, names, concepts }: IndexedTable): Iterable<string> {
  yield* names
  for (const concept of concepts) yield `#${concept}`
  for (const { facts, samples } of columns) {
    yield* facts.keys
    if (facts.measure !== null) yield facts.measure
    for (const concept of facts.concepts.keys()) yield `#${concept}`
    for (const keys of samples.keys()) yield keys.split(' ')[0] ?? ''
  }
}

/** Columns of two tables with the same header, or one table's key that the other's header names. */
function joinLinks(tables: readonly IndexedTable[]): JoinLink[] {
  const rights = new Map<string, ViewColumn[]>()
  const add = (name: string, right: ViewColumn) => {
    const known = rights.get(name)
    if (!known) rights.set(name, [right])
    else if (known.length < mostRights && !known.includes(right)) known.push(right)
  }
  for (const { columns, names } of tables) {
    for (const right of columns.filter((one) => one.facts.isKey && mayJoin(one))) {
      const core = withoutLabelHead(right.facts.keys)
      for (const name of [right.facts.keys.join(' '), core.join(' ')]) if (core.length > 0) add(name, right)
      // “Customer ID” of one table is the “ID” of the table of customers.
      if (core.length === 0) for (const name of names) add(name, right)
    }
  }
  const links: JoinLink[] = []
  for (const left of tables.flatMap(({ columns }) => columns.filter(mayJoin))) {
    const core = withoutLabelHead(left.facts.keys)
    const fitting = new Set(
      [left.facts.keys.join(' '), core.join(' ')].flatMap((name) => (core.length > 0 ? (rights.get(name) ?? []) : [])),
    )
    for (const right of fitting) if (links.length < maxJoins && canJoin(left, right)) links.push({ left, right })
  }
  return links
}

function mayJoin({ facts, column }: ViewColumn): boolean {
  return !facts.isFigure && (column.kind === 'text' || column.kind === 'number')
}

/** Some of the values are seen in both, unless there are too many to tell. */
function canJoin(left: ViewColumn, right: ViewColumn): boolean {
  if (right.table.id === left.table.id || right.column.kind !== left.column.kind) return false
  const known = new Set(right.column.samples)
  const isWhole = right.column.samples.length >= right.column.distinct
  return !isWhole || left.column.samples.some((value) => known.has(value))
}
