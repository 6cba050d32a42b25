import { coverage } from '@engine/retrieval/question/key-terms'
import { type Passage, toPassage } from '@engine/retrieval/passage'
import { placed, retrieve, type RetrieveRequest } from '@engine/retrieval/retrieve'
import { overlaps } from '@engine/retrieval/text-range'
import { isWithin } from '../library-scope'
import type { PipelineRooms, RewrittenQuestion, SearchScope } from '../../turn'
import { aspectsCompared, documentsCompared } from './compare-documents'

/** Of each document; its best ones are enough for three sentences. */
const mostOfEach = 3

/** What two documents that a question compares say about it, those of each together; null where it compares none. */
export async function searchCompared(
  { request, rewrite: { asked } }: RewrittenQuestion,
  { filter, excluded, size }: SearchScope & { readonly size: Pick<RetrieveRequest, 'tokenBudget' | 'longestWindow'> },
  rooms: PipelineRooms,
  signal: AbortSignal,
): Promise<Passage[] | null> {
  const documents = rooms.library.documents().filter((one) => isWithin(one, filter))
  const compared = documentsCompared(asked, request.filter, documents)
  if (!compared) return null
  const aspects = aspectsCompared(compared, rooms)
  const speaksOfIt = ({ search }: Passage) => coverage(aspects, new Set(search.split(' '))) > 0
  const ofEach = compared.documents.map(async ({ id }) => {
    const own = { ...filter, documents: [id] }
    const { passages } =
      aspects.length === 0
        ? { passages: [] }
        : await retrieve(
            {
              question: compared.about,
              queries: [{ text: aspects.map(({ surface }) => surface).join(' '), weight: 1 }],
              ...{ most: mostOfEach, ...size, tokenBudget: Math.floor(size.tokenBudget / 2) },
              ...{ filter: own, excluded, graph: 'off', signal },
            },
            rooms,
          )
    const speaking = passages.filter(speaksOfIt)
    if (speaking.length > 0) return speaking
    // A document that says nothing about it is known by how it begins.
    const first = (await rooms.index.chunksOf(id, 0, mostOfEach - 1)).filter(
      (chunk) => !excluded.some((range) => overlaps(range, chunk)),
    )
    const ids = first.slice(0, aspects.length === 0 ? mostOfEach : 1).map((chunk) => chunk.id)
    const hits = await rooms.index.chunksById(ids, own)
    return Promise.all(hits.map((hit) => placed(toPassage(hit, []), rooms)))
  })
  return (await Promise.all(ofEach)).flat()
}
