import { columnWidths } from '@shared/settings'
import { type KeyboardEvent, type PointerEvent, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { type LibraryColumn, useLibraryColumns, widenColumn } from '@renderer/state/library/listing/library-columns'
import { leastName } from './column-layout'
import styles from './column-heads.module.css'

/** CSS pixels a press of an arrow key moves the edge. */
const step = 16

interface ColumnEdgeProps {
  readonly column: LibraryColumn
  /** The name stands before it: where this column cannot get narrower, the name gets wider. */
  readonly isAfterName: boolean
}

/** The edge at the beginning of a column: dragging it and the arrow keys change its width, a double press gives the usual one back. */
export function ColumnEdge({ column, isAfterName }: ColumnEdgeProps) {
  const { t } = useTranslation('library')
  const width = useLibraryColumns((state) => state.widths[column])
  const { edge, drag, press, reset } = useEdge(column, isAfterName)
  const names = { column: t(`column.${column}`), name: t('column.name') }
  return (
    // A separator that takes the focus is a control: WAI-ARIA 1.2, window splitter.
    <div
      ref={edge}
      role="separator"
      tabIndex={0}
      aria-orientation="vertical"
      aria-label={isAfterName ? t('columns.widthBoth', names) : t('columns.width', names)}
      aria-valuemin={columnWidths.least}
      aria-valuemax={columnWidths.most}
      aria-valuenow={width ?? columnWidths.least}
      aria-valuetext={width === undefined ? t('columns.usual') : t('columns.pixels', { count: width })}
      className={styles.edge}
      onPointerDown={drag}
      onDoubleClick={reset}
      onKeyDown={press}
    />
  )
}

/** What moves an edge, by pointer and by keys. */
function useEdge(column: LibraryColumn, isAfterName: boolean) {
  const edge = useRef<HTMLDivElement>(null)
  /** Towards the end of the line the column gets narrower, whichever way the text runs. */
  const towardsEnd = (dx: number) => (getComputedStyle(document.body).direction === 'rtl' ? -dx : dx)
  /** Begins a movement; the function it gives moves the edge so far from where it was. */
  const take = () => {
    const head = edge.current?.parentElement
    const [own, name] = [widthOf(head), widthOf(head?.previousElementSibling)]
    const isNameWide = isAfterName && useLibraryColumns.getState().widths.name !== undefined
    return (dx: number) => {
      const by = towardsEnd(dx)
      const takesName = isAfterName && (isNameWide || own - by < columnWidths.least) && name + by > leastName
      if (isAfterName) widenColumn('name', takesName ? name + by : null)
      widenColumn(column, own - by)
    }
  }

  const drag = (event: PointerEvent<HTMLDivElement>) => {
    if (event.button !== 0) return
    event.preventDefault()
    const handle = event.currentTarget
    const from = event.clientX
    const moveBy = take()
    const move = (at: globalThis.PointerEvent) => moveBy(at.clientX - from)
    const end = () => {
      handle.removeEventListener('pointermove', move)
      handle.removeEventListener('lostpointercapture', end)
    }
    handle.setPointerCapture(event.pointerId)
    handle.addEventListener('pointermove', move)
    handle.addEventListener('lostpointercapture', end)
  }
  const reset = () => {
    widenColumn(column, null)
    if (isAfterName) widenColumn('name', null)
  }
  const press = (event: KeyboardEvent) => {
    const dx = event.key === 'ArrowLeft' ? -step : event.key === 'ArrowRight' ? step : null
    if (dx === null && event.key !== 'Home') return
    event.preventDefault()
    // The keys of the list's rows are not meant.
    event.stopPropagation()
    if (dx === null) reset()
    else take()(dx)
  }
  return { edge, drag, press, reset }
}

function widthOf(head: Element | null | undefined): number {
  return head?.getBoundingClientRect().width ?? 0
}
