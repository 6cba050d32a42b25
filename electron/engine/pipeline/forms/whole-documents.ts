import { sum, sumChinese, summary, summaryChinese } from '@engine/answer/forms/overview/overview-question'
import { type Passage, toPassage } from '@engine/retrieval/passage'
import type { Retrieval } from '@engine/retrieval/retrieve'
import { overlaps } from '@engine/retrieval/text-range'
import { detectLanguage } from '@engine/text/language'
import { estimateTokens } from '@engine/text/token-count'
import { inTime } from '../stage'
import type { PipelineRooms, Rewrite, SearchScope } from '../turn'
import { readDocument, readingMs, type WriterReading } from './read-for-writer'

type Rooms = Pick<PipelineRooms, 'index' | 'library'>

/** How many of the documents that come nearest are read whole where they are small, and what they may add. */
const small = { documents: 3, chunks: 12, tokens: 1200 }
/** Share of a question that a title must say for its document to be the one that is meant. */
const minOfTitle = 0.5

/** The other chunks of small documents that come nearest: an excerpt of a page leaves out what stands beside it. */
export async function restOfSmall(
  found: Retrieval,
  rewrite: Rewrite,
  { filter, excluded }: SearchScope,
  { library, index }: Rooms,
  signal: AbortSignal,
): Promise<Passage[]> {
  const sizes = new Map(library.documents().map(({ id, chunks }) => [id, chunks]))
  const { passages } = found
  const work = async (inner: AbortSignal): Promise<Passage[]> => {
    const few = nearestDocuments(found, rewrite)
      .slice(0, small.documents)
      .filter((id) => (sizes.get(id) ?? Infinity) <= small.chunks)
    const documents = await Promise.all(few.map((id) => index.chunksOf(id, 0, small.chunks - 1)))
    inner.throwIfAborted()
    let left = small.tokens
    const ids = documents.flatMap((chunks) =>
      chunks
        .filter(
          (chunk) =>
            !excluded.some((range) => overlaps(range, chunk)) &&
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

/** Documents by how likely they are meant: the best passage's, the one whose title says most, what a wording in the other language finds first. */
function nearestDocuments({ passages, leftOut }: Retrieval, { standalone, queries }: Rewrite): string[] {
  const all = [...passages, ...leftOut.map(({ passage }) => passage)]
  const titled = titledMost(all)
  const language = detectLanguage(standalone)
  const others = new Set(
    queries
      .filter(({ text, translated }) => translated !== true && detectLanguage(text) !== language)
      .map(({ text }) => text),
  )
  const inOther = all.filter(({ placements }) =>
    placements.some(({ list, rank }) => rank === 1 && others.has(list.query)),
  )
  const ordered = [...passages.slice(0, 1), ...(titled ? [titled] : []), ...inOther, ...passages]
  return [...new Set(ordered.map(({ chunk }) => chunk.doc_id))]
}

/** A passage of the document whose title, in either language, says most of the question; undefined where none says half. */
function titledMost(passages: readonly Passage[]): Passage | undefined {
  const said = ({ features }: Passage) => features?.title ?? 0
  return passages.filter((one) => said(one) >= minOfTitle).toSorted((a, b) => said(b) - said(a) || b.score - a.score)[0]
}

const wholeSaid = new RegExp(
  `\\b(?:${sum}|${summary}|tl;?dr|gist|(?:main|key) (?:points|takeaways|findings|conclusions))\\b|${sumChinese}|${summaryChinese}|要点|主要的?(?:内容|结论|观点)`,
  'iu',
)

/** The document that a question, in its own words or a model's, wants told as a whole; nothing where none comes nearest. */
export async function wholeDocument(
  found: Retrieval,
  rewrite: Rewrite,
  scope: SearchScope,
  { library, index }: Rooms,
  signal: AbortSignal,
): Promise<Pick<WriterReading, 'own' | 'document'>> {
  const isWanted = [rewrite.standalone, ...rewrite.parts, ...rewrite.queries.map(({ text }) => text)].some((text) =>
    wholeSaid.test(text),
  )
  const meant = isWanted && titledMost(found.passages)
  const document = meant && library.documents().find(({ id }) => id === meant.chunk.doc_id)
  if (!document) return { own: [] }
  return inTime(() => readDocument(document, true, scope, index), readingMs, { own: [] }, signal)
}
