import { type EvidencePlace, sayMore } from '@shared/session/evidence-place'
import { type Note, note, whyOf } from '@shared/note'
import { linkedSignal } from '@engine/platform/linked-signal'
import type { ChunkFilter, ChunkIndex } from '@engine/ports/storage/chunk-index'
import type { Embedder } from '@engine/ports/models/embedder'
import type { GraphSearch } from '@engine/ports/graph/graph-search'
import type { Reranker } from '@engine/ports/models/reranker'
import { askedWordsOf } from './question/asked-words'
import { type ChainContext, type ChainTiming, type LeftOut, type PostProcessor, runChain } from './chain'
import { isLeftOut, type TextRange, withoutRanges } from './text-range'
import type { WordNet } from '@engine/text/english/wordnet'
import type { TermTable } from './terms/cross-language'
import { keyTermsOf, nearWordsIn } from './question/key-terms'
import type { Passage } from './passage'
import { toTextQuery, withoutExclusions } from './question/query'
import { truncate } from './post-processors/truncate'
import { type RelatedTerms, relatedTermsOf } from './terms/related-terms'
import { searchAll, type WeightedQuery } from './search'
import type { WeightedTerms } from './question/wording'

/** Hits asked of each list before fusion. */
const perList = 30

export interface RetrieveRequest {
  /** What is to be answered, references resolved; passages are ranked against this. */
  readonly question: string
  readonly queries: readonly WeightedQuery[]
  readonly filter?: ChunkFilter | undefined
  readonly most: number
  readonly tokenBudget: number
  /** The most characters of a passage with its neighbours. */
  readonly longestWindow?: number | undefined
  /** As `ChainContext.spareTokens`. */
  readonly spareTokens?: number | undefined
  /** Parts of documents that nothing found may come from. */
  readonly excluded?: readonly TextRange[] | undefined
  /** `beside`, by default: the knowledge graph orders what comes behind the best; `first`: it orders everything. */
  readonly graph?: 'beside' | 'first' | 'off' | undefined
  /** Milliseconds after which a list, or the graph, is given up; those of an answer that somebody waits for by default. */
  readonly deadlineMs?: number | undefined
  readonly signal?: AbortSignal | undefined
}

export interface RetrievalRooms extends Pick<ChainContext, 'readText' | 'embedder' | 'nearGroupOf'> {
  readonly index: ChunkIndex
  /** Milliseconds that a search may take where the index lies beyond a network; a short while by default. */
  readonly indexMs?: number | undefined
  readonly embedder: Embedder
  readonly terms: TermTable
  readonly chain: readonly PostProcessor[]
  /** Where the parts of `[start, end)` of a passage's document stand; empty where nobody knows. */
  readonly readPlaces?: ((passage: Passage, start: number, end: number) => Promise<EvidencePlace[]>) | undefined
  /** Absent where no knowledge graph is kept. */
  readonly graph?: Pick<GraphSearch, 'search'> | undefined
  /** Where words near in meaning stand; the WordNet that comes with Cairn by default. */
  readonly wordNet?: (() => WordNet) | undefined
  /** How many documents that a filter lets through lack vectors; none where it is absent. */
  readonly withoutVectors?: ((filter: ChunkFilter | undefined) => number) | undefined
  /** The chosen reranking model, if any, at this moment. */
  readonly reranker?: (() => Reranker | null) | undefined
}

export interface Retrieval {
  /** Ranked, best first. */
  readonly passages: readonly Passage[]
  /** The next ones, best first, which were too long for the tokens that were left; with `passages` no more than `most`. */
  readonly next: readonly Passage[]
  readonly timings: readonly ChainTiming[]
  /** What the chain did not keep, best first within each step. */
  readonly leftOut: readonly LeftOut[]
  /** Chunks found before ranking. */
  readonly found: number
  readonly failures: readonly Note[]
}

/** `wordings`: its rewrites and translations. */
async function readQuestion(
  asked: string,
  wordings: readonly string[],
  { terms, index: { statistics }, wordNet }: RetrievalRooms,
) {
  const problems: Note[] = []
  const keyTerms = keyTermsOf(asked, terms, statistics)
  const relatedOf = (question: WeightedTerms) => relatedTermsIn(question, problems, wordNet)
  return Promise.resolve({ keyTerms, problems, ...askedWordsOf({ asked, wordings, keyTerms }, statistics, relatedOf) })
}

/** Next to the question, which has 1. */
const otherwiseWeight = 0.5

