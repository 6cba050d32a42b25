import type { DocumentRecord } from '@shared/documents'
import type { Scope } from './scope'
import { collectionName } from '@renderer/ui/documents/file-name'

/** Something a chat can be limited to. `count` is how many documents that is. */
export interface ScopeOption {
  readonly kind: keyof Scope
  /** A collection's or tag's name, a document's id. */
  readonly value: string
  readonly name: string
  readonly count: number
}

const mostOfAKind = 8
const mostDocuments = 24

/** The collections, tags and documents whose names contain the words, in this order; those chosen already are left out. */
export function scopeOptions(documents: Iterable<DocumentRecord>, words: string, chosen: Scope): ScopeOption[] {
  const collections = new Map<string, number>()
  const tags = new Map<string, number>()
  const named: ScopeOption[] = []
  for (const { id, name, collection, tags: own, status } of documents) {
    // There is nothing to be found in it.
    if (status === 'failed') continue
    collections.set(collection, (collections.get(collection) ?? 0) + 1)
    for (const tag of own) tags.set(tag, (tags.get(tag) ?? 0) + 1)
    named.push({ kind: 'documents', value: id, name, count: 1 })
  }
  const counted = (kind: 'collections' | 'tags', counts: ReadonlyMap<string, number>): ScopeOption[] =>
    [...counts].map(([value, count]) => ({
      kind,
      value,
      name: kind === 'collections' ? collectionName(value) : value,
      count,
    }))
  return [
    ...best(counted('collections', collections), words, chosen, mostOfAKind),
    ...best(counted('tags', tags), words, chosen, mostOfAKind),
    ...best(named, words, chosen, mostDocuments),
  ]
}

function best(options: readonly ScopeOption[], words: string, chosen: Scope, most: number): ScopeOption[] {
  const wanted = words.toLocaleLowerCase()
  const place = ({ name }: ScopeOption) => name.toLocaleLowerCase().indexOf(wanted)
  return options
    .filter((option) => place(option) >= 0 && !chosen[option.kind].includes(option.value))
    .sort((a, b) => Number(place(a) > 0) - Number(place(b) > 0) || a.name.localeCompare(b.name))
    .slice(0, most)
}
