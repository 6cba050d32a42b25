import { ArrowLeft } from 'lucide-react'
import { type ReactNode, useEffect, useId, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { IconButton } from '@renderer/ui/controls/button'
import panel from '../panel/graph-panel.module.css'
import styles from './card.module.css'

interface CardHeadProps {
  /** What kind of card it is. */
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
      <IconButton ref={back} icon={ArrowLeft} size="small" label={t('back')} onClick={onBack} />
      <span className={panel.kind}>{label}</span>
      {children}
    </div>
  )
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
