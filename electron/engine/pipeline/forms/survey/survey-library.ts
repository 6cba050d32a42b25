import { type AskedQuestion, formOf } from '@engine/question/asked-question'
import type { SurveyQuestion } from '@engine/question/forms/survey-question'
import type { ChunkFilter } from '@engine/ports/storage/chunk-index'
import { expandAcrossLanguages } from '@engine/retrieval/terms/cross-language'
import { keyTermsOf } from '@engine/retrieval/question/key-terms'
import { type Survey, surveyDocuments } from '@engine/retrieval/survey-documents'
import { detectLanguage } from '@engine/text/language'
import { conditionsOf, listedOf } from '../../catalogue/catalogue-answer'
import type { LibraryQuestion } from '@engine/question/library/library-reading'
import { groupsOf, queryCatalogue, stateOf } from '../../catalogue/query-catalogue'
import { inTime } from '../../stage'
import { answerLanguage, type PipelineRooms, type RewrittenQuestion, type TurnRequest } from '../../turn'
import { answerWords } from '../../wording/answer-words'
import type { LibrarySurvey } from '../form-evidence'
import { isWithin, scopeOf } from '../library-scope'

/** Documents quoted in the answer; a window lists the others. */
const maxQuoted = { documents: 10, items: 20 } as const
const maxPassagesOfOne = { documents: 1, items: 2 } as const
/** Documents named that could not be searched. */
const maxUnsearched = 8
/** Less than the stage's budget: what was found until then is shown. */
const surveyMs = 1200

type Rooms = Pick<PipelineRooms, 'index' | 'terms' | 'library' | 'settings' | 'now'>

/** Looks through all documents where the question asks about all; null for any other, or where nothing is known in time. */
export async function surveyLibrary(
  { request, rewrite: { asked: question } }: RewrittenQuestion,
  filter: ChunkFilter | undefined,
  rooms: Rooms,
  signal: AbortSignal,
): Promise<LibrarySurvey | null> {
  const asked = askedOfAll(question)
  if (!asked) return null
  const { topic, wants, of } = asked
  const limits = of ? limitsOf(of, filter, request, rooms) : { filter, limited: '' }
  if (!limits) return null
  const { index, terms } = rooms
  const keyTerms = keyTermsOf(topic, terms, index.statistics)
  const queries = wordings(topic, rooms)
  let survey: Survey | null = null
  const work = (inner: AbortSignal) =>
    surveyDocuments(
      { queries, keyTerms, toTheWord: wants === 'documents', filter: limits.filter, signal: inner },
      index,
      (soFar) => (survey = soFar),
    )
  survey = (await inTime(work, surveyMs, null, signal)) ?? survey
  return survey && { topic, wants, ...found(survey, wants, { ...limits, queries }, rooms) }
}

function found(
  { documents, complete }: Survey,
  wants: LibrarySurvey['wants'],
  { filter, limited, queries }: { filter: ChunkFilter | undefined; limited: string; queries: readonly string[] },
  { library }: Pick<PipelineRooms, 'library'>,
): Omit<LibrarySurvey, 'topic' | 'wants'> {
  const records = new Map(library.records().map((record) => [record.id, record]))
  const passagesOf = new Map(documents.map((passages) => [passages[0]?.chunk.doc_id ?? '', passages]))
  const matching = [...passagesOf.keys()].map((id) => records.get(id) ?? { id, live: null, content_hash: '' })
  const groups = groupsOf(matching)
  const shown = groups.slice(0, maxQuoted[wants]).flatMap(([{ id }, ...copies]) => {
    const passages = passagesOf.get(id) ?? []
    const [first] = passages
    const title = first && (first.chunk.title || first.chunk.doc_name)
    return title ? [{ title, passages: passages.slice(0, maxPassagesOfOne[wants]), copies: copies.length + 1 }] : []
  })
  const reach = { matching: documents.length, complete, ...scopeOf(filter, { library }) }
  if (wants === 'items') return { documents: shown, reach }
  const failed = library
    .records()
    .filter((one) => one.live === null && stateOf(one) === 'failed' && isWithin(one, filter))
  const unsearched = failed.slice(0, maxUnsearched).map(({ name }) => name)
  return { documents: shown, reach, searched: queries, limited, unsearched, groups: listedOf(groups, shown.length) }
}

/** What is asked about, in both languages where it can be. */
export function wordings(topic: string, { terms, settings }: Pick<PipelineRooms, 'terms' | 'settings'>): string[] {
  const other = settings().cross_language ? expandAcrossLanguages(topic, detectLanguage(topic), terms) : null
  return [topic, ...(other ? [other] : [])]
}

type AskedOfAll = SurveyQuestion & { readonly of?: LibraryQuestion | undefined }

/** What is asked of every document: which mention something, or all there is of something. */
function askedOfAll(question: AskedQuestion): AskedOfAll | null {
  const mentions = formOf(question, 'mentions')
  if (mentions) return { wants: 'documents', topic: mentions.topic, of: mentions.of }
  const items = formOf(question, 'items')
  return items && { wants: 'items', topic: items.topic }
}

/** The documents that a question limits the search to, and how that is said; null where it names no date there is. */
function limitsOf(
  asked: LibraryQuestion,
  filter: ChunkFilter | undefined,
  request: Pick<TurnRequest, 'question' | 'language'>,
  { library, now }: Rooms,
): { filter: ChunkFilter | undefined; limited: string } | null {
  const { state, sort, added, copies } = asked
  if (!state && !sort && !added && !copies) return { filter, limited: '' }
  const among = queryCatalogue({ ...asked, order: null }, { records: library.records(), filter, now: now() })
  if (!among) return null
  const language = answerLanguage(request)
  const limited = conditionsOf(asked, among.range, 2, language).join(answerWords[language].catalogue.and)
  return { filter: { documents: among.matching.map(({ id }) => id) }, limited }
}
