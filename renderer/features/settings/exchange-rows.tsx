import { useTranslation } from 'react-i18next'
import { openExport } from '@renderer/state/library/exchange'
import { openImport } from '@renderer/state/library/imports'
import { Button } from '@renderer/ui/controls/button'
import styles from './settings.module.css'

/** Takes all chats out as a file, and chats of a file in. */
export function ExchangeRows() {
  const { t } = useTranslation('exchange')
  const rows = [
    { id: 'export', run: () => openExport() },
    { id: 'import', run: openImport },
  ] as const
  return rows.map(({ id, run }) => (
    <div key={id} className={styles.block}>
      <div className={styles.row}>
        <div className={styles.what}>
          <p className={styles.name}>{t(`settings.${id}`)}</p>
          <p className={styles.text}>{t(`settings.${id}Text`)}</p>
        </div>
        <Button size="small" onClick={run}>
          {t(`settings.${id}Now`)}
        </Button>
      </div>
    </div>
  ))
}
