import { useVirtualizer } from '@tanstack/react-virtual'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { classes } from '@renderer/ui/classes'
import { safeName } from '@renderer/ui/text/safe-name'
import type { Block, DocumentStructure } from '@shared/documents'
import { pageUnit, slideHeading } from '@shared/session/page-unit'
import styles from './outline-list.module.css'
import type { Range } from './text/marks'

interface OutlineListProps {
  readonly entries: readonly OutlineEntry[]
  /** Index of the heading the reader is under; -1 above the first. */
  readonly current: number
  readonly onChoose: (entry: OutlineEntry) => void
}

/** The headings of the document; a click goes there. */
export function OutlineList({ entries, current, onChoose }: OutlineListProps) {
  const { t } = useTranslation('viewer')
  const scroller = useRef<HTMLElement>(null)
  const virtualizer = useVirtualizer({
    count: entries.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => 28,
    overscan: 10,
    paddingStart: 8,
    paddingEnd: 8,
  })
  useEffect(() => {
    if (current >= 0) virtualizer.scrollToIndex(current, { align: 'auto' })
  }, [virtualizer, current])
  return (
    <nav ref={scroller} className={styles.outline} aria-label={t('outline')}>
      <ol className={styles.whole} style={{ height: virtualizer.getTotalSize() }}>
        {virtualizer.getVirtualItems().map(({ index, key, start }) => {
          const entry = entries[index]
          if (!entry) return null
          const title = safeName(entry.title)
          return (
            <li key={key} className={styles.row} style={{ transform: `translateY(${start}px)` }}>
              <button
                type="button"
                className={classes(styles.entry, index === current && styles.current)}
                style={{ paddingLeft: `${0.75 * entry.level}rem` }}
                aria-current={index === current ? 'location' : undefined}
                title={title}
                onClick={() => onChoose(entry)}
              >
                {title}
              </button>
            </li>
          )
        })}
      </ol>
    </nav>
  )
}

export interface OutlineEntry extends Range {
  readonly title: string
  /** 1 for the outermost. */
  readonly level: number
}

/** The headings of a document, or the slides of a presentation by number and title. */
export function outlineOf({ format, blocks }: Pick<DocumentStructure, 'format' | 'blocks'>): OutlineEntry[] {
  return pageUnit(format) === 'slide' ? slidesOf(blocks) : headingsOf(blocks)
}

function slidesOf(blocks: readonly Block[]): OutlineEntry[] {
  return blocks.flatMap(({ kind, heading_path: path, start, end }) => {
    const slide = kind === 'heading' && path.length === 1 ? slideHeading(path[0] ?? '') : null
    if (!slide) return []
    return [{ title: [slide.number, slide.title].filter(Boolean).join(' · '), level: 1, start, end }]
  })
}

/** Levels are made dense: a document that begins at level 3 begins at 1. */
function headingsOf(blocks: readonly Block[]): OutlineEntry[] {
  const open: number[] = []
  return blocks.flatMap((block) => {
    if (block.kind !== 'heading') return []
    const level = block.level ?? 1
    while ((open.at(-1) ?? 0) >= level) open.pop()
    open.push(level)
    return [{ title: block.heading_path.at(-1) ?? '', level: open.length, start: block.start, end: block.end }]
  })
}
