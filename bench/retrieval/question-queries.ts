import { expandAcrossLanguages } from '@engine/retrieval/terms/cross-language'
import type { RetrievalRooms } from '@engine/retrieval/retrieve'
import type { WeightedQuery } from '@engine/retrieval/search'
import { detectLanguage } from '@engine/text/language'

/** As the pipeline asks: the question, and what the term table makes of it in the other language. */
export function queriesOf(question: string, { terms }: Pick<RetrievalRooms, 'terms'>): WeightedQuery[] {
  const translated = expandAcrossLanguages(question, detectLanguage(question), terms)
  return [{ text: question, weight: 1 }, ...(translated ? [{ text: translated, weight: 0.7, translated: true }] : [])]
}
