import { type KeyboardEvent, type PointerEvent, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import {
  columnWidths,
  type LibraryColumn,
  useLibraryColumns,
  widenColumn,
} from '@renderer/state/library/listing/library-columns'
import styles from './column-heads.module.css'

/** CSS pixels a press of an arrow key makes a column wider or narrower. */
const step = 16

/** The edge at the beginning of a column: dragging it and the arrow keys change its width, a double press gives the usual one back. */
export function ColumnEdge({ column }: { readonly column: LibraryColumn }) {
  const { t } = useTranslation('library')
  const edge = useRef<HTMLDivElement>(null)
  const width = useLibraryColumns((state) => state.widths[column])
  const shown = () => edge.current?.parentElement?.getBoundingClientRect().width ?? 0
  /** Towards the end of the line the column gets narrower, whichever way the text runs. */
  const towardsEnd = (dx: number) => (getComputedStyle(document.body).direction === 'rtl' ? -dx : dx)

  const drag = (event: PointerEvent<HTMLDivElement>) => {
    if (event.button !== 0) return
    event.preventDefault()
    const handle = event.currentTarget
    const [from, wide] = [event.clientX, shown()]
    const move = (at: globalThis.PointerEvent) => widenColumn(column, wide - towardsEnd(at.clientX - from))
    const end = () => {
      handle.removeEventListener('pointermove', move)
      handle.removeEventListener('lostpointercapture', end)
    }
    handle.setPointerCapture(event.pointerId)
    handle.addEventListener('pointermove', move)
    handle.addEventListener('lostpointercapture', end)
  }
  const press = (event: KeyboardEvent) => {
    const dx = event.key === 'ArrowLeft' ? -step : event.key === 'ArrowRight' ? step : null
    if (dx === null && event.key !== 'Home') return
    event.preventDefault()
    // The keys of the list's rows are not meant.
    event.stopPropagation()
    widenColumn(column, dx === null ? null : shown() - towardsEnd(dx))
  }
  return (
    // A separator that takes the focus is a control: WAI-ARIA 1.2, window splitter.
    <div
      ref={edge}
      role="separator"
      tabIndex={0}
      aria-orientation="vertical"
      aria-label={t('columns.width', { column: t(`column.${column}`) })}
      aria-valuemin={columnWidths.least}
      aria-valuemax={columnWidths.most}
      aria-valuenow={width ?? columnWidths.least}
      aria-valuetext={width === undefined ? t('columns.usual') : t('columns.pixels', { count: width })}
      className={styles.edge}
      onPointerDown={drag}
      onDoubleClick={() => widenColumn(column, null)}
      onKeyDown={press}
    />
  )
}
