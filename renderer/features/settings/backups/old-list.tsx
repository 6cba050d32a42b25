import { useTranslation } from 'react-i18next'
import { dayAndTimeText } from '@renderer/ui/text/relative-text'
import styles from '../settings.module.css'

interface OldListProps {
  /** When the list of documents was last known to be the newest, milliseconds since the epoch; null where that is not known. */
  readonly known: number | null
}

/** Says of a backup that its list of documents may be old, because the shared library could not be asked. */
export function OldList({ known }: OldListProps) {
  const { t } = useTranslation('settings')
  return (
    <p className={styles.text}>
      {known === null ? t('backup.listUnknown') : t('backup.listOld', { when: dayAndTimeText(known) })}
    </p>
  )
}
