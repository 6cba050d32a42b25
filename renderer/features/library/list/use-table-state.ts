import { useLayoutEffect, useMemo, useRef, useState } from 'react'
import { clearLibraryFilter } from '@renderer/state/library/library-filter'
import { useLibrary } from '@renderer/state/library/library-store'
import { openDocument } from '@renderer/state/window/view'
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
}

const one: SelectHow = { toggle: false, range: false }

export type TableState = ReturnType<typeof useTableState>

/** The selection, the unfolded rows, the open menu and the actions that change them. `order` has the ids on show. */
export function useTableState(order: readonly string[]) {
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
        press(id, one)
      },
    }
  }, [])
  return { order, selection, setSelection, open, menu, closeMenu: () => setMenu(null), table, acts }
}
