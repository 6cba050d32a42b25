import { answerLanguage, type PipelineRooms, type TurnRequest } from '../turn'
import { type CatalogueAnswer, catalogueAnswer } from './catalogue-answer'
import type { LibraryQuestion } from '@engine/question/library/library-reading'
import { queryCatalogue } from './query-catalogue'

type Rooms = Pick<PipelineRooms, 'library' | 'resolveFilter' | 'now'>

/**
 * Answers a question about the library from the catalogue. Null where nothing is found of what may as well be asked of what
 * documents say.
 */
export function answerFromCatalogue(
  asked: LibraryQuestion,
  request: Pick<TurnRequest, 'question' | 'language' | 'filter'>,
  { library, resolveFilter, now }: Rooms,
): CatalogueAnswer | null {
  const filter = resolveFilter(request.filter)
  const found = queryCatalogue(asked, { records: library.records(), filter, now: now() })
  if (!found || (found.groups.length === 0 && asked.isLoose)) return null
  return catalogueAnswer(asked, found, answerLanguage(request))
}

/** Whether a name that a question asks for is a document's, or the question itself says that it means one. */
export function isNamedDocument(
  asked: LibraryQuestion,
  { library }: { readonly library: Pick<PipelineRooms['library'], 'records'> },
): boolean {
  if (asked.named?.by === 'called') return true
  const found = queryCatalogue(asked, { records: library.records(), filter: undefined, now: 0 })
  return found !== null && (asked.inside ? found.hosts > 0 : found.groups.length > 0)
}