/** The question by the words that its documents say instead of its own, where they do. */
function otherwiseSaid(question: string, { terms, index: { statistics } }: RetrievalRooms): WeightedQuery[] {
  const near = nearWordsIn(question, terms, statistics)
  if (near.length === 0) return []
  const text = near.reduceRight(
    (text, { start, end, others }) => `${text.slice(0, start)} ${others.join(' ')} ${text.slice(end)}`,
    question,
  )
  return [{ text, weight: otherwiseWeight, translated: true }]
}

/** A search without related words is better than none. */
function relatedTermsIn(terms: WeightedTerms, problems: Note[], wordNet?: () => WordNet): RelatedTerms {
  try {
    return relatedTermsOf(terms, wordNet)
  } catch (thrown) {
    problems.push(note('related_words_failed', whyOf(thrown)))
    return new Map()
  }
}

/** Hybrid retrieval: every query by vector and by full text at once, then the chain. */
export async function retrieve(request: RetrieveRequest, rooms: RetrievalRooms): Promise<Retrieval> {
  const { question, queries, filter, excluded = [], graph: graphPlace = 'beside', signal } = request
  const { deadlineMs = rooms.indexMs } = request
  const { index, embedder, chain, readText, graph } = rooms
  const texts = [...new Set([question, ...queries.map(({ text }) => text)].map(withoutExclusions))]
  const lists = { queries: [...queries, ...otherwiseSaid(question, rooms)], filter, perList, deadlineMs, signal }
  // The question is read while the store searches; whichever fails, the other is not left unheard.
  const [found, { problems, ...read }] = await Promise.all([
    searchAll(lists, index, embedder),
    readQuestion(
      question,
      texts.filter((text) => text !== question),
      rooms,
    ),
  ])
  // Never waited for: an embedder that is late or cannot run has failed its lists already, and words still rank.
  const queryVectors = texts.flatMap((text) => found.queryVectors.get(text) ?? [])
  const unwanted = new Set(queries.flatMap(({ text }) => toTextQuery(text).excluded))
  const isWanted = ({ search, chunk }: Pick<Passage, 'search' | 'chunk'>) =>
    ![...unwanted].some((term) => ` ${search} `.includes(` ${term} `)) && !isLeftOut(excluded, chunk)
  const own = linkedSignal(signal)
  const context = {
    question,
    ...read,
    queryVectors,
    statistics: index.statistics,
    embedder,
    reranker: rooms.reranker?.(),
    graph:
      graph && graphPlace !== 'off'
        ? {
            isFirst: graphPlace === 'first',
            isFiltered: filter !== undefined || excluded.length > 0,
            search: graph.search.bind(graph),
            readChunks: async (ids: readonly string[]) => (await index.chunksById(ids, filter)).filter(isWanted),
          }
        : undefined,
    report: (problem: Note) => problems.push(problem),
    signal: own.signal,
    deadlineMs,
    readText,
    nearGroupOf: rooms.nearGroupOf,
    tokenBudget: request.tokenBudget,
    most: request.most,
    longestWindow: request.longestWindow,
    spareTokens: request.spareTokens,
  }
  const wanted = found.passages.filter(isWanted)
  const { passages, timings, leftOut } = await runChain(wanted, chain, context).finally(own.unlink)
  const next = leftOut.filter(({ by }) => by === truncate.name).slice(0, Math.max(0, request.most - passages.length))
  const place = (passage: Passage) => placed(withoutRanges(passage, excluded), rooms)
  return {
    passages: await Promise.all(passages.map(place)),
    next: await Promise.all(next.map(({ passage }) => place(passage))),
    timings,
    leftOut,
    found: found.passages.length,
    failures: [...found.failures, ...lackingVectors(found.failures, filter, rooms), ...problems],
  }
}

/** Nobody shall think that all of it was searched by meaning. Where no question can be embedded, that is said already. */
function lackingVectors(
  failures: readonly Note[],
  filter: ChunkFilter | undefined,
  { withoutVectors }: RetrievalRooms,
): Note[] {
  const count = withoutVectors?.(filter) ?? 0
  return count > 0 && !failures.some(({ key }) => key === 'words_only') ? [note('vectors_missing', { count })] : []
}

/** A passage has neighbours joined to it, which may stand under other headings than what was found. */
export async function placed(passage: Passage, { readPlaces }: Pick<RetrievalRooms, 'readPlaces'>): Promise<Passage> {
  const places = (await readPlaces?.(passage, passage.start, passage.end)) ?? []
  return sayMore(places, passage.chunk) ? { ...passage, places } : passage
}
