import type { DocumentRecord } from './documents'

type Compared = Pick<DocumentRecord, 'id' | 'name' | 'created_at' | 'live' | 'trashed_at'>

/**
 * The documents that are the same or nearly the same as another: each group with the one that leads first, which is the oldest; then
 * by age. Documents in the trash are in none, and no document is alone in one.
 */
export function nearGroups<T extends Compared>(records: Iterable<T>): readonly (readonly T[])[] {
  const groups = new Map<string, T[]>()
  for (const record of records) {
    const name = record.live?.near_group
    if (name === undefined || record.trashed_at !== null) continue
    const group = groups.get(name)
    if (group) group.push(record)
    else groups.set(name, [record])
  }
  return [...groups.values()].filter(({ length }) => length > 1).map((group) => group.toSorted(byAge))
}

function byAge(a: Compared, b: Compared): number {
  return a.created_at - b.created_at || (a.name < b.name ? -1 : a.name > b.name ? 1 : a.id < b.id ? -1 : 1)
}
