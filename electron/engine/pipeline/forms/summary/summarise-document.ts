import type { DocumentQuestion } from '@engine/question/forms/whole-question'
import { sectionsOf, summarise } from './document-summary'
import type { ChunkFilter } from '@engine/ports/storage/chunk-index'
import { documentAbout, documentCalled } from '@engine/retrieval/find-document'
import { keyTermsOf } from '@engine/retrieval/question/key-terms'
import { toPassage } from '@engine/retrieval/passage'
import { placed } from '@engine/retrieval/retrieve'
import { isLeftOut } from '@engine/retrieval/text-range'
import type { Language } from '@engine/text/language'
import { isWithin, scopeOf } from '../library-scope'
import { wordings } from '../survey/survey-library'
import type { LibraryFacts, PipelineRooms, SearchScope } from '../../turn'
import type { LibraryOverview } from '../form-evidence'

type Rooms = Pick<PipelineRooms, 'index' | 'terms' | 'library' | 'settings' | 'readPlaces'>
type Known = ReturnType<LibraryFacts['documents']>[number]

/** What was asked of a document, and in which language. */
interface SummaryRequest extends DocumentQuestion {
  readonly language: Language
}

/** A part of a document is read at its beginning, in chunks: reading all of a book would take seconds. */
const maxOfSection = 6
/** Of a longer document only so much from the first is divided into parts. */
const maxChunks = 600

/** The parts of the document that is meant. No parts where none fits; null where perhaps no document is meant. */
export async function summariseDocument(
  asked: SummaryRequest,
  { filter, excluded }: SearchScope,
  rooms: Rooms,
  signal: AbortSignal,
): Promise<LibraryOverview | null> {
  const document = await documentMeant(asked, filter, rooms, signal)
  const nothing: LibraryOverview = { topic: null, themes: [], total: 0, reach: reachOf(filter, rooms) }
  // "The document" without a name is whatever was spoken of, which search may still find.
  if (!document) return asked.isExplicit && asked.subject !== '' ? nothing : null
  const { index } = rooms
  const chunks = await index.chunksOf(document.id, 0, maxChunks - 1)
  const usable = chunks.filter((chunk) => !isLeftOut(excluded, chunk))
  const parts = sectionsOf(usable).map((part) => ({ ...part, chunks: part.chunks.slice(0, maxOfSection) }))
  const ids = parts.flatMap((part) => part.chunks.map(({ id }) => id))
  const found = new Map((await index.chunksById(ids, filter)).map((one) => [one.chunk.id, one]))
  const known = ids.flatMap((id) => found.get(id) ?? [])
  const passages = await Promise.all(known.map((one) => placed(toPassage(one, []), rooms)))
  signal.throwIfAborted()
  const places = new Map(passages.map(({ chunk }, at) => [chunk.id, at]))
  const sections = parts.map(({ title, chunks: own }) => ({
    title,
    passages: own.flatMap(({ id }) => places.get(id) ?? []),
  }))
  const title = document.title || document.name
  const themes = summarise(sections, passages).map(({ title: heading, sentences }) => ({
    title: heading || title,
    names: 0,
    documents: 1,
    sentences: sentences.flatMap(({ passage: at, start, end }) => {
      const passage = passages[at]
      return passage ? [{ passage, start, end }] : []
    }),
  }))
  return { ...nothing, themes, total: themes.length, document: title }
}

/** The document that is meant: the only one there is, one of that name or title, or the one that is most about it. */
export async function documentMeant(
  { subject, isExplicit, language }: SummaryRequest,
  filter: ChunkFilter | undefined,
  rooms: Rooms,
  signal: AbortSignal,
): Promise<Known | null> {
  const { library, terms, index } = rooms
  const documents = library.documents().filter((one) => isWithin(one, filter))
  if (subject === '') return documents.length === 1 ? (documents[0] ?? null) : null
  const keyTerms = keyTermsOf(subject, terms, index.statistics)
  const named = { text: subject, queries: wordings(subject, rooms), keyTerms, language }
  const called = documentCalled(named, documents, !isExplicit)
  return called ?? (isExplicit ? documentAbout(named, documents, { filter, signal }, index) : null)
}

function reachOf(filter: ChunkFilter | undefined, rooms: Rooms): LibraryOverview['reach'] {
  const { searched, failed, waiting } = scopeOf(filter, rooms)
  return { read: searched, failed, waiting }
}
