import type { DocumentRecord } from '@shared/documents'
import { type ReactNode, useEffect, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useConnection } from '@renderer/state/connection'
import { useLibraryFilter } from '@renderer/state/library/library-filter'
import { AnchoredMenu } from '@renderer/ui/controls/menu'
import { ActivityStrip } from '../activity-strip'
import { documentMenuItems } from './document-menu-items'
import { DocumentTable } from './document-table'
import type { LibraryFacets } from '../filters/library-facets'
import { foldNearDocuments } from './near-rows'
import { chosenIn, nothingChosen, withoutGone } from './selection'
import { SelectionBar } from './selection-bar'
import { FailureList } from '../filters/failure-list'
import { StateChips } from '../filters/state-chips'
import { useNearGroups, useTableState } from './use-table-state'

interface DocumentListProps {
  readonly documents: ReadonlyMap<string, DocumentRecord>
  /** The documents that pass the filter, in its order. */
  readonly shown: readonly DocumentRecord[]
  readonly facets: LibraryFacets
  /** Stands in the place of the list where nothing passes. */
  readonly empty: ReactNode
  /** Stands before the chips, or nothing. */
  readonly lookIn: ReactNode
}

/** The list with what belongs to it: chips or, with documents chosen, what to do with them. */
export function DocumentList({ documents, shown, facets, empty, lookIn }: DocumentListProps) {
  const { t } = useTranslation('library')
  const native = useConnection((state) => state.shell?.native_files ?? false)
  const isAboutFailures = useLibraryFilter(({ status }) => status === 'failed')
  const near = useNearGroups()
  const { list, rows } = useMemo(() => foldNearDocuments(shown, documents, near.open), [shown, documents, near.open])
  const order = useMemo(() => list.map(({ id }) => id), [list])
  const state = useTableState(order, near)
  const { selection, setSelection, menu, closeMenu, table } = state
  useEffect(() => setSelection((before) => withoutGone(before, (id) => documents.has(id))), [documents, setSelection])
  const chosen = useMemo(
    () => chosenIn(selection, order).flatMap((id) => documents.get(id) ?? []),
    [selection, order, documents],
  )
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
        <StateChips facets={facets} shown={shown.length} total={documents.size} lead={lookIn} />
      )}
      <ActivityStrip documents={documents} />
      {isAboutFailures && <FailureList documents={documents} />}
      {shown.length === 0 ? (
        empty
      ) : (
        <DocumentTable list={list} near={rows} state={state} withTags={facets.tags.length > 0} />
      )}
      <AnchoredMenu
        place={menu}
        items={documentMenuItems(chosen, { t, native })}
        onClose={closeMenu}
        label={t('selection.label')}
      />
    </>
  )
}
