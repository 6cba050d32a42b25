import { useTranslation } from 'react-i18next'
import { useShallow } from 'zustand/react/shallow'
import { useLibrary } from '../state/library'
import { go } from '../state/view'
import { ProgressBar } from '../ui/progress-bar'
import styles from './sidebar.module.css'

/** How far documents that are being added have come; wherever the reader is, a press leads to them. */
export function JobProgress() {
  const { t } = useTranslation('app')
  const { done, total } = useLibrary(
    useShallow(({ jobs, uploads }) => {
      const running = [...jobs.values()].filter(({ state }) => state === 'running')
      const sending = uploads.filter(({ error }) => error === null).length
      return {
        done: running.reduce((sum, job) => sum + job.done, 0),
        total: running.reduce((sum, job) => sum + job.total, sending),
      }
    }),
  )
  if (total === 0) return null
  return (
    <button type="button" className={styles.job} onClick={() => go({ view: 'library' })}>
      <span className="numeric">{t('adding', { done, total })}</span>
      <ProgressBar done={done} total={total} label={t('addingLabel')} />
    </button>
  )
}
