import { expandAcrossLanguages } from '../electron/retrieval/cross-language'
import type { RetrievalRooms } from '../electron/retrieval/retrieve'
import type { WeightedQuery } from '../electron/retrieval/search'
import { detectLanguage } from '../electron/text/language'

/** As the pipeline asks: the question, and what the term table makes of it in the other language. */
export function queriesOf(question: string, { terms }: Pick<RetrievalRooms, 'terms'>): WeightedQuery[] {
  const translated = expandAcrossLanguages(question, detectLanguage(question), terms)
  return [{ text: question, weight: 1 }, ...(translated ? [{ text: translated, weight: 0.7, translated: true }] : [])]
}
