import { ArrowLeft, CircleOff } from 'lucide-react'
import { type ReactNode, useEffect, useId, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { IconButton } from '@renderer/ui/controls/button'
import { EmptyState } from '@renderer/ui/feedback/empty-state'
import { ErrorNote } from '@renderer/ui/feedback/error-note'
import type { Fetched } from '@renderer/ui/feedback/use-fetched'
import { LateSkeleton } from '@renderer/ui/feedback/waiting'
import panel from '../panel/graph-panel.module.css'
import styles from './card.module.css'
import { ShortList, type ShortListProps } from './short-list'

interface CardHeadProps {
  /** The kind of card. */
  readonly label: string
  readonly onBack: () => void
  readonly children?: ReactNode
}

/** The line above a card: what it is, and the way back to the lists. */
export function CardHead({ label, onBack, children }: CardHeadProps) {
  const { t } = useTranslation('graph')
  const back = useRef<HTMLButtonElement>(null)
  // The row that was pressed is gone with its list.
  useEffect(() => {
    if (document.activeElement === document.body) back.current?.focus({ preventScroll: true })
  }, [])
  return (
    <div className={panel.head}>
      <IconButton ref={back} icon={ArrowLeft} label={t('back')} onClick={onBack} />
      <span className={panel.kind}>{label}</span>
      {children}
    </div>
  )
}

interface CardWithoutContentProps extends Pick<Fetched<unknown>, 'error' | 'again'> {
  /** Says that the graph no longer has what the card was about. */
  readonly gone: string
  readonly goneText?: string
}

/** A card without content: it is still read, was removed from the graph, or could not be read. */
export function CardWithoutContent({ error, again, gone, goneText }: CardWithoutContentProps) {
  const { t } = useTranslation('app')
  if (!error) return <LateSkeleton lines={6} label={t('loading')} />
  if (error.code === 'NOT_FOUND') return <EmptyState icon={CircleOff} title={gone} text={goneText} />
  return <ErrorNote error={error} onRetry={again} />
}

/** A part of a card with its heading. */
export function CardPart({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  const id = useId()
  return (
    <section className={styles.part} aria-labelledby={id}>
      <h3 id={id} className={styles.heading}>
        {title}
      </h3>
      {children}
    </section>
  )
}

/** A part of a card that is a list; nothing where the list is empty. */
export function ListPart<T>(props: ShortListProps<T>) {
  if (props.items.length === 0) return null
  return (
    <CardPart title={props.label}>
      <ShortList {...props} />
    </CardPart>
  )
}
