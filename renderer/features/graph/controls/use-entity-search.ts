import type { EntityHit } from '@shared/graph'
import { useEffect, useState } from 'react'
import { searchEntities } from '@renderer/state/graph/graph-lookups'

const pauseMs = 120
const mostHits = 30

interface Found {
  readonly hits: readonly EntityHit[]
  readonly failed: boolean
  /** False while nothing was found out yet. */
  readonly answered: boolean
}

const nothing: Found = { hits: [], failed: false, answered: false }

/** Entities for what is typed, once the typing pauses. Those of the text before stay meanwhile, so that nothing blinks. */
export function useEntitySearch(text: string): Found {
  const [found, setFound] = useState(nothing)
  const wanted = text.trim()
  useEffect(() => {
    if (wanted === '') return
    let current = true
    const timer = setTimeout(() => {
      searchEntities(wanted, mostHits).then(
        (hits) => current && setFound({ hits, failed: false, answered: true }),
        () => current && setFound({ hits: [], failed: true, answered: true }),
      )
    }, pauseMs)
    return () => {
      current = false
      clearTimeout(timer)
    }
  }, [wanted])
  return wanted === '' ? nothing : found
}
