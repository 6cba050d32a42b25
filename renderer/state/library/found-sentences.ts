import type { SearchFilter } from '@shared/documents'
import type { FoundSentences } from '@shared/excerpts/words-in-documents'
import { useFetched } from '@renderer/ui/feedback/use-fetched'
import { call } from '../connection'

const pauseMs = 120
/** Longer text is no search any more. */
const longestQuery = 200

/**
 * The sentences of documents in which the words of a text stand, asked for while one types. The answer to the text before stays
 * until the next one is there.
 * @param limit sentences at most.
 */
export function useFoundSentences(text: string, filter: SearchFilter | null, limit: number) {
  const query = text.trimStart().slice(0, longestQuery)
  const key = query === '' ? null : JSON.stringify([query, filter])
  const read = (): Promise<FoundSentences> =>
    call((client) => client.documents.search({ query, limit, ...(filter ? { filter } : {}) }))
  const { last, again } = useFetched(key, read, { pauseMs })
  const answer = key === null ? null : last
  return { found: answer?.value ?? null, error: answer?.error ?? null, isCurrent: answer?.key === key, again }
}
