import type { ChunkFilter, ChunkIndex } from '@engine/ports/storage/chunk-index'
import { analyse } from '@engine/text/analyse'
import { detectLanguage, type Language } from '@engine/text/language'
import { contentTerms } from '@engine/text/english/stop-words'
import { coverage, type KeyTerm } from './question/key-terms'
import { surveyDocuments } from './survey-documents'

interface Titled {
  readonly id: string
  readonly name: string
  readonly title: string
  readonly chunks: number
}

/** What a document is called or about, as somebody says it. */
export interface DocumentSubject {
  readonly text: string
  /** In every wording. */
  readonly queries: readonly string[]
  readonly keyTerms: readonly KeyTerm[]
  /** Of documents that fit equally, one in this language. */
  readonly language: Language
}

/** Share of the subject that a title must hold, and where the title alone says that a document is meant, of each other. */
const minOfSubject = 0.6
const wholeSubject = 0.99
const minOfTitle = 0.5
/** Words of a title that, all of them said, say which document is meant. */
const minOfName = 3
/** Share of a document's chunks that must mention what it is said to be about, unless its first one does. */
const minMentioning = 0.5

/** The document that is called so: by the name of its file, or by its title as far as the subject says it. */
export function documentCalled<T extends Titled>(
  { text, keyTerms, language }: DocumentSubject,
  documents: readonly T[],
  strictly: boolean,
): T | null {
  const name = plainName(text)
  const named = documents.find((one) => plainName(one.name) === name || plainName(one.title) === name)
  if (named || keyTerms.length === 0) return named ?? null
  const ranked = documents
    .map((one) => {
      const terms = new Set(analyse(`${one.title} ${spaced(one.name)}`))
      const share = coverage(keyTerms, terms)
      const own = Math.max(...[one.title, spaced(one.name)].map((title) => sharedPart(title, keyTerms)))
      return { one, share, own, isIn: detectLanguage(one.title) === language }
    })
    .filter(({ share, own }) => (strictly ? share >= wholeSubject && own >= minOfTitle : share >= minOfSubject))
    .toSorted((a, b) => b.share - a.share || Number(b.isIn) - Number(a.isIn) || b.own - a.own)
  return ranked[0]?.one ?? null
}

/** The document whose file name, or whole title, stands in a question; the longest title where several do. */
export function documentNamedIn<T extends Titled>(
  { text, keyTerms }: Pick<DocumentSubject, 'text' | 'keyTerms'>,
  documents: readonly T[],
): T | null {
  const said = text.toLowerCase()
  const asked = new Set(keyTerms.flatMap(({ alternatives }) => alternatives.flat()))
  const ranked = documents
    .map((one) => {
      const names = [one.title, spaced(one.name)]
      const inTerms = names.map((name) => [...new Set(contentTerms(name))])
      const whole = inTerms.filter((terms) => terms.length >= minOfName && terms.every((term) => asked.has(term)))
      const isSaid = [one.name, ...names.filter(isDistinct)].filter((name) => said.includes(name.toLowerCase()))
      const found = [...isSaid, ...whole.map((terms) => terms.join(' '))]
      return { one, length: Math.max(0, ...found.map((name) => name.length)) }
    })
    .filter(({ length }) => length > 0)
    .toSorted((a, b) => b.length - a.length)
  return ranked[0]?.one ?? null
}

/** A single word may just as well be what a question is about: "ice". */
function isDistinct(name: string): boolean {
  return /\p{L}\s+\p{L}|\p{Script=Han}{3}/u.test(name)
}

/** The document that most is about it: the first chunk mentions it, or half of all do. */
export async function documentAbout<T extends Titled>(
  { queries, keyTerms }: DocumentSubject,
  documents: readonly T[],
  search: { readonly filter: ChunkFilter | undefined; readonly signal: AbortSignal },
  index: Pick<ChunkIndex, 'textSearch'>,
): Promise<T | null> {
  if (keyTerms.length === 0) return null
  const { documents: found } = await surveyDocuments({ queries, keyTerms, ...search }, index)
  const ranked = found
    .flatMap((passages) => {
      const one = documents.find(({ id }) => id === passages[0]?.chunk.doc_id)
      if (!one) return []
      const share = passages.length / Math.max(1, one.chunks)
      const opens = passages.some(({ chunk }) => chunk.index === 0)
      return opens || share >= minMentioning ? [{ one, worth: share + Number(opens) }] : []
    })
    .toSorted((a, b) => b.worth - a.worth)
  return ranked[0]?.one ?? null
}

/** Share of a title's own words that belong to the subject, 0 to 1. */
function sharedPart(title: string, keyTerms: readonly KeyTerm[]): number {
  const asked = new Set(keyTerms.flatMap(({ alternatives }) => alternatives.flat()))
  const terms = [...new Set(contentTerms(title))]
  return terms.length > 0 ? terms.filter((term) => asked.has(term)).length / terms.length : 0
}

/** Where a name stands in a text as a whole, not as a part of a longer word, in UTF-16 units; -1 for nowhere. Both in small letters. */
export function standsIn(text: string, name: string): number {
  const isInside = (beside: string, edge: string) => /[a-z\d]/u.test(beside) && /[a-z\d]/u.test(edge)
  let at = text.indexOf(name)
  while (at >= 0) {
    const [before, behind] = [text.charAt(at - 1), text.charAt(at + name.length)]
    if (!isInside(before, name.charAt(0)) && !isInside(behind, name.slice(-1))) return at
    at = text.indexOf(name, at + 1)
  }
  return -1
}

/** `Annual_report-2023.PDF` is "annual report 2023". */
export function plainName(name: string): string {
  return spaced(name).toLowerCase().trim()
}

function spaced(name: string): string {
  return (name.split('/').at(-1) ?? '').replace(/\.[A-Za-z]\w{0,4}$/u, '').replace(/[\s_.-]+/gu, ' ')
}
