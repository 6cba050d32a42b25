import type { Chunk } from '@shared/documents'
import type { ChunkFilter, ChunkHit, ChunkIndex } from '@engine/ports/storage/chunk-index'
import { analyse } from '@engine/text/analyse'
import { americanSpelling, englishStem, singularOfIrregular } from '@engine/text/english/english-words'
import type { KeyTerm } from './question/key-terms'
import { type Passage, toPassage } from './passage'
import { toTextQuery } from './question/query'

export interface SurveyRequest {
  /** What is looked for, in every wording. */
  readonly queries: readonly string[]
  readonly keyTerms: readonly KeyTerm[]
  /** Where set, an English word is mentioned by itself and its plural, not by others with its stem ("plagued"). */
  readonly toTheWord?: boolean | undefined
  readonly filter?: ChunkFilter | undefined
  readonly signal?: AbortSignal | undefined
}

export interface Survey {
  /** The chunks of each document that match, best document and best chunk first. */
  readonly documents: readonly (readonly Passage[])[]
  /** False where more documents may match than were looked at. */
  readonly complete: boolean
}

const perRound = 200
/** One long document may fill a round; each further round leaves out the documents already found. */
const maxRounds = 25
/** Share of what is looked for that a chunk must hold to mention it. */
const minCoverage = 0.75

/** Every document that mentions something, by full text: not the best few, but all. `onRound` is told what is known so far. */
export async function surveyDocuments(
  request: SurveyRequest,
  index: Pick<ChunkIndex, 'textSearch'>,
  onRound: (soFar: Survey) => void = () => undefined,
): Promise<Survey> {
  const { queries, keyTerms, toTheWord = false, filter, signal } = request
  const nouns = toTheWord ? nounsIn(queries) : null
  const found = new Map<string, Passage[]>()
  let complete = false
  for (let round = 0; round < maxRounds && !complete; round += 1) {
    const options = { limit: perRound, filter: without(filter, [...found.keys()]), signal }
    const lists = await Promise.all(queries.map((text) => index.textSearch(toTextQuery(text), options)))
    signal?.throwIfAborted()
    const fresh = matching(lists.flat(), keyTerms, nouns)
    for (const [id, passages] of fresh) if (!found.has(id)) found.set(id, passages)
    // Hits come best first: where a full round holds nothing that matches, what follows does not either.
    complete = fresh.size === 0 || lists.every(({ length }) => length < perRound)
    if (!complete) onRound(ranked(found, false))
  }
  return ranked(found, complete)
}

function ranked(found: ReadonlyMap<string, readonly Passage[]>, complete: boolean): Survey {
  const documents = [...found.values()].map((passages) => passages.toSorted((a, b) => b.score - a.score))
  return { documents: documents.toSorted((a, b) => (b[0]?.score ?? 0) - (a[0]?.score ?? 0)), complete }
}

function matching(
  hits: readonly ChunkHit[],
  keyTerms: readonly KeyTerm[],
  nouns: NounsByStem | null,
): Map<string, Passage[]> {
  const chunks = new Map(hits.map((hit) => [hit.chunk.id, hit]))
  const byDocument = new Map<string, Passage[]>()
  for (const hit of chunks.values()) {
    const covered = mentioned(keyTerms, hit.search)
    if (covered < minCoverage || (nouns && !mentionsToTheWord(hit.chunk, keyTerms, nouns))) continue
    const passages = byDocument.get(hit.chunk.doc_id) ?? []
    // Of the chunks of a document, one that says it itself rather than standing under a heading that does.
    const said = mentioned(keyTerms, analyse(hit.chunk.text).join(' '))
    passages.push({ ...toPassage(hit, []), score: (covered + said) / 2 })
    byDocument.set(hit.chunk.doc_id, passages)
  }
  return byDocument
}

/** Words that are asked about, in the singular, by their stem. */
type NounsByStem = ReadonlyMap<string, ReadonlySet<string>>

const englishWord = /[a-z]+/giu

function nounsIn(queries: readonly string[]): NounsByStem {
  const nouns = new Map<string, Set<string>>()
  for (const word of queries.join(' ').match(englishWord) ?? []) {
    const stem = englishStem(word.toLowerCase())
    nouns.set(stem, (nouns.get(stem) ?? new Set()).add(singularOf(word)))
  }
  return nouns
}

function mentionsToTheWord(chunk: Chunk, keyTerms: readonly KeyTerm[], said: NounsByStem): boolean {
  const { title, heading_path: path, context, text } = chunk
  return (
    mentioned(keyTerms, analyse(onlyNouns([title, ...path, context, text].join('\n'), said)).join(' ')) >= minCoverage
  )
}

/** A text without the words that have a stem in common with one asked about but are other words. */
function onlyNouns(text: string, said: NounsByStem): string {
  return text.replace(englishWord, (word) => {
    const asked = said.get(englishStem(word.toLowerCase()))
    return !asked || asked.has(singularOf(word)) ? word : '–'
  })
}

/** Both sides are cut alike, so what is no word (analysi) harms nothing. */
function singularOf(word: string): string {
  const lower = singularOfIrregular(americanSpelling(word.toLowerCase()))
  if (lower.length < 4) return lower
  return lower
    .replace(/ies$/u, 'y')
    .replace(/(?<=s|x|z|ch|sh)es$/u, '')
    .replace(/(?<![su])s$/u, '')
}

/** Share of the key terms' weight that a text, as terms joined by spaces, mentions; a term's words stand together. */
export function mentioned(keyTerms: readonly KeyTerm[], search: string): number {
  const text = ` ${search} `
  let found = 0
  let total = 0
  for (const { alternatives, weight } of keyTerms) {
    total += weight
    if (alternatives.some((terms) => terms.length > 0 && holdsRun(text, terms))) found += weight
  }
  return total > 0 ? found / total : 0
}

function holdsRun(text: string, terms: readonly string[]): boolean {
  const [term = ''] = terms
  // A lone character is indexed only as part of pairs.
  if (terms.length === 1 && /^\p{Script=Han}$/u.test(term)) return text.includes(term)
  return text.includes(` ${terms.join(' ')} `)
}

function without(filter: ChunkFilter | undefined, documents: readonly string[]): ChunkFilter | undefined {
  if (documents.length === 0) return filter
  return { ...filter, not_documents: [...(filter?.not_documents ?? []), ...documents] }
}
