import { useTranslation } from 'react-i18next'
import { readReport, saveReport } from '@renderer/state/kept-traces'
import { notifyError } from '@renderer/state/window/notices'
import { Button } from '@renderer/ui/controls/button'
import { Dialog } from '@renderer/ui/controls/dialog'
import { CopyButton } from '@renderer/ui/feedback/copy-button'
import { ErrorNote } from '@renderer/ui/feedback/error-note'
import { useFetched } from '@renderer/ui/feedback/use-fetched'
import { LateSkeleton } from '@renderer/ui/feedback/waiting'
import rows from '@renderer/ui/rows.module.css'
import styles from './diagnostics.module.css'

/** A report as it will be saved, to be read before. Nothing is sent. */
export function ReportDialog({ onClose }: { readonly onClose: () => void }) {
  const { t } = useTranslation(['diagnostics', 'app'])
  const report = useFetched('report', readReport)
  const text = report.value
  return (
    <Dialog onClose={onClose} title={t('report.title')} className={styles.wide}>
      <p className={rows.text}>{t('report.read')}</p>
      {report.error && <ErrorNote error={report.error} nothingLost onRetry={report.again} />}
      {text === null && !report.error && <LateSkeleton lines={8} label={t('report.making')} />}
      {text !== null && (
        // Longer than the dialog: the keyboard scrolls it.
        <section className={styles.report} aria-label={t('report.title')}>
          <pre dir="ltr">{text}</pre>
        </section>
      )}
      <div className={styles.buttons}>
        {text !== null && <CopyButton text={text} label={t('report.copy')} onError={notifyError} />}
        <Button onClick={onClose}>{t('app:close')}</Button>
        <Button
          look="primary"
          disabled={text === null}
          onClick={() => {
            saveReport(text ?? '')
            onClose()
          }}
        >
          {t('report.save')}
        </Button>
      </div>
    </Dialog>
  )
}
