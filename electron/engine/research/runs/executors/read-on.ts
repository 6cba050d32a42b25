import type { Chunk } from '@shared/documents'
import type { DeepSearchState, FoundPassage } from '@engine/research/deep-search/deep-search-types'
import { bestWorth } from '@engine/research/deep-search/weigh-candidates'
import { evidenceOfChunk, type LibrarySources, type PlacedChunk } from './library-sources'
import type { NewEvidence } from './task-work'

export interface ReadOnLimits {
  /** Documents that are read on in. */
  readonly documents: number
  /** A document of no more chunks is read whole. */
  readonly whole: number
  /** Chunks read before and behind a passage of a longer one. */
  readonly around: number
  /** Chunks that are added. */
  readonly chunks: number
}

const limits: ReadOnLimits = { documents: 3, whole: 24, around: 2, chunks: 40 }
/** What a chunk counts that no search found, beside 1 for the best passage. */
const scoreOfRest = 0.3

/**
 * What else stands in the documents that a search leans on most, in reading order: all of a short document, what stands around the
 * passages of a long one, without what the passages hold already. A search finds where something is spoken of; not all that is said
 * there has its words.
 */
export async function readOn(
  state: DeepSearchState,
  library: Pick<LibrarySources, 'chunks'>,
  { documents, whole, around, chunks: most }: ReadOnLimits = limits,
): Promise<NewEvidence[]> {
  const found = foundByDocument(state)
  const added: NewEvidence[] = []
  for (const { id, passages } of found.slice(0, documents)) {
    const start = await library.chunks(id, 0, whole + 1)
    const near = start.length <= whole ? start : await chunksAround(id, passages, { library, around })
    const open = near.filter((chunk) => !passages.some((passage) => holds(passage, chunk)))
    added.push(...open.map((chunk) => ({ ...evidenceOfChunk(chunk), score: scoreOfRest })))
  }
  return added.slice(0, most)
}

interface FoundDocument {
  readonly id: string
  readonly passages: readonly FoundPassage[]
  readonly worth: number
}

/** The documents of the evidence, those first whose passages are worth most together. */
function foundByDocument({ candidates, evidence }: DeepSearchState): FoundDocument[] {
  const documents = new Map<string, FoundDocument>()
  const isEvidence = new Set(evidence)
  for (const { passage, worth } of candidates) {
    const { id: chunkId, doc_id: id, format } = passage.chunk
    if (!isEvidence.has(chunkId) || format === 'chat' || format === 'tool') continue
    const own = bestWorth({ worth })
    const known = documents.get(id) ?? { id, passages: [], worth: 0 }
    documents.set(id, { id, passages: [...known.passages, passage], worth: known.worth + own })
  }
  return [...documents.values()].toSorted((a, b) => b.worth - a.worth)
}

async function chunksAround(
  id: string,
  passages: readonly FoundPassage[],
  { library, around }: { readonly library: Pick<LibrarySources, 'chunks'>; readonly around: number },
): Promise<PlacedChunk[]> {
  const found = new Map<number, PlacedChunk>()
  for (const { chunk } of passages) {
    const near = await library.chunks(id, Math.max(0, chunk.index - around), chunk.index + around + 1)
    for (const one of near) found.set(one.index, one)
  }
  return [...found.values()].toSorted((a, b) => a.index - b.index)
}

/** Whether a passage says most of a chunk. */
function holds({ start, end }: FoundPassage, chunk: Chunk): boolean {
  return (Math.min(end, chunk.end) - Math.max(start, chunk.start)) * 2 > chunk.end - chunk.start
}
