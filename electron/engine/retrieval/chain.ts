import type { Note } from '@shared/note'
import { tracedOn } from '@engine/platform/tracing/traced'
import type { Embedder } from '@engine/ports/models/embedder'
import type { Reranker } from '@engine/ports/models/reranker'
import type { FoundChunk, TermStatistics } from '@engine/ports/storage/chunk-index'
import type { GraphSearch } from '@engine/ports/graph/graph-search'
import type { AskedWords } from './question/asked-words'
import type { KeyTerm } from './question/key-terms'
import type { Passage } from './passage'
import type { RelatedTerms } from './terms/related-terms'

/** The knowledge graph as a processor asks it. */
export interface ChainGraph extends Pick<GraphSearch, 'search'> {
  /** It orders everything, instead of what comes behind the best of the other channels. */
  readonly isFirst: boolean
  /** Not all of the library may be read: a way through other passages must not be spoken of. */
  readonly isFiltered: boolean
  /** Reads chunks that no list has found; those that the question's filter keeps out are not among them. */
  readChunks(ids: readonly string[]): Promise<readonly FoundChunk[]>
}

/** The place of a document among those that are nearly the same. */
export interface NearPlace {
  readonly group: string
  /** 0 for the one that leads. */
  readonly at: number
}

/** What every processor may look at beside the passages. */
export interface ChainContext {
  readonly question: string
  readonly asked: AskedWords
  /** Of the question and of its other wordings, translations included; a passage counts by the nearest. */
  readonly queryVectors: readonly Float32Array[]
  readonly keyTerms: readonly KeyTerm[]
  /** What passages may say for the question's words. */
  readonly related: RelatedTerms
  readonly statistics: TermStatistics
  readonly embedder: Embedder
  /** A model that reads question and passage together, where one is chosen. */
  readonly reranker?: Reranker | null | undefined
  /** The knowledge graph, where it is to be asked. */
  readonly graph?: ChainGraph | undefined
  /** As `RetrieveRequest.deadlineMs`. */
  readonly deadlineMs?: number | undefined
  /** Told what went wrong without ending the search. */
  readonly report?: ((problem: Note) => void) | undefined
  readonly signal?: AbortSignal | undefined
  /** `[start, end)` of a document's extracted text; null when that revision is gone. */
  readonly readText: (passage: Passage, start: number, end: number) => Promise<string | null>
  /** Which documents are nearly the same: the name of a document's group, and how many in it are older. Undefined for one alone. */
  readonly nearGroupOf?: ((documentId: string) => NearPlace | undefined) | undefined
  readonly tokenBudget: number
  readonly most: number
  /** The most characters of a passage with its neighbours; 6,000 where absent. */
  readonly longestWindow?: number | undefined
  /** For a language model: tokens for what does not fit `tokenBudget`, without its neighbours. Absent: people read it. */
  readonly spareTokens?: number | undefined
}

/** Whether a language model reads what is found, rather than a person. */
export function isRead({ spareTokens }: Pick<ChainContext, 'spareTokens'>): boolean {
  return spareTokens !== undefined
}

/** One step of the chain. To add one: a file in post-processors/, a line in `defaultChain`. */
export interface PostProcessor {
  readonly name: string
  /** Where it has nothing to do it is left out, timing and all; absent for always. */
  applies?(context: ChainContext): boolean
  process(passages: readonly Passage[], context: ChainContext): readonly Passage[] | Promise<readonly Passage[]>
}

export interface ChainTiming {
  readonly name: string
  readonly ms: number
  readonly kept: number
}

/** A passage that a processor left out whole, and its place in what that one was given, from 1. */
export interface LeftOut {
  readonly passage: Passage
  readonly rank: number
  readonly by: string
}

/** Runs the processors in order, times each, and says what each left out. Nothing else may use the context's signal meanwhile. */
export async function runChain(
  passages: readonly Passage[],
  processors: readonly PostProcessor[],
  context: ChainContext,
): Promise<{ passages: readonly Passage[]; timings: ChainTiming[]; leftOut: LeftOut[] }> {
  const timings: ChainTiming[] = []
  const leftOut: LeftOut[] = []
  let current = passages
  for (const processor of processors) {
    if (processor.applies?.(context) === false) continue
    const start = performance.now()
    const before = current
    current = await tracedOn(
      context.signal,
      { kind: 'processor', name: processor.name, in: { passages: before.length } },
      () => processor.process(before, context),
      { carries: true, ended: (kept) => ({ out: { passages: kept.length } }) },
    )
    timings.push({ name: processor.name, ms: performance.now() - start, kept: current.length })
    if (current.length === before.length) continue
    const kept = current
    for (const [at, passage] of before.entries()) {
      const goesOn = kept.some((other) => other.chunk.id === passage.chunk.id || includesPassage(other, passage))
      if (!goesOn) leftOut.push({ passage, rank: at + 1, by: processor.name })
    }
  }
  return { passages: current, timings, leftOut }
}

/** Whether a passage that was kept has all the text of another one, such as one that was joined into it. */
export function includesPassage(kept: Passage, passage: Passage): boolean {
  const isSameText = kept.chunk.doc_id === passage.chunk.doc_id && kept.chunk.revision === passage.chunk.revision
  return isSameText && kept.start <= passage.start && passage.end <= kept.end
}
