import type { CatalogueItem, ModelKind } from '@shared/models/models'

const order = { good: 0, tight: 1, too_big: 2 } as const

/** The entries of a kind in which every word of the query stands, those that run here first. */
export function findEntries(items: readonly CatalogueItem[], kind: ModelKind, query: string): CatalogueItem[] {
  const words = folded(query).split(/\s+/u).filter(Boolean)
  return items
    .filter(({ entry }) => entry.kind === kind && words.every((word) => textOf(entry).includes(word)))
    .sort((a, b) => order[a.fit] - order[b.fit])
}

function textOf({ name, publisher, licence, languages, about, id }: CatalogueItem['entry']): string {
  return folded([name, publisher, licence, ...languages, about.en, about.zh, id].join(' '))
}

function folded(text: string): string {
  return text.normalize('NFKC').toLowerCase()
}
