import type { DocumentRecord } from '@shared/documents'
import { useVirtualizer } from '@tanstack/react-virtual'
import { type RefObject, useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { ColumnHeads } from './column-heads'
import { DocumentRow, rowId } from './document-row'
import styles from './document-table.module.css'
import { chosenIn, type Selection, selectAll } from './selection'
import type { TableActs } from './use-table-acts'
import { useTableKeys } from './use-table-keys'

interface DocumentTableProps {
  readonly list: readonly DocumentRecord[]
  /** Ids of the list, in its order. */
  readonly order: readonly string[]
  readonly selection: Selection
  readonly onSelect: (change: (selection: Selection) => Selection) => void
  readonly open: ReadonlySet<string>
  readonly acts: TableActs
  /** Whether any document has a tag: no column for nothing. */
  readonly withTags: boolean
  readonly table: RefObject<HTMLDivElement | null>
}

/** The list of documents as a grid: one tab stop, arrows inside. Only the rows in sight exist. */
export function DocumentTable({ list, order, selection, onSelect, open, acts, withTags, table }: DocumentTableProps) {
  const { t } = useTranslation('library')
  const { cursor } = selection
  const { rows, cursorAt } = useTableRows(order, cursor, table)
  const press = useTableKeys({ order, selection, onSelect, open, acts, table })
  const chosen = chosenIn(selection, order).length
  const items = rows.getVirtualItems()
  const inSight = items.some(({ index }) => index === cursorAt)
  return (
    <div className={styles.frame}>
      <div
        ref={table}
        role="grid"
        tabIndex={0}
        aria-label={t('table')}
        aria-rowcount={list.length + 1}
        aria-multiselectable
        data-tags={withTags || undefined}
        aria-activedescendant={cursor !== null && inSight ? rowId(cursor) : undefined}
        className={styles.table}
        onKeyDown={press}
        onContextMenu={(event) => event.target === event.currentTarget && event.preventDefault()}
      >
        <ColumnHeads
          chosen={chosen === 0 ? false : chosen === list.length ? true : 'some'}
          onChooseAll={(all) => onSelect((before) => selectAll(before, all ? order : []))}
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
                    index={index}
                    chosen={selection.chosen.has(record.id)}
                    current={cursor === record.id}
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

const headPx = 32

/** The rows in sight, which follow the cursor. */
function useTableRows(order: readonly string[], cursor: string | null, table: DocumentTableProps['table']) {
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
  return { rows, cursorAt }
}
