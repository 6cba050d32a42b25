import type { Chunk } from '@shared/documents'
import type { EvidencePlace } from '@shared/session/evidence-place'
import type { RestsOnDocuments } from '@engine/ports/storage/earlier-sessions'
import type { FoundChunk } from '@engine/ports/storage/chunk-index'

/** One search list: who found it, for which query, and how much its ranks count. */
export interface RankedList {
  readonly channel: 'vector' | 'text' | 'graph'
  readonly query: string
  readonly weight: number
}

/** Where one list placed a chunk; `rank` counts from 1, `score` is the channel's own. */
export interface Placement {
  readonly list: RankedList
  readonly rank: number
  readonly score: number
}

/** What the reranker saw, each 0 to 1; kept so that a score can be explained. */
export interface RankFeatures {
  readonly cosine: number
  readonly coverage: number
  readonly title: number
  /** Full-text score as a share of the best one. */
  readonly score: number
  /** The best share of a wording's weight that stands close together. */
  readonly together: number
  /** Share of the question's names and numbers. */
  readonly names: number
  /** Share of the question's words, other forms of a word counting in part. */
  readonly words: number
  /** Share of the question's words that are not there but that something near in meaning stands for. */
  readonly related: number
  /** What a reranking model gave it; absent where none read it. */
  readonly reranked?: number
}

/** A candidate on its way through the chain. Processors return new passages rather than changing these. */
export interface Passage {
  readonly chunk: Chunk
  readonly vector: Float32Array
  /** Analysed terms of title, headings, context and text, separated by single spaces. */
  readonly search: string
  readonly placements: readonly Placement[]
  /** Reciprocal rank fusion sum; 0 before that processor ran. */
  readonly fused: number
  /** The score passages are ordered by; what it means depends on the last processor that set it. */
  readonly score: number
  readonly features: RankFeatures | null
  /** How far above the relevance floor it is, below 0 where it does not reach it; absent where it was not held against it. */
  readonly nearness?: number
  /** The evidence text: `[start, end)` of the document's extracted text. */
  readonly start: number
  readonly end: number
  readonly text: string
  /** Where its parts stand, where that is not the same for all; absent where that is not known. */
  readonly places?: readonly EvidencePlace[]
  /** The names that led the knowledge graph here from the question, in order; absent where it did not. */
  readonly path?: readonly string[]
  /** Of an answer of an earlier chat: what it cites. */
  readonly restsOn?: RestsOnDocuments
}

/** Orders equally good chunks by their documents' names, then by place: ids are made by chance, and a copy must not win. */
export function byPlace({ chunk: a }: Pick<Passage, 'chunk'>, { chunk: b }: Pick<Passage, 'chunk'>): number {
  if (a.doc_name !== b.doc_name) return a.doc_name < b.doc_name ? -1 : 1
  return a.start - b.start || a.id.localeCompare(b.id)
}

/** A passage as search found it: the chunk itself, unranked. */
export function toPassage({ chunk, vector, search }: FoundChunk, placements: readonly Placement[]): Passage {
  return {
    chunk,
    vector,
    search,
    placements,
    fused: 0,
    score: 0,
    features: null,
    start: chunk.start,
    end: chunk.end,
    text: chunk.text,
  }
}
