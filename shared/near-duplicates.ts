import type { DocumentRecord } from './documents'

type Compared = Pick<DocumentRecord, 'id' | 'name' | 'created_at' | 'live' | 'trashed_at' | 'char_count'>

/**
 * The documents that are the same or nearly the same as another: each group with the one that leads first, which is the oldest; then
 * by age. Documents in the trash are in none, and no document is alone in one.
 */
export function nearGroups<T extends Compared>(records: Iterable<T>): readonly (readonly T[])[] {
  const groups = new Map<string, T[]>()
  for (const record of records) {
    const name = nameOf(record)
    if (name === undefined || record.trashed_at !== null) continue
    const group = groups.get(name)
    if (group) group.push(record)
    else groups.set(name, [record])
  }
  return [...groups.values()].filter(({ length }) => length > 1).map((group) => group.toSorted(byAge))
}

/** What a document's group is called. A text that is too short to be compared has only those with the very same text beside it. */
function nameOf({ live, char_count }: Compared): string | undefined {
  if (!live || char_count === 0) return undefined
  return live.near_group ?? live.text_object
}

function byAge(a: Compared, b: Compared): number {
  return a.created_at - b.created_at || (a.name < b.name ? -1 : a.name > b.name ? 1 : a.id < b.id ? -1 : 1)
}
