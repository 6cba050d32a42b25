import type { Chunk, SearchFilter } from '@shared/documents'
import type { FoundSentence, FoundSentences, WordSearchInput } from '@shared/excerpts/words-in-documents'
import type { EvidencePlace } from '@shared/session/evidence-place'
import type { ChunkFilter, ChunkHit, ChunkIndex } from '@engine/ports/storage/chunk-index'
import { splitSentences, type Span } from '@engine/text/sentences/sentences'
import { joinMarks, type WordMark, wordMarker } from './mark-words'
import { inParts, someOf, type SoughtText, soughtText, type SoughtWord } from './sought-words'

/** Passages looked at; more of them would only be further down. */
const mostPassages = 60
/** Of one document, so that a long one does not hide the others. */
const mostOfOne = 3
/** Of a sentence, in UTF-16 units: a row of a table or a line of code may be any length. */
const longestShown = 500
const shownBefore = 120

export interface WordSearchRooms {
  readonly index: Pick<ChunkIndex, 'textSearch'>
  readonly resolveFilter: (filter: SearchFilter | undefined) => ChunkFilter | undefined
  /** Where `[start, end)` of the text that a chunk is from stands; empty where nobody knows. */
  readonly readPlaces: (of: { readonly chunk: Chunk }, start: number, end: number) => Promise<EvidencePlace[]>
}

/**
 * The sentences of documents in which the words of a query stand, by full text alone: first those with all words, the documents
 * with the best passage first. Where no passage holds all words, those with some of them.
 */
export async function findWords(
  { query, limit, filter }: WordSearchInput,
  rooms: WordSearchRooms,
  signal?: AbortSignal,
): Promise<FoundSentences> {
  const sought = soughtText(query)
  const options = { limit: mostPassages, filter: rooms.resolveFilter(filter), signal }
  const search: TextSearch = (wanted) => rooms.index.textSearch(wanted, options)
  const shownOf = (candidates: readonly Candidate[]) =>
    Promise.all(
      byDocument(candidates)
        .slice(0, limit)
        .map((one) => placed(one, rooms)),
    )
  const whole = await shownOf(await candidatesWithAll(sought, search))
  if (whole.length > 0) return { sentences: whole, has_all_words: true }
  const some = await search({ terms: someOf(sought), phrases: [], excluded: sought.excluded })
  return { sentences: await shownOf(candidatesOf(some, inParts(sought.words))), has_all_words: false }
}

/** A passage may reach over several pages: says on which of them its sentence stands. */
async function placed({ chunk, sentence }: Candidate, { readPlaces }: WordSearchRooms): Promise<FoundSentence> {
  if (chunk.page === null) return sentence
  const [place] = await readPlaces({ chunk }, sentence.start, sentence.end)
  return { ...sentence, page: place?.page ?? chunk.page }
}

type TextSearch = (query: Parameters<ChunkIndex['textSearch']>[0]) => Promise<ChunkHit[]>

/** The passages that hold every word; behind them those that hold a longer word in the place of the one that is still being typed. */
async function candidatesWithAll(sought: SoughtText, search: TextSearch): Promise<Candidate[]> {
  const { phrases, excluded, unfinished, words } = sought
  const hits = await search({ terms: [], phrases, excluded })
  const finished = words.map((word) => ({ ...word, begins: '' }))
  const candidates = candidatesOf(hits, finished)
  if (unfinished === null || hits.length >= mostPassages) return candidates
  const known = new Set(hits.map(({ chunk }) => chunk.id))
  const longer = await search({ terms: [], phrases: unfinished.phrases, excluded, begins: unfinished.begins })
  const others = longer.filter(({ chunk }) => !known.has(chunk.id))
  return [...candidates, ...candidatesOf(others, words)]
}

interface Candidate {
  readonly chunk: Chunk
  readonly sentence: FoundSentence
  /** How many of the sought words it holds; a little less where only its heading does. */
  readonly words: number
  readonly rank: number
}

