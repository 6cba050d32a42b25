import type { DocumentRecord } from '@shared/documents'

export interface CollectionCount {
  readonly name: string
  readonly count: number
}

/** Collections by name in the order of the language, each with the number of its documents. */
export function countCollections(
  documents: Iterable<Pick<DocumentRecord, 'collection'>>,
  language: string,
): CollectionCount[] {
  const counts = new Map<string, number>()
  for (const { collection } of documents) counts.set(collection, (counts.get(collection) ?? 0) + 1)
  const { compare } = new Intl.Collator(language, { numeric: true })
  return [...counts].map(([name, count]) => ({ name, count })).sort((a, b) => compare(a.name, b.name))
}
