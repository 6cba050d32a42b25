import type { ChunkFilter } from '@engine/ports/storage/chunk-index'

/** A filter as a predicate of the table. A caller that sees `none` need not ask the table at all. */
export type RowFilter =
  { readonly matches: 'all' } | { readonly matches: 'none' } | { readonly matches: 'some'; readonly predicate: string }

/** A string as an SQL literal. The quote is the only character with a meaning inside one (DataFusion knows no escapes). */
export function quote(value: string): string {
  return `'${value.replaceAll("'", "''")}'`
}

/** `column IN (…)`; matches nothing for an empty list. */
export function isOneOf(column: string, values: Iterable<string>): string {
  const literals = [...new Set(values)].map(quote)
  if (literals.length === 0) return 'false'
  return literals.length === 1 ? `${column} = ${literals.join()}` : `${column} IN (${literals.join(', ')})`
}

/** The rows that a search filter lets through and that hold a term with this beginning; none where it is more than letters and figures. */
export function beginningWith(beginning: string, filter: ChunkFilter | undefined): RowFilter {
  const rows = toRowFilter(filter)
  if (rows.matches === 'none' || !/^[\p{L}\p{N}]+$/u.test(beginning)) return { matches: 'none' }
  // A character of a script without spaces may be the second of a pair.
  const isInside = /^\p{Script=Han}/u.test(beginning)
  const begins = isInside
    ? `search LIKE '%${beginning}%'`
    : `(search LIKE '${beginning}%' OR search LIKE '% ${beginning}%')`
  return { matches: 'some', predicate: rows.matches === 'some' ? `${begins} AND ${rows.predicate}` : begins }
}

/** A search filter as a predicate on the chunk table. Fields are joined by AND; an empty list matches nothing. */
export function toRowFilter(filter: ChunkFilter | undefined): RowFilter {
  const fields: [string, readonly string[] | undefined][] = [
    ['collection', filter?.collections],
    ['doc_id', filter?.documents],
    ['format', filter?.formats],
  ]
  const parts: string[] = []
  for (const [column, values] of fields) {
    if (values === undefined) continue
    if (values.length === 0) return { matches: 'none' }
    parts.push(isOneOf(column, values))
  }
  const excluded = filter?.not_documents ?? []
  if (excluded.length > 0) parts.push(`NOT (${isOneOf('doc_id', excluded)})`)
  return parts.length === 0 ? { matches: 'all' } : { matches: 'some', predicate: parts.join(' AND ') }
}
