import { speaksOfSummary } from '@engine/question/forms/whole-question'
import { plainName } from '@engine/retrieval/find-document'
import { type Passage, toPassage } from '@engine/retrieval/passage'
import { coverage, keyTermsOf } from '@engine/retrieval/question/key-terms'
import type { Retrieval } from '@engine/retrieval/retrieve'
import { isLeftOut } from '@engine/retrieval/text-range'
import { analyse } from '@engine/text/analyse'
import { estimateTokens } from '@engine/text/token-count'
import { inTime } from '../../stage'
import type { PipelineRooms, Rewrite, SearchScope } from '../../turn'
import { asWhole, readDocument, readingMs, type WriterReading } from './read-for-writer'

type Rooms = Pick<PipelineRooms, 'index' | 'library' | 'terms'>

/** A question, what was found for it, and where. */
export interface FoundForReading {
  readonly found: Retrieval
  readonly rewrite: Rewrite
  readonly scope: SearchScope
}

/** How many of the documents that come nearest are read whole where they are small, and what they may add. */
const small = { documents: 3, chunks: 12, tokens: 1200 }
/** Share of a wording's key terms, and the fewest of them, that name a document where its title says them. */
const minSaid = 0.7
const minOfName = 2

/** The other chunks of small documents that come nearest: an excerpt of a page leaves out what stands beside it. */
export async function restOfSmall(
  { found, rewrite, scope: { filter, excluded } }: FoundForReading,
  rooms: Rooms,
  signal: AbortSignal,
): Promise<Passage[]> {
  const { library, index } = rooms
  const sizes = new Map(library.documents().map(({ id, chunks }) => [id, chunks]))
  const { passages } = found
  const work = async (inner: AbortSignal): Promise<Passage[]> => {
    const few = nearestDocuments(found, rewrite, rooms)
      .slice(0, small.documents)
      .filter((id) => (sizes.get(id) ?? Infinity) <= small.chunks)
    const documents = await Promise.all(few.map((id) => index.chunksOf(id, 0, small.chunks - 1)))
    inner.throwIfAborted()
    let left = small.tokens
    const ids = documents.flatMap((chunks) =>
      chunks
        .filter(
          (chunk) =>
            !isLeftOut(excluded, chunk) &&
            !passages.some(
              (one) => one.chunk.doc_id === chunk.doc_id && one.start <= chunk.start && chunk.end <= one.end,
            ),
        )
        .flatMap(({ id, text }) => {
          const size = estimateTokens(text)
          if (size > left) return []
          left -= size
          return [id]
        }),
    )
    const rest = new Map((await index.chunksById(ids, filter)).map((one) => [one.chunk.id, toPassage(one, [])]))
    return ids.flatMap((id) => rest.get(id) ?? [])
  }
  return inTime(work, readingMs, [], signal)
}

/** Documents found, the likeliest to be meant first: one that a wording names, the one most was found of, the best passage's. */
function nearestDocuments(found: Retrieval, rewrite: Rewrite, rooms: Rooms): string[] {
  const { passages } = found
  const named = namedBy(found, rewrite, rooms)
  const worth = new Map<string, number>()
  for (const { chunk, score } of passages) worth.set(chunk.doc_id, (worth.get(chunk.doc_id) ?? 0) + score)
  const [most = [], ...others] = [...worth].toSorted(([, a], [, b]) => b - a).map(([id]) => [id])
  const best = passages.slice(0, 1).map(({ chunk }) => chunk.doc_id)
  return [...new Set([...(named ? [named.chunk.doc_id] : []), ...most, ...best, ...others.flat()])]
}

/** A passage of the document whose title, in either language, says most of what a wording is about; undefined for none. */
function namedBy(
  { passages, leftOut }: Retrieval,
  { asked, queries }: Rewrite,
  { terms, index: { statistics } }: Rooms,
): Passage | undefined {
  const own = queries.flatMap(({ text, translated }) => (translated ? [] : [text]))
  const wordings = [...new Set([asked.text, ...asked.parts.map(({ text }) => text), ...own])]
    .map((text) => keyTermsOf(text, terms, statistics))
    .filter((keyTerms) => keyTerms.length >= minOfName)
  const all = [...passages, ...leftOut.map(({ passage }) => passage)]
  const byDocument = new Map(all.toReversed().map((passage) => [passage.chunk.doc_id, passage]))
  return [...byDocument.values()]
    .map((passage) => {
      const title = new Set(analyse(`${passage.chunk.title} ${plainName(passage.chunk.doc_name)}`))
      return { passage, said: Math.max(0, ...wordings.map((keyTerms) => coverage(keyTerms, title))) }
    })
    .filter(({ said }) => said >= minSaid)
    .toSorted((a, b) => b.said - a.said || b.passage.score - a.passage.score)[0]?.passage
}

/** The document that a question, in its own words or a model's, wants told as a whole; nothing where none comes nearest. */
export async function wholeDocument(
  { found, rewrite, scope }: FoundForReading,
  rooms: Rooms,
  signal: AbortSignal,
): Promise<Pick<WriterReading, 'own' | 'document'>> {
  const { asked, queries } = rewrite
  const isWanted = [asked, ...asked.parts, ...queries].some(({ text }) => speaksOfSummary(text))
  const meant = isWanted && namedBy(found, rewrite, rooms)
  const document = meant && rooms.library.documents().find(({ id }) => id === meant.chunk.doc_id)
  if (!document) return { own: [] }
  return inTime(() => readDocument(document, asWhole, scope, rooms.index), readingMs, { own: [] }, signal)
}