/** The best sentence of each passage, those with the most words first. */
function candidatesOf(hits: readonly ChunkHit[], words: readonly SoughtWord[]): Candidate[] {
  const mark = wordMarker(words)
  return hits
    .flatMap(({ chunk }, rank) => bestOf(chunk, rank, mark))
    .toSorted((a, b) => b.words - a.words || a.rank - b.rank)
}

/** The first few of each document together, the document of the first candidate first. */
function byDocument(candidates: readonly Candidate[]): Candidate[] {
  const documents = new Map<string, Candidate[]>()
  for (const candidate of candidates) {
    const { document_id: id, start, heading } = candidate.sentence
    const own = documents.get(id) ?? []
    documents.set(id, own)
    // A title stands above all passages: the first of them counts.
    const under = heading ? own.findIndex((one) => one.sentence.heading?.text === heading.text) : -1
    const above = own[under]
    if (above) {
      if (start < above.sentence.start) own[under] = candidate
      continue
    }
    // Passages overlap.
    const isKnown = own.some(({ sentence }) => sentence.start === start)
    if (!isKnown && own.length < mostOfOne) own.push(candidate)
  }
  return [...documents.values()].flat()
}

function bestOf(chunk: Chunk, rank: number, mark: (text: string) => WordMark[]): Candidate[] {
  const marks = mark(chunk.text)
  let best: { span: Span; marks: WordMark[]; words: number } | undefined
  for (const span of partsOf(chunk)) {
    const own = marks.filter(({ start, end }) => start >= span.start && end <= span.end)
    const words = new Set(own.map(({ word }) => word)).size
    if (words > (best?.words ?? 0)) best = { span, marks: own, words }
  }
  if (!best) return underHeading(chunk, rank, mark)
  return [{ chunk, sentence: shown(chunk, best.span, best.marks), words: best.words, rank }]
}

/** Formats whose lines are rows. */
const rowFormats: ReadonlySet<string> = new Set(['csv', 'tsv', 'xlsx', 'xls', 'xlsb', 'ods'])

/** The sentences of a passage, or its rows: one row says nothing about the next. */
function partsOf({ text, format }: Chunk): Span[] {
  if (!rowFormats.has(format)) return splitSentences(text)
  return [...text.matchAll(/\S[^\n]*/gu)].map(({ 0: row, index }) => ({
    start: index,
    end: index + row.trimEnd().length,
  }))
}

/** A passage without the words, under a heading or a title that holds them: the innermost heading counts. */
function underHeading(chunk: Chunk, rank: number, mark: (text: string) => WordMark[]): Candidate[] {
  const [first] = partsOf(chunk)
  if (!first) return []
  for (const text of [...chunk.heading_path.toReversed(), chunk.title || chunk.doc_name]) {
    const marks = mark(text)
    if (marks.length === 0) continue
    const heading = { text, marks: joinMarks(text, marks) }
    // A sentence with as many of the words says more.
    const words = new Set(marks.map(({ word }) => word)).size - 0.5
    return [{ chunk, sentence: { ...shown(chunk, first, []), heading }, words, rank }]
  }
  return []
}

function shown(chunk: Chunk, span: Span, marks: readonly WordMark[]): FoundSentence {
  const first = marks[0]?.start ?? span.start
  const start = span.end - span.start <= longestShown ? span.start : Math.max(span.start, first - shownBefore)
  const end = Math.min(span.end, start + longestShown)
  const text = chunk.text.slice(start, end)
  const inside = marks.filter((one) => one.end <= end)
  return {
    document_id: chunk.doc_id,
    format: chunk.format,
    heading_path: chunk.heading_path,
    page: chunk.page,
    start: chunk.start + start,
    end: chunk.start + end,
    text,
    marks: joinMarks(
      text,
      inside.map((one) => ({ start: one.start - start, end: one.end - start })),
    ),
  }
}
