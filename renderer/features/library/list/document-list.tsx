import type { DocumentRecord } from '@shared/documents'
import { type ReactNode, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useConnection } from '@renderer/state/connection'
import { useLibrary } from '@renderer/state/library/library-store'
import { clearLibraryFilter } from '@renderer/state/library/library-filter'
import { openDocument } from '@renderer/state/window/view'
import { AnchoredMenu, type MenuPlace } from '@renderer/ui/controls/anchored-menu'
import { ActivityStrip } from '../activity-strip'
import { documentMenuItems } from './document-menu-items'
import { DocumentTable } from './document-table'
import type { LibraryFacets } from '../filters/library-facets'
import { chosenIn, nothingChosen, select, type SelectHow } from './selection'
import { SelectionBar } from './selection-bar'
import { StateChips } from '../filters/state-chips'
import type { TableActs } from './table-acts'

interface DocumentListProps {
  readonly documents: ReadonlyMap<string, DocumentRecord>
  /** Those that pass the filter, in its order. */
  readonly shown: readonly DocumentRecord[]
  readonly facets: LibraryFacets
  /** Stands in the place of the list where nothing passes. */
  readonly empty: ReactNode
}

/** The list with what belongs to it: chips or, with documents chosen, what to do with them. */
export function DocumentList({ documents, shown, facets, empty }: DocumentListProps) {
  const { t } = useTranslation('library')
  const [selection, setSelection] = useState(nothingChosen)
  const [open, setOpen] = useState<ReadonlySet<string>>(new Set())
  const [menu, setMenu] = useState<MenuPlace | null>(null)
  const native = useConnection((state) => state.shell?.native_files ?? false)
  const table = useRef<HTMLDivElement>(null)
  const order = useMemo(() => shown.map(({ id }) => id), [shown])
  const chosen = useMemo(
    () => chosenIn(selection, order).flatMap((id) => documents.get(id) ?? []),
    [selection, order, documents],
  )
  const latest = useRef(order)
  useLayoutEffect(() => {
    latest.current = order
  }, [order])
  const acts = useMemo((): TableActs => {
    const one = { toggle: false, range: false }
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
  return (
    <>
      {chosen.length > 1 ? (
        <SelectionBar
          documents={chosen}
          onClear={() => {
            setSelection(nothingChosen)
            table.current?.focus()
          }}
        />
      ) : (
        <StateChips facets={facets} shown={shown.length} total={documents.size} />
      )}
      <ActivityStrip documents={documents} />
      {shown.length === 0 ? (
        empty
      ) : (
        <DocumentTable
          list={shown}
          order={order}
          selection={selection}
          onSelect={setSelection}
          open={open}
          acts={acts}
          withTags={facets.tags.length > 0}
          table={table}
        />
      )}
      <AnchoredMenu
        place={menu}
        items={documentMenuItems(chosen, { t, native })}
        onClose={() => setMenu(null)}
        label={t('selection.label')}
      />
    </>
  )
}
