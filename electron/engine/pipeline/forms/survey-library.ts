import { surveyQuestionOf } from '@engine/answer/forms/survey/survey-question'
import type { ChunkFilter } from '@engine/ports/storage/chunk-index'
import { expandAcrossLanguages } from '@engine/retrieval/terms/cross-language'
import { keyTermsOf } from '@engine/retrieval/question/key-terms'
import { surveyDocuments } from '@engine/retrieval/survey-documents'
import { detectLanguage } from '@engine/text/language'
import type { Reach } from '../wording/survey-words'
import { inTime } from '../stage'
import type { PipelineRooms, Rewrite } from '../turn'
import type { LibrarySurvey } from './form-evidence'

const maxDocuments = 20
const maxPassagesOfOne = { documents: 1, items: 2 } as const
/** Less than the stage's budget: without a survey there is still the ordinary search. */
const surveyMs = 1200

/** Looks through all documents where the question asks about all; null for any other, or where that takes too long. */
export async function surveyLibrary(
  { standalone, parts }: Rewrite,
  filter: ChunkFilter | undefined,
  rooms: Pick<PipelineRooms, 'index' | 'terms' | 'library' | 'settings'>,
  signal: AbortSignal,
): Promise<LibrarySurvey | null> {
  const asked = parts.length === 1 ? surveyQuestionOf(standalone) : null
  if (!asked) return null
  const { topic, wants } = asked
  const { index, terms } = rooms
  const keyTerms = keyTermsOf(topic, terms, index.statistics)
  const queries = wordings(topic, rooms)
  const work = (inner: AbortSignal) =>
    surveyDocuments({ queries, keyTerms, toTheWord: wants === 'documents', filter, signal: inner }, index)
  const survey = await inTime(work, surveyMs, null, signal)
  if (!survey) return null
  const { documents, complete } = survey
  const shown = documents.slice(0, maxDocuments).flatMap((passages) => {
    const [first] = passages
    const title = first && (first.chunk.title || first.chunk.doc_name)
    return title ? [{ title, passages: passages.slice(0, maxPassagesOfOne[wants]) }] : []
  })
  const reach = { matching: documents.length, complete, ...scopeOf(filter, rooms) }
  return { topic, wants, documents: shown, reach }
}

/** What is asked about, in both languages where it can be. */
export function wordings(topic: string, { terms, settings }: Pick<PipelineRooms, 'terms' | 'settings'>): string[] {
  const other = settings().cross_language ? expandAcrossLanguages(topic, detectLanguage(topic), terms) : null
  return [topic, ...(other ? [other] : [])]
}

/** How many documents a search with this filter goes through, and of how many it knows nothing. */
export function scopeOf(
  filter: ChunkFilter | undefined,
  { library }: Pick<PipelineRooms, 'library'>,
): Pick<Reach, 'searched' | 'failed' | 'waiting'> {
  const unread = library.unread().filter((document) => isWithin(document, filter))
  const failed = unread.filter((document) => document.failed).length
  const searched = library.documents().filter((document) => isWithin(document, filter)).length
  return { searched, failed, waiting: unread.length - failed }
}

/** Whether a filter lets a document through, as far as its id and its format say. */
export function isWithin(
  { id, format }: { readonly id: string; readonly format: string | null },
  filter: ChunkFilter | undefined,
): boolean {
  if (!filter) return true
  const { documents, not_documents: left, formats } = filter
  if (documents && !documents.includes(id)) return false
  if (left?.includes(id)) return false
  return !formats || (format !== null && formats.includes(format))
}
