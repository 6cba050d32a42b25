import type { FoundPassage, SearchInput } from '@shared/api/doors-api'
import { keyTermsOf } from '@engine/retrieval/question/key-terms'
import type { Passage } from '@engine/retrieval/passage'
import { askedFor, relevantOf } from '@engine/retrieval/relevance'
import { retrieve } from '@engine/retrieval/retrieve'
import type { WeightedQuery } from '@engine/retrieval/search'
import { expandAcrossLanguages } from '@engine/retrieval/terms/cross-language'
import { detectLanguage } from '@engine/text/language'
import type { PipelineRooms } from '../turn'

const tokensPerPassage = 480
/** What stage 2 gives words in the other language, next to the question's 1. */
const expansionWeight = 0.7

/** A passage, and whether it is near enough to the text for an answer to be made of it. */
interface NearPassage {
  readonly passage: Passage
  readonly isRelevant: boolean
}

/**
 * The passages that search and ranking find for a text outside any turn, best first, as stage 6 finds them for a question that needs
 * no rewriting. Throws what every list failed with.
 */
export async function nearestPassages(
  { query, limit, filter }: SearchInput,
  rooms: PipelineRooms,
  signal?: AbortSignal,
): Promise<NearPassage[]> {
  const { terms } = rooms
  const { statistics } = rooms.index
  const request = { question: query, queries: queriesOf(query, rooms), filter: rooms.resolveFilter(filter), signal }
  const { passages } = await retrieve({ ...request, most: limit, tokenBudget: limit * tokensPerPassage }, rooms)
  const near = relevantOf(passages, askedFor(query, keyTermsOf(query, terms, statistics), statistics))
  return passages.map((passage) => ({ passage, isRelevant: near.has(passage) }))
}

/** The same as other programs are told of it. */
export async function searchPassages(
  input: SearchInput,
  rooms: PipelineRooms,
  signal?: AbortSignal,
): Promise<FoundPassage[]> {
  return (await nearestPassages(input, rooms, signal)).map(asFound)
}

function queriesOf(text: string, { terms, settings }: PipelineRooms): WeightedQuery[] {
  const expansion = settings().cross_language ? expandAcrossLanguages(text, detectLanguage(text), terms) : null
  const queries: WeightedQuery[] = [{ text, weight: 1 }]
  if (expansion !== null) queries.push({ text: expansion, weight: expansionWeight, translated: true })
  return queries
}

function asFound({ passage, isRelevant }: NearPassage): FoundPassage {
  const { chunk, start, end, text, score, path } = passage
  return {
    document_id: chunk.doc_id,
    document_name: chunk.doc_name,
    document_title: chunk.title || chunk.doc_name,
    format: chunk.format,
    heading_path: chunk.heading_path,
    page: chunk.page,
    start,
    end,
    text,
    score,
    relevant: isRelevant,
    ...(path ? { graph_path: [...path] } : {}),
  }
}
