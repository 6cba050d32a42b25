import { useMemo, useState } from 'react'
import type { FindControl } from '@renderer/ui/find/find-bar'
import { TextSearch } from '@renderer/ui/find/find-text'
import { firstAtOrAfter, type Range } from './text/marks'

interface FindState {
  readonly search: TextSearch
  readonly query: string
  /** Where each match starts. */
  readonly found: readonly number[]
  /** Length of each match. */
  readonly length: number
  /** Index of the match the reader is at; -1 without matches. */
  readonly current: number
  /** Where the reader was when the search began, or the last match gone to. */
  readonly from: number
}

export interface Find extends FindControl, Pick<FindState, 'found' | 'length'> {
  readonly open: () => void
}

/**
 * Finding words in a text.
 * @param top where the reader is; the first match from there on is the first one shown.
 * @param onMatch hears of every match the reader is taken to.
 */
export function useFind(text: string, top: number, onMatch: (match: Range) => void): Find {
  const search = useMemo(() => new TextSearch(text), [text])
  const [isOpen, setOpen] = useState(false)
  const [kept, setState] = useState<FindState | null>(null)
  // After a new indexing the old matches stand anywhere.
  const state = kept?.search === search && isOpen ? kept : null

  const goTo = (next: FindState): void => {
    const start = next.found[next.current]
    setState(start === undefined ? next : { ...next, from: start })
    if (start !== undefined) onMatch({ start, end: start + next.length })
  }
  const type = (query: string): void => {
    const { found, length } = search.find(query)
    const from = state?.from ?? top
    const next = firstAtOrAfter(found, from)
    goTo({ search, query, found, length, from, current: found.length === 0 ? -1 : next % found.length })
  }
  return {
    isOpen,
    query: kept?.query ?? '',
    found: state?.found ?? [],
    count: state?.found.length ?? 0,
    length: state?.length ?? 0,
    current: state?.current ?? -1,
    open: () => {
      setOpen(true)
      setState(null)
    },
    close: () => setOpen(false),
    type,
    step: (by) => {
      if (!state) type(kept?.query ?? '')
      else if (state.found.length > 0) {
        goTo({ ...state, current: (state.current + by + state.found.length) % state.found.length })
      }
    },
  }
}
