import { EyeOff } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { classes } from '@renderer/ui/classes'
import { MarkedText } from '../marked-text'
import type { Mark } from '../marks'
import type { SlideRow } from '../row-kinds'
import styles from './slide-card.module.css'

interface SlideCardProps {
  readonly row: SlideRow
  readonly text: string
  readonly marks: readonly Mark[]
  /** What stands on the slide. */
  readonly children: ReactNode
}

/** A slide: its number and title, and below them what it says. */
export function SlideCard({ row, text, marks, children }: SlideCardProps) {
  const { t } = useTranslation('viewer')
  const { number, isHidden, numbered, title, rows, first, last } = row
  const label = t('slideNumber', { number })
  // The topmost kind of mark on the words that the number stands for.
  const mark = marks.findLast(({ start, end }) => start < numbered.end && end > numbered.start)
  return (
    <div className={classes(styles.slide, first && styles.first, last && styles.last)}>
      {first && (
        <div className={classes(styles.head, rows.length > 0 && styles.above)} role="heading" aria-level={2}>
          <span className={styles.number}>{mark ? <mark data-mark={mark.kind}>{label}</mark> : label}</span>
          {title && (
            <span className={styles.title}>
              <MarkedText text={text.slice(title.start, title.end)} start={title.start} marks={marks} />
            </span>
          )}
          {isHidden && (
            <span className={styles.hidden}>
              <EyeOff size={13} strokeWidth={1.75} aria-hidden />
              {t('hiddenSlide')}
            </span>
          )}
        </div>
      )}
      {children}
    </div>
  )
}

/** The heading above what the speaker says to a slide. */
export function NotesHeading({ marks }: Pick<SlideCardProps, 'marks'>) {
  const { t } = useTranslation('viewer')
  const mark = marks.at(-1)
  return (
    <div className={styles.notes} role="heading" aria-level={3}>
      {mark ? <mark data-mark={mark.kind}>{t('notes')}</mark> : t('notes')}
    </div>
  )
}
