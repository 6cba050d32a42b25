import { Check } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import type { ExportRun } from '@renderer/state/library/exchange'
import { ProgressBar } from '@renderer/ui/feedback/progress-bar'
import styles from './export-dialog.module.css'

/** How far an export is, or how it ended; a failure is said elsewhere. */
export function ExportProgress({ run, said }: { readonly run: ExportRun | null; readonly said: readonly string[] }) {
  const { t, i18n } = useTranslation('exchange')
  const number = (count: number) => count.toLocaleString(i18n.language)
  return (
    <div className={styles.progress}>
      {run?.state === 'running' && <ProgressBar done={run.done} total={run.total} label={t('export.progress')} />}
      <div role="status">
        {run?.state === 'running' && (
          <p className="numeric">
            {t('export.running', { count: run.total, done: number(run.done), total: number(run.total) })}
          </p>
        )}
        {run?.state === 'done' && (
          <>
            <p className={styles.good}>
              <Check size={16} strokeWidth={2} aria-hidden />
              <span>{t('export.done', { name: run.name })}</span>
            </p>
            {said.map((sentence) => (
              <p key={sentence}>{sentence}</p>
            ))}
          </>
        )}
        {run?.state === 'stopped' && <p>{t('export.stopped')}</p>}
      </div>
    </div>
  )
}
