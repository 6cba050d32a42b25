import { type DocumentRecord, outerCollections } from '@shared/documents'
import type { Scope } from './scope'
import { scopeName } from '@renderer/ui/documents/scope-name'
import { isDatedWithin, yearsOf } from '@shared/dates/document-date'
import { typedDays } from '@shared/dates/typed-days'

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

/**
 * The days that the words write (`2023..2024-06`), then the collections, tags, formats, years and documents whose names contain
 * them; those chosen already are left out.
 */
export function scopeOptions(documents: Iterable<DocumentRecord>, words: string, chosen: Scope): ScopeOption[] {
  const collections = new Map<string, number>()
  const tags = new Map<string, number>()
  const formats = new Map<string, number>()
  const years = new Map<string, number>()
  const named: ScopeOption[] = []
  const days = typedDays(words)
  let within = 0
  for (const record of documents) {
    const { id, name, collection, tags: own, status, format } = record
    // There is nothing to be found in it.
    if (status === 'failed') continue
    for (const one of [...outerCollections(collection), collection]) count(collections, one)
    for (const tag of own) count(tags, tag)
    if (format !== null) count(formats, format)
    for (const year of yearsOf(record)) count(years, year)
    if (days !== null && isDatedWithin(record, days)) within += 1
    named.push({ kind: 'documents', value: id, name, count: 1 })
  }
  const counted = (kind: Exclude<keyof Scope, 'documents'>, counts: ReadonlyMap<string, number>): ScopeOption[] =>
    [...counts].map(([value, number]) => ({ kind, value, name: scopeName(kind, value), count: number }))
  return [
    ...(days === null ? [] : typedOption(days, within, [...years.keys(), ...chosen.dates])),
    ...best(counted('collections', collections), words, chosen, mostOfAKind),
    ...best(counted('tags', tags), words, chosen, mostOfAKind),
    ...(words === '' ? [] : best(counted('formats', formats), words, chosen, mostOfAKind)),
    ...(words === '' ? [] : best(counted('dates', years), words, chosen, mostOfAKind)),
    ...best(named, words, chosen, mostDocuments),
  ]
}

/** A range of days that was written out; none where no document is of it, or it stands elsewhere. */
function typedOption(days: string, within: number, others: readonly string[]): ScopeOption[] {
  if (within === 0 || others.includes(days)) return []
  return [{ kind: 'dates', value: days, name: scopeName('dates', days), count: within }]
}

function count(counts: Map<string, number>, name: string): void {
  counts.set(name, (counts.get(name) ?? 0) + 1)
}

function best(options: readonly ScopeOption[], words: string, chosen: Scope, most: number): ScopeOption[] {
  const wanted = words.toLocaleLowerCase()
  const place = ({ name }: ScopeOption) => name.toLocaleLowerCase().indexOf(wanted)
  return options
    .filter((option) => place(option) >= 0 && !chosen[option.kind].includes(option.value))
    .sort((a, b) => Number(place(a) > 0) - Number(place(b) > 0) || a.name.localeCompare(b.name))
    .slice(0, most)
}
