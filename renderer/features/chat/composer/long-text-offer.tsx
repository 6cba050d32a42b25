import { FilePlus2 } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Button } from '@renderer/ui/controls/button'
import styles from './composer.module.css'

interface LongTextOfferProps {
  /** UTF-16 units. */
  readonly length: number
  readonly onAdd: () => void
  readonly onDismiss: () => void
}

/** A text too long for a question can become a document instead. */
export function LongTextOffer({ length, onAdd, onDismiss }: LongTextOfferProps) {
  const { t } = useTranslation(['chat', 'app'])
  return (
    <div className={styles.offer} role="status">
      <span className={styles.offerText}>{t('longText', { count: length })}</span>
      <Button size="small" look="primary" icon={FilePlus2} onClick={onAdd}>
        {t('addAsDocument')}
      </Button>
      <Button size="small" look="quiet" onClick={onDismiss}>
        {t('app:cancel')}
      </Button>
    </div>
  )
}
