import type { DocumentRecord } from '@shared/documents'
import { useVirtualizer } from '@tanstack/react-virtual'
import { type RefObject, useEffect, useMemo, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { useLibraryColumns } from '@renderer/state/library/listing/library-columns'
import { ColumnHeads } from './columns/column-heads'
import { isIconState, layoutColumns, layoutStyle } from './columns/column-layout'
import { useListRoom } from './columns/use-list-room'
import { DocumentRow, rowId } from './document-row'
import styles from './document-table.module.css'
import type { NearRow } from './near-rows'
import { chosenIn, selectAll } from './selection'
import type { TableState } from './use-table-state'
import { useTableKeys } from './use-table-keys'

interface DocumentTableProps {
  readonly list: readonly DocumentRecord[]
  /** The rows that stand for others, and those others. */
  readonly near: ReadonlyMap<string, NearRow>
  readonly state: TableState
  /** Whether any document has a tag: no column for nothing. */
  readonly withTags: boolean
}

/** The list of documents as a grid: one tab stop, arrows inside. Only the rows in sight exist. */
export function DocumentTable({ list, near, state, withTags }: DocumentTableProps) {
  const { t } = useTranslation('library')
  const { order, selection, setSelection, open, acts, table } = state
  const { rows, items, active } = useTableRows(state)
  const press = useTableKeys(state)
  const { layout, iconState } = useColumnLayout(table, withTags)
  const chosen = chosenIn(selection, order).length
  return (
    <div className={styles.frame}>
      <div
        ref={table}
        role="grid"
        tabIndex={0}
        aria-label={t('table')}
        aria-rowcount={list.length + 1}
        aria-multiselectable
        data-state={iconState}
        aria-activedescendant={active}
        className={styles.table}
        style={layoutStyle(layout)}
        onKeyDown={press}
        onContextMenu={(event) => event.target === event.currentTarget && event.preventDefault()}
      >
        <ColumnHeads
          shown={[...layout.columns.keys()]}
          withTags={withTags}
          chosen={chosen === 0 ? false : chosen === list.length ? true : 'some'}
          onChooseAll={(all) => setSelection((before) => selectAll(before, all ? order : []))}
        />
        <div role="rowgroup" className={styles.body} style={{ height: rows.getTotalSize() }}>
          {items.map(({ index, key, start }) => {
            const record = list[index]
            return (
              record && (
                <div
                  key={key}
                  ref={rows.measureElement}
                  data-index={index}
                  role="presentation"
                  className={styles.place}
                  style={{ transform: `translateY(${start - headPx}px)` }}
                >
                  <DocumentRow
                    record={record}
                    near={near.get(record.id)}
                    index={index}
                    chosen={selection.chosen.has(record.id)}
                    current={selection.cursor === record.id}
                    open={open.has(record.id)}
                    acts={acts}
                  />
                </div>
              )
            )
          })}
        </div>
      </div>
    </div>
  )
}

/** The columns there is room for, and how the state is shown in its own. */
function useColumnLayout(list: RefObject<HTMLElement | null>, withTags: boolean) {
  const columns = useLibraryColumns()
  const room = useListRoom(list)
  return useMemo(() => {
    const layout = layoutColumns(room, columns, withTags)
    return { layout, iconState: isIconState(layout, room.rem) ? 'icon' : undefined }
  }, [room, columns, withTags])
}

const headPx = 32

/** The rows in sight, which follow the cursor, and the id of the one it is on while that is in sight. */
function useTableRows({ order, selection: { cursor }, table }: TableState) {
  const rows = useVirtualizer({
    count: order.length,
    getScrollElement: () => table.current,
    estimateSize: () => 45,
    overscan: 10,
    getItemKey: (at) => order[at] ?? at,
    scrollMargin: headPx,
    scrollPaddingStart: headPx,
  })
  const cursorAt = cursor === null ? -1 : order.indexOf(cursor)
  const seen = useRef(cursor)
  useEffect(() => {
    // Only when it moved: a list that changes under a resting cursor must not scroll.
    if (seen.current === cursor) return
    seen.current = cursor
    if (cursorAt >= 0) rows.scrollToIndex(cursorAt, { align: 'auto' })
  }, [cursor, cursorAt, rows])
  const items = rows.getVirtualItems()
  const inSight = items.some(({ index }) => index === cursorAt)
  return { rows, items, active: cursor !== null && inSight ? rowId(cursor) : undefined }
}
