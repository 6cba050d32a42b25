import { coverage, type KeyTerm } from '@engine/retrieval/question/key-terms'
import { type Passage, toPassage } from '@engine/retrieval/passage'
import { placed, retrieve, type RetrieveRequest } from '@engine/retrieval/retrieve'
import { isLeftOut } from '@engine/retrieval/text-range'
import { isWithin } from '../library-scope'
import { asNamed, asWhole, type KnownDocument, readDocument } from '../reading/read-for-writer'
import type { PipelineRooms, ReadDocument, Rewrite, RewrittenQuestion, SearchScope } from '../../turn'
import { aspectsCompared, type ComparedDocuments, documentsCompared } from './compare-documents'

/** Of each document; its best ones are enough for three sentences. */
const mostOfEach = 3

interface ComparedSearch extends SearchScope {
  readonly size: Pick<RetrieveRequest, 'tokenBudget' | 'longestWindow'>
  /** A language model reads what quotations are not taken from: documents as wholes. */
  readonly isWritten: boolean
}

/** What two documents say about that in which they are compared. */
export interface FoundCompared {
  /** Those of each together. */
  readonly passages: readonly Passage[]
  /** Of those that are read as wholes, how much. */
  readonly read: readonly ReadDocument[]
}

/** What two documents that a question compares say about it, with half of the room for each; null where it compares none. */
export async function searchCompared(
  { request, rewrite: { asked, queries } }: RewrittenQuestion,
  search: ComparedSearch,
  rooms: PipelineRooms,
  signal: AbortSignal,
): Promise<FoundCompared | null> {
  const documents = rooms.library.documents().filter((one) => isWithin(one, search.filter))
  const compared = documentsCompared(asked, request.filter, documents)
  if (!compared) return null
  const aspects = aspectsCompared(compared, rooms)
  const ofEach = compared.documents.map(async (document) => {
    const whole = search.isWritten ? await wholeOf(document, aspects, search, rooms) : null
    return (
      whole ?? {
        passages: await passagesOf(document, { about: compared.about, queries, aspects, ...search }, rooms, signal),
        read: [],
      }
    )
  })
  const found = await Promise.all(ofEach)
  return { passages: found.flatMap(({ passages }) => passages), read: found.flatMap(({ read }) => read) }
}

/** The document where it fits into half of what a model reads of one, or is compared as a whole; null otherwise. */
async function wholeOf(
  document: KnownDocument,
  aspects: readonly KeyTerm[],
  scope: SearchScope,
  { index }: PipelineRooms,
): Promise<FoundCompared | null> {
  const reading = aspects.length > 0 ? asNamed : asWhole
  const { own, document: read } = await readDocument(document, { ...reading, tokens: reading.tokens / 2 }, scope, index)
  return read ? { passages: own, read: [read] } : null
}

interface AspectSearch
  extends ComparedSearch, Pick<Rewrite, 'queries'>, Pick<ComparedDocuments<KnownDocument>, 'about'> {
  readonly aspects: readonly KeyTerm[]
}

/**
 * What comes nearest to the aspects for a language model, which reads other words and languages; what says one of them for an answer
 * of quotations. Else how the document begins: it says nothing about them, or is compared as a whole.
 */
async function passagesOf(
  { id }: KnownDocument,
  { about, queries, aspects, filter, excluded, size, isWritten }: AspectSearch,
  rooms: PipelineRooms,
  signal: AbortSignal,
): Promise<readonly Passage[]> {
  const own = { ...filter, documents: [id] }
  const speaksOfIt = ({ search }: Passage) => coverage(aspects, new Set(search.split(' '))) > 0
  const { passages } =
    aspects.length === 0
      ? { passages: [] }
      : await retrieve(
          {
            question: about,
            queries: [
              { text: aspects.map(({ surface }) => surface).join(' '), weight: 1 },
              ...(isWritten ? queries : []),
            ],
            ...{ most: mostOfEach, ...size, tokenBudget: Math.floor(size.tokenBudget / 2) },
            ...{ filter: own, excluded, graph: 'off', signal },
          },
          rooms,
        )
  const speaking = isWritten ? passages : passages.filter(speaksOfIt)
  if (speaking.length > 0) return speaking
  const first = (await rooms.index.chunksOf(id, 0, mostOfEach - 1)).filter((chunk) => !isLeftOut(excluded, chunk))
  const ids = first.slice(0, aspects.length === 0 ? mostOfEach : 1).map((chunk) => chunk.id)
  const hits = await rooms.index.chunksById(ids, own)
  return Promise.all(hits.map((hit) => placed(toPassage(hit, []), rooms)))
}
