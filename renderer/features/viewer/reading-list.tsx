import { useVirtualizer } from '@tanstack/react-virtual'
import { type ReactNode, useEffect, useEffectEvent, useRef } from 'react'
import { classes } from '@renderer/ui/classes'
import { textLanguage } from '@renderer/ui/text/text-language'
import { type Goal, offsetOf } from './citations/goal'
import marksStyles from './text/marks.module.css'
import { type Range, rangeAt } from './text/marks'
import styles from './reading-list.module.css'
import { useFocusFromKeyboard } from './use-scroller'
import { useGoal } from './citations/use-goal'

interface ReadingListProps<Row extends Range> {
  /** All of the text that the rows are cut from. */
  readonly text: string
  /** In text order. */
  readonly rows: readonly Row[]
  /** Likely height in CSS pixels, before a row is measured. */
  readonly estimate: (row: Row) => number
  readonly goal: Goal | null
  /** Hears the offset of the first row in sight. */
  readonly onTop: (offset: number) => void
  readonly zoom: number
  /** The list's name for screen readers. */
  readonly label: string
  readonly render: (row: Row) => ReactNode
}

/** A long text as rows of which only those in sight exist. */
export function ReadingList<Row extends Range>(props: ReadingListProps<Row>) {
  const { text, rows, estimate, goal, onTop, zoom, label, render } = props
  const scroller = useRef<HTMLDivElement>(null)
  useFocusFromKeyboard(scroller)
  const virtualizer = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: (at) => {
      const row = rows[at]
      return row ? estimate(row) * zoom : 0
    },
    overscan: 6,
    paddingStart: 16,
    paddingEnd: 64,
  })
  useGoal(scroller, goal, (next, isInSight) => {
    const offset = offsetOf(next)
    if (offset === null || isInSight) return
    virtualizer.scrollToIndex(rangeAt(rows, offset), { align: next.kind === 'aim' ? 'start' : 'center' })
  })
  const items = virtualizer.getVirtualItems()
  const scrolled = virtualizer.scrollOffset ?? 0
  const top = rows[items.find((item) => item.end > scrolled + 32)?.index ?? 0]?.start ?? 0
  const tellTop = useEffectEvent(onTop)
  useEffect(() => tellTop(top), [top])
  return (
    <div
      ref={scroller}
      className={classes(styles.scroller, marksStyles.marks)}
      // eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls, so the keyboard must reach it
      tabIndex={0}
      role="region"
      aria-label={label}
    >
      <div className={styles.whole} style={{ height: virtualizer.getTotalSize(), fontSize: `${zoom}em` }}>
        <div className={styles.shown} style={{ transform: `translateY(${items[0]?.start ?? 0}px)` }}>
          {items.map((item) => {
            const row = rows[item.index]
            return (
              <div
                key={item.key}
                ref={virtualizer.measureElement}
                data-index={item.index}
                data-start={row?.start}
                lang={row && textLanguage(text.slice(row.start, row.end))}
                className={styles.row}
              >
                {row && render(row)}
              </div>
            )
          })}
        </div>
      </div>
    </div>
  )
}
