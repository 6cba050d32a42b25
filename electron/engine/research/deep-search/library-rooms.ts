import type { SearchFilter } from '@shared/documents'
import { recallOwnChat } from '@engine/pipeline/forms/recall/recall-chats'
import type { PipelineRooms } from '@engine/pipeline/turn'
import type { Passage } from '@engine/retrieval/passage'
import { keyTermsOf } from '@engine/retrieval/question/key-terms'
import { askedFor, relevantOf } from '@engine/retrieval/relevance'
import { retrieve, type RetrievalRooms } from '@engine/retrieval/retrieve'
import { expandAcrossLanguages } from '@engine/retrieval/terms/cross-language'
import { detectLanguage } from '@engine/text/language'
import type { DeepSearchRooms, FoundPassage, SearchOptions } from './deep-search-types'

const tokensPerPassage = 480
/** What stage 2 gives words in the other language, next to the question's 1. */
const expansionWeight = 0.7

/** Nobody waits for a search of research as for an answer: on a busy machine it takes its time, and still finds all it can. */
const deadlineMs = 20_000

type LibraryRooms = RetrievalRooms &
  Pick<PipelineRooms, 'resolveFilter' | 'settings'> &
  Partial<Pick<PipelineRooms, 'earlier'>>

export interface LibraryScope {
  readonly filter?: SearchFilter | undefined
  /** The chat whose answers are remembered, by id; absent for none. */
  readonly chat?: string | undefined
}

/** The library as DeepSearch searches it: stage 6's search, in both languages where the settings say so. */
export function searchLibrary(
  rooms: LibraryRooms,
  { filter, chat }: LibraryScope,
  { tools, model, clock }: Pick<DeepSearchRooms, 'tools' | 'model' | 'clock'>,
): DeepSearchRooms {
  const { terms, index, earlier } = rooms
  return {
    tools,
    model,
    clock,
    search: (query, options, signal) => searchDocuments(query, { ...options, filter, signal }, rooms),
    termsOf: (text) => keyTermsOf(text, terms, index.statistics),
    frequencyOf: (term) => index.statistics.documentFrequency(term),
    passageCount: () => index.statistics.chunkCount,
    earlier:
      earlier && chat !== undefined
        ? async (query, limit, signal) => {
            const answers = await recallOwnChat(query, chat, { earlier, terms, index }, signal)
            return answers.slice(0, limit).map((passage) => asFound(passage, true))
          }
        : undefined,
  }
}

async function searchDocuments(
  query: string,
  { limit, graph, filter, signal }: SearchOptions & { filter: SearchFilter | undefined; signal: AbortSignal },
  rooms: LibraryRooms,
): Promise<FoundPassage[]> {
  const { terms, settings, resolveFilter } = rooms
  const { statistics } = rooms.index
  const expansion = settings().cross_language ? expandAcrossLanguages(query, detectLanguage(query), terms) : null
  const other = expansion === null ? [] : [{ text: expansion, weight: expansionWeight, translated: true }]
  const { passages } = await retrieve(
    {
      question: query,
      queries: [{ text: query, weight: 1 }, ...other],
      filter: resolveFilter(filter),
      most: limit,
      tokenBudget: limit * tokensPerPassage,
      graph: graph ? 'beside' : 'off',
      deadlineMs,
      signal,
    },
    rooms,
  )
  const near = relevantOf(passages, askedFor(query, keyTermsOf(query, terms, statistics), statistics))
  return passages.map((passage) => asFound(passage, near.has(passage)))
}

function asFound(passage: Passage, relevant: boolean): FoundPassage {
  const { chunk, start, end, text, score, path, places, restsOn } = passage
  return {
    ...{ chunk, start, end, text, score, relevant },
    ...(path ? { path: [...path] } : {}),
    ...(places ? { places: [...places] } : {}),
    ...(restsOn ? { restsOn: { ...restsOn, documents: [...restsOn.documents] } } : {}),
  }
}
