import type { DocumentRecord } from '@shared/documents'
import { useVirtualizer } from '@tanstack/react-virtual'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { ArrowDown, ArrowUp } from 'lucide-react'
import { setLibraryFilter, type SortColumn, useLibraryFilter } from '@renderer/state/library/library-filter'
import { CheckBox } from '@renderer/ui/controls/check-box'
import { classes } from '@renderer/ui/classes'
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
  const { cursor } = selection
  const { rows, cursorAt } = useTableRows(state)
  const press = useTableKeys(state)
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
  return { rows, cursorAt }
}

const columns: readonly SortColumn[] = ['name', 'collection', 'tags', 'format', 'size', 'content', 'state', 'added']
/** Columns that sort downwards first: readers look for the largest or newest. */
const downFirst: ReadonlySet<SortColumn> = new Set(['size', 'content', 'added'])

interface ColumnHeadsProps {
  readonly chosen: boolean | 'some'
  readonly onChooseAll: (chosen: boolean) => void
}

/** The names of the columns; a press sorts by one, another turns the order round. */
function ColumnHeads({ chosen, onChooseAll }: ColumnHeadsProps) {
  const { t } = useTranslation('library')
  return (
    <div role="row" aria-rowindex={1} className={styles.head}>
      <div role="columnheader" className={styles.all}>
        <CheckBox checked={chosen} onChange={onChooseAll} label={t('chooseAll')} labelHidden />
      </div>
      {columns.map((column) => (
        <Head key={column} column={column} />
      ))}
      <div role="columnheader" aria-label={t('column.acts')} />
    </div>
  )
}

function Head({ column }: { readonly column: SortColumn }) {
  const { t } = useTranslation('library')
  const direction = useLibraryFilter(({ sort }) => (sort.column === column ? sort.direction : undefined))
  const turn = () => {
    const first = downFirst.has(column) ? 'descending' : 'ascending'
    const other = direction === 'ascending' ? 'descending' : 'ascending'
    setLibraryFilter({ sort: { column, direction: direction === undefined ? first : other } })
  }
  const Arrow = direction === 'ascending' ? ArrowUp : ArrowDown
  const atEnd = column === 'size' || column === 'content'
  return (
    <div
      role="columnheader"
      aria-sort={direction ?? 'none'}
      className={classes(styles.column, styles[column], atEnd && styles.end)}
    >
      <button type="button" className={classes(styles.sort, direction && styles.sorted)} onClick={turn}>
        {t(`column.${column}`)}
        {direction && <Arrow size={12} strokeWidth={2} className={styles.arrow} aria-hidden />}
      </button>
    </div>
  )
}
