import { CairnError } from '@shared/errors'
import { createTermTable } from '@engine/retrieval/terms/cross-language'
import type { PostProcessor } from '@engine/retrieval/chain'
import { builtinRerank } from '@engine/retrieval/post-processors/rerank'
import type { RetrievalRooms } from '@engine/retrieval/retrieve'

const asFused: PostProcessor = {
  name: builtinRerank.name,
  process: (passages) => passages.map((passage) => ({ ...passage, score: passage.fused })),
}

/** Parts of retrieval that can be taken out, to see what each is worth. */
const parts: Readonly<Record<string, (rooms: RetrievalRooms) => RetrievalRooms>> = {
  /** No bilingual terms: neither translated queries nor translations of a question's words. */
  terms: (rooms) => ({ ...rooms, terms: createTermTable([]) }),
  /** No passages that only names lead to. */
  graph: (rooms) => ({ ...rooms, graph: undefined }),
  /** The order of reciprocal rank fusion. */
  reranker: (rooms) => ({
    ...rooms,
    chain: rooms.chain.map((processor) => (processor.name === builtinRerank.name ? asFused : processor)),
  }),
  /** Full text alone finds. */
  vector: (rooms) => ({ ...rooms, index: withSearches(rooms.index, { vectorSearch: () => Promise.resolve([]) }) }),
  /** Vectors alone find. */
  'full-text': (rooms) => ({
    ...rooms,
    index: withSearches(rooms.index, { textSearch: () => Promise.resolve([]) }),
  }),
}

/** The names of the option `--without`. Throws INVALID_INPUT for one that is not among `known`. */
export function namesWithout(value: string | undefined, known: readonly string[]): string[] {
  const names = (value ?? '').split(',').filter(Boolean)
  const strange = names.find((name) => !known.includes(name))
  if (strange === undefined) return names
  throw new CairnError('INVALID_INPUT', `There is no part "${strange}".`, `Choose from ${known.join(', ')}.`)
}

export const retrievalParts = Object.keys(parts)

/** Rooms without some parts of retrieval. */
export function roomsWithout(rooms: RetrievalRooms, names: readonly string[]): RetrievalRooms {
  return names.reduce((left, name) => parts[name]?.(left) ?? left, rooms)
}

function withSearches(
  index: RetrievalRooms['index'],
  changed: Partial<Pick<RetrievalRooms['index'], 'vectorSearch' | 'textSearch'>>,
): RetrievalRooms['index'] {
  return {
    statistics: index.statistics,
    vectorSearch: changed.vectorSearch ?? ((vector, options) => index.vectorSearch(vector, options)),
    textSearch: changed.textSearch ?? ((query, options) => index.textSearch(query, options)),
    chunksOf: (documentId, from, to) => index.chunksOf(documentId, from, to),
    chunksById: (ids, filter) => index.chunksById(ids, filter),
    countChunks: (filter) => index.countChunks(filter),
  }
}
