import { detectLanguage, type Language } from '@engine/text/language'
import type { TurnRequest } from '../turn'

/** The language to answer in: the question's own where it has letters, the user's otherwise. */
export function answerLanguage(request: Pick<TurnRequest, 'question' | 'language'>): Language {
  return /\p{L}/u.test(request.question) ? detectLanguage(request.question) : request.language
}
