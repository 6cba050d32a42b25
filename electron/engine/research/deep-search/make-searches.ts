import { CairnError, toCairnError } from '@shared/errors'
import type { DeepSearchRooms, FoundPassage, PlannedSearch } from './deep-search-types'
import type { SearchHits } from './weigh-candidates'

/** Passages asked of a search, by what it is for. */
const limits = { question: 24, gap: 8, name: 20, asked_name: 8, model: 12, earlier: 3 }
/** Searches under way at once: more would only wait for one another. */
const atOnce = 4

/**
 * Makes searches, some at once, and hands back what each found in the order asked. One that fails finds nothing and says why; where
 * `mustFind` is set and all fail, the first failure is thrown. Throws CANCELLED.
 */
export async function makeSearches(
  searches: readonly PlannedSearch[],
  rooms: DeepSearchRooms,
  { mustFind, signal }: { readonly mustFind: boolean; readonly signal: AbortSignal },
): Promise<SearchHits[]> {
  const hits: SearchHits[] = []
  const failures: CairnError[] = []
  const waiting = searches.map((search, at) => ({ search, at }))
  const work = async () => {
    for (let next = waiting.shift(); next; next = waiting.shift()) {
      const { search, at } = next
      try {
        const passages = await ask(search, rooms, signal)
        hits[at] = { search: { ...search, found: passages.length }, passages }
      } catch (thrown) {
        signal.throwIfAborted()
        const failure = toCairnError(thrown)
        failures.push(failure)
        hits[at] = { search: { ...search, found: 0, failed: failure.message }, passages: [] }
      }
    }
  }
  await Promise.all(Array.from({ length: atOnce }, work))
  if (mustFind && failures[0] && failures.length === searches.length) throw failures[0]
  return hits
}

async function ask(
  { query, reason }: PlannedSearch,
  rooms: DeepSearchRooms,
  signal: AbortSignal,
): Promise<readonly FoundPassage[]> {
  signal.throwIfAborted()
  if (reason === 'tool') return (await rooms.tools?.(query, signal)) ?? []
  if (reason === 'earlier') return (await rooms.earlier?.(query, limits.earlier, signal)) ?? []
  return rooms.search(query, { limit: limits[reason], graph: reason === 'question' }, signal)
}
