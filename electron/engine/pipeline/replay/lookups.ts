import type { AnswerBasis } from '@shared/session/turn-trace'
import type { TermStatistics } from '@engine/ports/storage/chunk-index'
import type { TermMatch } from '@engine/retrieval/terms/cross-language'
import type { PipelineRooms } from '../turn'

type Lookups = AnswerBasis['lookups']
type LookupRooms = Pick<PipelineRooms, 'index' | 'terms'>

/** Rooms that remember what was looked up in the index's statistics and the term table. */
export function recordLookups({ index, terms }: LookupRooms): LookupRooms & { lookups(): Lookups } {
  const frequencies = new Map<string, number>()
  const matches = new Map<string, TermMatch[]>()
  const statistics: TermStatistics = {
    get chunkCount() {
      return index.statistics.chunkCount
    },
    documentFrequency(term) {
      const count = index.statistics.documentFrequency(term)
      frequencies.set(term, count)
      return count
    },
  }
  return {
    index: withStatistics(index, statistics),
    terms: {
      version: terms.version,
      match(text) {
        const found = terms.match(text)
        matches.set(text, found)
        return found
      },
    },
    lookups: () => ({
      chunks: index.statistics.chunkCount,
      frequencies: Object.fromEntries(frequencies),
      terms: Object.fromEntries(
        [...matches].map(([text, found]) => [
          text,
          found.map(({ surface, start, end, translations }) => {
            return { surface, start, end, translations: [...translations] }
          }),
        ]),
      ),
    }),
  }
}

/** Rooms that look up what `lookups` has, and the rest in the rooms of `now`; `missed` lists that rest. */
export function replayLookups(lookups: Lookups, now: LookupRooms): LookupRooms & { missed(): string[] } {
  const missed = new Set<string>()
  const statistics: TermStatistics = {
    chunkCount: lookups.chunks,
    documentFrequency(term) {
      const known = Object.hasOwn(lookups.frequencies, term) ? lookups.frequencies[term] : undefined
      if (known !== undefined) return known
      missed.add(term)
      return now.index.statistics.documentFrequency(term)
    },
  }
  return {
    index: withStatistics(now.index, statistics),
    terms: {
      match(text) {
        const known = Object.hasOwn(lookups.terms, text) ? lookups.terms[text] : undefined
        if (known !== undefined) return known
        missed.add(text)
        return now.terms.match(text)
      },
    },
    missed: () => [...missed],
  }
}

function withStatistics(index: LookupRooms['index'], statistics: TermStatistics): LookupRooms['index'] {
  return {
    statistics,
    vectorSearch: (vector, options) => index.vectorSearch(vector, options),
    textSearch: (query, options) => index.textSearch(query, options),
    chunksOf: (documentId, from, to) => index.chunksOf(documentId, from, to),
    chunksById: (ids, filter) => index.chunksById(ids, filter),
    countChunks: (filter) => index.countChunks(filter),
  }
}
