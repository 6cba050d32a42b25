import { type DocumentRecord, isInCollection } from '@shared/documents'
import { daysOf, isChangedWithin, isDatedWithin } from '@shared/dates/document-date'
import { groupOf } from '@renderer/state/library/activity'
import type { LibraryFilter, Sort } from '@renderer/state/library/library-filter'
import { reasonOf } from '../filters/failure-groups'

const states = ['reading', 'failed', 'partial', 'ready'] as const
const folded = new WeakMap<DocumentRecord, string>()

/** A text as the filter compares it: full-width and composed forms alike, without case. */
export function fold(text: string): string {
  return text.normalize('NFKC').toLocaleLowerCase()
}

export function wordsOf(text: string): string[] {
  return fold(text)
    .split(/\s+/u)
    .filter((word) => word !== '')
}

/** Whether every word stands in the name or title of a document. `words` come from `wordsOf`. */
export function hasWords(record: DocumentRecord, words: readonly string[]): boolean {
  if (words.length === 0) return true
  let text = folded.get(record)
  if (text === undefined) {
    text = fold(`${record.name}\n${record.title}`)
    folded.set(record, text)
  }
  return words.every((word) => text.includes(word))
}

/** Whether a document passes everything but the state chips; what those count. */
export function passes(record: DocumentRecord, filter: LibraryFilter, words: readonly string[]): boolean {
  return (
    (filter.collection === null || isInCollection(record.collection, filter.collection)) &&
    (filter.tag === null || record.tags.includes(filter.tag)) &&
    (filter.format === null || record.format === filter.format) &&
    (filter.dates === null || isDatedWithin(record, filter.dates)) &&
    (filter.changed === null || isChangedWithin(record, filter.changed)) &&
    hasWords(record, words)
  )
}

/** Compares names the way a reader of the language sorts them: pinyin for Chinese, `2` before `10`. */
export function collatorFor(language: string): Intl.Collator {
  return new Intl.Collator(language === 'zh' ? 'zh-CN' : language, { numeric: true })
}

/**
 * Sorts in place, by the name and then the id where the column is equal. Cheap for a list that is nearly sorted.
 * @param all finds the file that a document came in: both were added at one time, and the file stands first.
 */
export function sortDocuments(
  documents: DocumentRecord[],
  sort: Sort,
  collator: Intl.Collator,
  all: ReadonlyMap<string, DocumentRecord> = new Map(),
): DocumentRecord[] {
  const sign = sort.direction === 'ascending' ? 1 : -1
  const byColumn = comparatorOf(sort, collator, all)
  return documents.sort((a, b) => sign * byColumn(a, b) || collator.compare(a.name, b.name) || (a.id < b.id ? -1 : 1))
}

type Compare = (a: DocumentRecord, b: DocumentRecord) => number

function comparatorOf(
  { column, direction }: Sort,
  collator: Intl.Collator,
  all: ReadonlyMap<string, DocumentRecord>,
): Compare {
  const addedAt = (record: DocumentRecord): number => {
    const outer = record.part_of ? all.get(record.part_of.document) : undefined
    return outer ? addedAt(outer) : record.created_at
  }
  // What has no value stands last in either direction.
  const last = direction === 'ascending' ? 1 : -1
  const words = (a: string, b: string) => (a === b ? 0 : a === '' ? last : b === '' ? -last : collator.compare(a, b))
  switch (column) {
    case 'name':
      return (a, b) => collator.compare(a.name, b.name)
    case 'collection':
      return (a, b) => words(a.collection, b.collection)
    case 'tags':
      return (a, b) => words(a.tags.join(' '), b.tags.join(' '))
    case 'format':
      return (a, b) => words(a.format ?? '', b.format ?? '')
    case 'size':
      return (a, b) => a.byte_size - b.byte_size
    case 'content':
      return (a, b) => a.char_count - b.char_count
    case 'dated':
      return (a, b) => words(daysOf(a)?.first ?? '', daysOf(b)?.first ?? '')
    case 'changed':
      return (a, b) => (a.modified_at ?? a.created_at) - (b.modified_at ?? b.created_at)
    case 'state':
      return (a, b) => states.indexOf(groupOf(a.status)) - states.indexOf(groupOf(b.status))
    case 'added':
      return (a, b) => addedAt(a) - addedAt(b)
  }
}

/** Makes a function that lists documents by a filter. It starts from its last order, so that few changes cost little. */
export function documentLister() {
  let before: readonly string[] = []
  return (
    documents: ReadonlyMap<string, DocumentRecord>,
    filter: LibraryFilter,
    collator: Intl.Collator,
  ): DocumentRecord[] => {
    const words = wordsOf(filter.text)
    const known = new Set(before)
    const fresh = [...documents.values()].filter(({ id }) => !known.has(id))
    const list = before
      .flatMap((id) => documents.get(id) ?? [])
      .concat(fresh)
      .filter(
        (record) =>
          (filter.status === null || groupOf(record.status) === filter.status) &&
          (filter.reason === null || reasonOf(record) === filter.reason) &&
          passes(record, filter, words),
      )
    sortDocuments(list, filter.sort, collator, documents)
    before = list.map(({ id }) => id)
    return list
  }
}
