import type { DocumentRecord, SearchFilter } from '@shared/documents'
import type { ChunkFilter, TermStatistics } from '@engine/ports/storage/chunk-index'
import type { PaperPhrase } from '@engine/question/goal/goal-papers'
import { plainName } from '@engine/retrieval/find-document'
import { coverage, keyTermsOf } from '@engine/retrieval/question/key-terms'
import type { TermTable } from '@engine/retrieval/terms/cross-language'
import { analyse } from '@engine/text/analyse'
import { detectLanguage } from '@engine/text/language'

/** A document as planning knows it. */
export type PlanDocument = Pick<
  DocumentRecord,
  | 'id'
  | 'name'
  | 'title'
  | 'char_count'
  | 'chunk_count'
  | 'tags'
  | 'collection'
  | 'format'
  | 'written_at'
  | 'modified_at'
>

/** What is needed to read names across languages. */
export interface NameReading {
  readonly terms: TermTable
  readonly statistics: TermStatistics
}

/** Share of the words of a name that a document must be called by. */
const whole = 0.99
/** Share of a title that must be said where nothing says that a document is meant. */
const mostOfTitle = 0.5
/** Shorter titles may just as well be what is asked about: "Ice", "Water level". */
const isLongTitle = /\p{Lu}.*\s.*\s|\p{Script=Han}{6}/u
const year = /(?:19|20)\d\d/u

/** The documents that can be searched and that a filter lets through. */
export function documentsIn(
  records: readonly DocumentRecord[],
  resolve: (filter: SearchFilter | undefined) => ChunkFilter | undefined,
  filter: SearchFilter | undefined,
): DocumentRecord[] {
  const { documents, not_documents: not, formats } = resolve(filter) ?? {}
  const [inside, outside] = [documents && new Set(documents), new Set(not)]
  return records.filter(
    ({ id, format, live, trashed_at: trashed }) =>
      live !== null &&
      trashed === null &&
      (inside?.has(id) ?? true) &&
      !outside.has(id) &&
      (!formats || (format !== null && formats.includes(format))),
  )
}

/** Documents by what a goal calls them. */
export class PaperFinder {
  constructor(
    readonly documents: readonly PlanDocument[],
    private readonly reading: NameReading,
  ) {}

  /** All that fit a kind of document, in their own order; of a phrase with periods, those of these periods. */
  meantBy({ name, periods }: Pick<PaperPhrase, 'name' | 'periods'>): readonly PlanDocument[] {
    if (name === '') return periods.length === 0 ? [] : ofPeriods(this.documents, periods)
    const called = this.#called(name, false)
    return periods.length === 0 ? called : ofPeriods(called, periods)
  }

  /** The documents that most of a name and of their own title agree on, where it may just as well name a thing. */
  calledLike({ name, periods }: Pick<PaperPhrase, 'name' | 'periods'>): readonly PlanDocument[] {
    if (name === '') return []
    const called = this.#called(name, true)
    return periods.length === 0 ? called : ofPeriods(called, periods)
  }

  /** Those whose file name stands in a text, with its ending, or whose title stands there as a title does. */
  namedIn(text: string): readonly PlanDocument[] {
    const quoted = [...text.matchAll(/[“"《「]([^”"》」]{2,120})[”"》」]/gu)].map(([, name = '']) => plainName(name))
    return this.documents.filter(({ name, title }) => {
      const isFile = /\.\w{1,5}$/u.test(name) && text.toLowerCase().includes(name.toLowerCase())
      const isTitle = isLongTitle.test(title) && text.includes(title)
      return isFile || isTitle || quoted.includes(plainName(title)) || quoted.includes(plainName(name))
    })
  }

  /** All, those first whose titles have most of a text's words. */
  nearest(text: string): readonly PlanDocument[] {
    const keyTerms = this.#keyTerms(text)
    const share = new Map(this.documents.map((one) => [one.id, coverage(keyTerms, new Set(wordsOf(one)))]))
    return this.documents.toSorted((a, b) => (share.get(b.id) ?? 0) - (share.get(a.id) ?? 0))
  }

  #called(name: string, strictly: boolean): readonly PlanDocument[] {
    const plain = plainName(name)
    const exact = this.documents.filter((one) => plainName(one.name) === plain || plainName(one.title) === plain)
    if (exact.length > 0) return exact
    const keyTerms = this.#keyTerms(name)
    if (keyTerms.length === 0) return []
    const said = new Set(keyTerms.flatMap(({ alternatives }) => alternatives.flat()))
    const fits = this.documents.filter((one) => {
      if (coverage(keyTerms, new Set(wordsOf(one))) < whole) return false
      return !strictly || [one.title, plainName(one.name)].some((title) => shareSaid(title, said) >= mostOfTitle)
    })
    const sameLanguage = fits.filter(({ title }) => detectLanguage(title) === detectLanguage(name))
    return sameLanguage.length === 1 ? sameLanguage : fits
  }

  #keyTerms(text: string) {
    return keyTermsOf(text, this.reading.terms, this.reading.statistics)
  }
}

