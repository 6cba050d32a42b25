import { useCallback, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { clearLibraryFilter } from '@renderer/state/library/library-filter'
import { nearDocuments, useLibrary } from '@renderer/state/library/library-store'
import { openDocument } from '@renderer/state/window/shown-document'
import type { MenuPlace } from '@renderer/ui/controls/menu'
import { nothingChosen, select, type SelectHow } from './selection'

/** The actions of a row. The object stays the same for as long as the list lives. */
export interface TableActs {
  readonly press: (id: string, how: SelectHow) => void
  readonly open: (id: string) => void
  readonly unfold: (id: string) => void
  readonly menu: (id: string, place: MenuPlace) => void
  /** Brings a document into view and chooses it, whatever the list was limited to. */
  readonly show: (id: string) => void
  /** Unfolds the documents that this one stands for, or folds them. */
  readonly group: (id: string) => void
}

const one: SelectHow = { toggle: false, range: false }

export type TableState = ReturnType<typeof useTableState>

/** The groups of nearly the same documents that are unfolded, by the id of the one that stands for them. */
export function useNearGroups() {
  const [open, setOpen] = useState<ReadonlySet<string>>(new Set())
  const toggle = useCallback((id: string) => {
    setOpen((before) => {
      const next = new Set(before)
      if (!next.delete(id)) next.add(id)
      return next
    })
  }, [])
  /** Unfolds the group that a document is in. */
  const reveal = useCallback((id: string) => {
    const [leader] = nearDocuments(useLibrary.getState().documents, id)
    if (leader) setOpen((before) => new Set([...before, leader.id]))
  }, [])
  return { open, toggle, reveal }
}

/** The selection, the unfolded rows, the open menu and the actions that change them. `order` has the ids on show. */
export function useTableState(
  order: readonly string[],
  near: Pick<ReturnType<typeof useNearGroups>, 'toggle' | 'reveal'>,
) {
  const { toggle, reveal } = near
  const [selection, setSelection] = useState(nothingChosen)
  const [open, setOpen] = useState<ReadonlySet<string>>(new Set())
  const [menu, setMenu] = useState<MenuPlace | null>(null)
  const table = useRef<HTMLDivElement>(null)
  const latest = useRef(order)
  useLayoutEffect(() => {
    latest.current = order
  }, [order])
  const acts = useMemo((): TableActs => {
    const press = (id: string, how: SelectHow) => {
      const ids = latest.current
      setSelection((before) => select(before, ids, id, how))
      // A press on a button of a row would keep the keys from the list.
      table.current?.focus({ preventScroll: true })
    }
    return {
      press,
      open: (id) => {
        // What was never read has nothing to show but its details.
        if (useLibrary.getState().documents.get(id)?.live) openDocument({ id, range: null })
        else setOpen((before) => new Set([...before, id]))
      },
      unfold: (id) => {
        table.current?.focus({ preventScroll: true })
        setOpen((before) => {
          const next = new Set(before)
          if (!next.delete(id)) next.add(id)
          return next
        })
      },
      menu: (id, place) => {
        // A menu on a chosen row is about everything chosen, on another row about that one.
        const ids = latest.current
        setSelection((before) => (before.chosen.has(id) ? before : select(before, ids, id, one)))
        setMenu(place)
      },
      show: (id) => {
        clearLibraryFilter()
        reveal(id)
        press(id, one)
      },
      group: (id) => {
        table.current?.focus({ preventScroll: true })
        toggle(id)
      },
    }
  }, [toggle, reveal])
  return { order, selection, setSelection, open, menu, closeMenu: () => setMenu(null), table, acts }
}
