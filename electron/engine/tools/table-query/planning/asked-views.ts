import { unitAt } from '@engine/text/units'
import type { IndexedTable, JoinLink, TableIndex, ViewColumn } from '../linking/asked-tables'
import { unitKey } from '../linking/header-facts'
import type { AskedWords, TableView } from '../linking/view-mentions'
import { nameKeys } from '../words/asked-tokens'

const mostTables = 8
const mostJoins = 4

/** The tables, and pairs of joined ones, that have most to do with a question's words. */
export function askedViews(index: TableIndex, { tokens, mentions, terms }: AskedWords): TableView[] {
  const hits = new Map<number, Set<string>>()
  const hit = (key: string, as: string) => {
    for (const at of index.byKey.get(key) ?? []) hits.set(at, (hits.get(at) ?? new Set()).add(as))
  }
  for (const [at, token] of tokens.entries())
    if (!token.isFree || token.isHan) for (const key of token.keys) hit(key, String(at))
  for (const [at, token] of tokens.entries()) {
    const named = token.isHan || token.lower.length < 2 ? null : unitAt(token.lower, 0)
    if (named?.end === token.lower.length) hit(unitKey(named.unit), String(at))
  }
  for (const { from, meaning } of mentions) {
    if (meaning.is === 'concept') hit(`#${meaning.concept}`, String(from))
    if (meaning.is === 'superlative' && meaning.concept !== null) hit(`#${meaning.concept}`, String(from))
  }
  for (const { start, translations } of terms) {
    for (const one of translations.slice(0, 4)) for (const key of nameKeys(one)) hit(key, `t${start}`)
  }
  const ranked = [...hits]
    .toSorted((a, b) => b[1].size - a[1].size)
    .map(([at]) => index.tables[at])
    .filter((one) => one !== undefined)
  const single = ranked.slice(0, mostTables).map(singleView)
  const touched = new Set(ranked.map(({ table }) => table.id))
  const joins = index.joins.filter(({ left, right }) => touched.has(left.table.id) && touched.has(right.table.id))
  return [...single, ...joins.slice(0, mostJoins).flatMap((link) => joinedView(index, link))]
}

export function singleView(main: IndexedTable): TableView {
  return { main, joined: null, columns: main.columns }
}

function joinedView({ tables }: TableIndex, link: JoinLink): TableView[] {
  const main = tables.find(({ table }) => table.id === link.left.table.id)
  const other = tables.find(({ table }) => table.id === link.right.table.id)
  if (!main || !other) return []
  const joined = other.columns
    .filter((column) => column !== link.right)
    .map((column): ViewColumn => ({
      ...column,
      ref: { table: 'joined', column: column.column.id },
      // A row of the other table may come again.
      facts: { ...column.facts, isKey: false },
    }))
  return [{ main, joined: { table: other, link }, columns: [...main.columns, ...joined] }]
}