function wordsOf({ title, name, tags, collection, format }: PlanDocument): string[] {
  return analyse([title, plainName(name), collection, format ?? '', ...tags].join('\n'))
}

function shareSaid(title: string, said: ReadonlySet<string>): number {
  const terms = [...new Set(analyse(title))].filter((term) => !year.test(term))
  return terms.length === 0 ? 0 : terms.filter((term) => said.has(term)).length / terms.length
}

/** Those of the periods that are written, or the first or last of their years where only that is said. */
export function ofPeriods(documents: readonly PlanDocument[], periods: readonly string[]): readonly PlanDocument[] {
  const inOrder = byAge(documents)
  const found = new Set(
    periods.flatMap((period): readonly PlanDocument[] => {
      const plain = period.toLowerCase()
      if (/^(?:old|older|previous|earlier|former)$|^旧/u.test(plain)) return inOrder.slice(0, 1)
      if (/^(?:new|newer|latest|current)$|^新/u.test(plain)) return inOrder.slice(-1)
      const stated = year.exec(plain)?.[0] ?? plain.replace(/版$/u, '').replace(/^version\s+/u, 'v')
      const says = documents.filter((one) => saysPeriod(one, stated))
      return says.length > 0 ? says : documents.filter(({ written_at: written }) => written?.startsWith(stated))
    }),
  )
  return documents.filter((one) => found.has(one))
}

function saysPeriod({ title, name }: PlanDocument, period: string): boolean {
  return [title, name].some((text) => text.toLowerCase().includes(period))
}

/** Oldest first: by the year or version in the name, else by when it was written or changed. */
export function byAge(documents: readonly PlanDocument[]): readonly PlanDocument[] {
  return documents.toSorted((a, b) => ageKey(a).localeCompare(ageKey(b), 'en', { numeric: true }))
}

function ageKey({ title, name, written_at: written, modified_at: modified }: PlanDocument): string {
  const stated = year.exec(title)?.[0] ?? year.exec(name)?.[0] ?? written?.slice(0, 10)
  return stated ?? (modified === null ? '' : new Date(modified).toISOString().slice(0, 10))
}

/** A name without its years and versions: what editions of one document share. */
export function withoutEdition(name: string): string {
  return plainName(name)
    .replaceAll(
      /(?:19|20)\d\d(?:年度?)?|\bv(?:ersion)?\s*\d+(?:\.\d+)*\b|第[一二三四五六七八九十\d]+版|[新旧]?版/giu,
      ' ',
    )
    .replaceAll(/\b(?:old|new|draft|final|edition|rev(?:ision)?)\b/giu, ' ')
    .replaceAll(/\s+/gu, ' ')
    .trim()
}

/** What documents are called in a plan: their titles, with the file's name where two share one. */
export function labelsOf(documents: readonly PlanDocument[]): ReadonlyMap<string, string> {
  const titles = documents.map(({ title, name }) => title || name)
  const counts = new Map<string, number>()
  for (const title of titles) counts.set(title, (counts.get(title) ?? 0) + 1)
  const isShared = (title: string) => (counts.get(title) ?? 0) > 1
  return new Map(
    documents.map(({ id, name }, at) => {
      const title = titles[at] ?? name
      return [id, (isShared(title) ? `${title} (${name})` : title).slice(0, 200)]
    }),
  )
}
