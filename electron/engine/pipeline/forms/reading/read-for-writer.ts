import { type AskedQuestion, formOf } from '@engine/question/asked-question'
import { sectionsOf } from '../summary/document-summary'
import { documentNamedIn } from '@engine/retrieval/find-document'
import { type Passage, toPassage } from '@engine/retrieval/passage'
import { keyTermsOf } from '@engine/retrieval/question/key-terms'
import { isLeftOut } from '@engine/retrieval/text-range'
import { passageOfEvidence } from '@engine/session/context/evidence'
import { estimateTokens } from '@engine/text/token-count'
import { inTime } from '../../stage'
import type { PipelineRooms, ReadDocument, RewrittenQuestion, SearchScope } from '../../turn'
import { documentMeant } from '../summary/summarise-document'
import { isWithin } from '../library-scope'

/** What a language model reads beside the passages that search finds. */
export interface WriterReading {
  /** Passages of the document that is meant, in its order. */
  readonly own: readonly Passage[]
  /** Passages that the answer before cites. */
  readonly cited: readonly Passage[]
  /** Absent where no document is meant. */
  readonly document?: ReadDocument | undefined
}

export const noReading: WriterReading = { own: [], cited: [] }

type Rooms = Pick<PipelineRooms, 'index' | 'terms' | 'library' | 'settings' | 'sessions'>
type Chunks = Awaited<ReturnType<PipelineRooms['index']['chunksOf']>>
export type KnownDocument = ReturnType<PipelineRooms['library']['documents']>[number]

export interface ReadingRequest extends RewrittenQuestion {
  /** Evidence ids. */
  readonly citedBefore: readonly string[]
}

/** How much of a document is read. */
export interface Reading {
  readonly tokens: number
  /** Of one that does not fit, the beginning of each part; nothing otherwise. */
  readonly inParts: boolean
}

/** Of a document that is asked about as a whole. */
export const asWhole: Reading = { tokens: 2600, inParts: true }
/** Of one that is only named. */
export const asNamed: Reading = { tokens: 1500, inParts: false }
/** Longer documents are read from the first of their chunks. */
const maxChunks = 600
const maxCited = 3
/** Less than the stage's budget: without it there are still the passages found. */
export const readingMs = 1200

/** The document that a question names or is limited to, whole where it fits, and what the answer before cites. */
export async function readForWriter(
  { request, rewrite, citedBefore }: ReadingRequest,
  scope: SearchScope,
  rooms: Rooms,
  signal: AbortSignal,
): Promise<WriterReading> {
  const work = async (inner: AbortSignal): Promise<WriterReading> => {
    const cited = citedBefore.length > 0 ? await citedPassages(request.sessionId, citedBefore, scope, rooms) : []
    return { cited, ...(await documentFor(rewrite.asked, scope, rooms, inner)) }
  }
  return inTime(work, readingMs, noReading, signal)
}

/** Only what this question may still be answered from: not what was deleted, or what its filter leaves out. */
async function citedPassages(
  session: string,
  ids: readonly string[],
  { filter, excluded }: SearchScope,
  { sessions, index }: Rooms,
): Promise<Passage[]> {
  const { evidences } = await sessions.load(session)
  const passages = ids.flatMap((id) => {
    const evidence = Object.hasOwn(evidences, id) ? evidences[id] : undefined
    const passage = evidence && passageOfEvidence(evidence, 0)
    return passage && !isLeftOut(excluded, passage.chunk) ? [passage] : []
  })
  const first = passages.slice(0, maxCited)
  const chunkIds = first.map(({ chunk }) => chunk.id)
  const searchable = new Set((await index.chunksById(chunkIds, filter)).map(({ chunk }) => chunk.id))
  return first.filter(({ chunk }) => searchable.has(chunk.id))
}

async function documentFor(
  asked: AskedQuestion,
  scope: SearchScope,
  rooms: Rooms,
  signal: AbortSignal,
): Promise<Pick<WriterReading, 'own' | 'document'>> {
  const { filter } = scope
  const { index, terms } = rooms
  const documents = rooms.library.documents().filter((one) => isWithin(one, filter))
  const whole = formOf(asked, 'document')
  const named = () =>
    filter && documents.length === 1
      ? documents[0]
      : documentNamedIn({ text: asked.text, keyTerms: keyTermsOf(asked.text, terms, index.statistics) }, documents)
  const meant =
    (whole && (await documentMeant({ ...whole, language: asked.language }, filter, rooms, signal))) ?? named()
  return meant ? readDocument(meant, whole === null ? asNamed : asWhole, scope, index) : { own: [] }
}

/** A document's passages in its order: all where they fit, else what the reading says. */
export async function readDocument(
  meant: KnownDocument,
  reading: Reading,
  { filter, excluded }: SearchScope,
  index: PipelineRooms['index'],
): Promise<Pick<WriterReading, 'own' | 'document'>> {
  const chunks = await index.chunksOf(meant.id, 0, maxChunks - 1)
  const usable = chunks.filter((chunk) => !isLeftOut(excluded, chunk))
  const chosen = chunksWithin(usable, reading)
  const ids = chosen.map(({ id }) => id)
  const found = new Map((await index.chunksById(ids, filter)).map((one) => [one.chunk.id, one]))
  const own = ids.flatMap((id) => {
    const one = found.get(id)
    return one ? [toPassage(one, [])] : []
  })
  if (own.length === 0) return { own }
  const unread = Math.max(1, meant.chunks / chunks.length)
  return {
    own,
    document: { title: meant.title || meant.name, read: lengthOf(own), total: Math.round(lengthOf(chunks) * unread) },
  }
}

function lengthOf(texts: readonly { readonly text: string }[]): number {
  return texts.reduce((sum, { text }) => sum + text.length, 0)
}

function chunksWithin(chunks: Chunks, { tokens, inParts }: Reading): Chunks {
  const sizes = new Map(chunks.map((chunk) => [chunk, estimateTokens(chunk.text)]))
  const total = [...sizes.values()].reduce((sum, size) => sum + size, 0)
  if (total <= tokens) return chunks
  if (!inParts) return []
  const sections = sectionsOf(chunks)
  const rounds = Math.max(0, ...sections.map(({ chunks: own }) => own.length))
  const inRounds = Array.from({ length: rounds }, (_, round) => sections.flatMap(({ chunks: own }) => own[round] ?? []))
  let left = tokens
  const chosen = new Set<Chunks[number]>()
  for (const chunk of inRounds.flat()) {
    const size = sizes.get(chunk) ?? Infinity
    if (size > left) continue
    chosen.add(chunk)
    left -= size
  }
  return chunks.filter((chunk) => chosen.has(chunk))
}
