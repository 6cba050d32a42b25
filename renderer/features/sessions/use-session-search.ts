import { type ErrorReport, toCairnError } from '@shared/errors'
import type { SessionHit } from '@shared/session/session-view'
import { useEffect, useState } from 'react'
import { searchSessions } from '@renderer/state/chat/sessions-store'

const pauseMs = 160
const mostHits = 60

interface Found {
  readonly query: string
  readonly hits: readonly SessionHit[]
  readonly error: ErrorReport | null
}

/** What the engine finds for a query, once the typing pauses. Null while there is no query or no answer to it yet. */
export function useSessionSearch(query: string, again: number): Found | null {
  const [found, setFound] = useState<Found | null>(null)
  useEffect(() => {
    if (query === '') return
    let wanted = true
    const timer = setTimeout(() => {
      searchSessions(query, mostHits).then(
        (hits) => wanted && setFound({ query, hits, error: null }),
        (thrown: unknown) => wanted && setFound({ query, hits: [], error: toCairnError(thrown).report() }),
      )
    }, pauseMs)
    return () => {
      wanted = false
      clearTimeout(timer)
    }
  }, [query, again])
  // The hits of the query before stay while the next ones come, so that nothing blinks.
  return query === '' ? null : found
}
