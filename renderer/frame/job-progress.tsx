import { useTranslation } from 'react-i18next'
import { useShallow } from 'zustand/react/shallow'
import { useLibrary } from '../state/library'
import { useUploads } from '../state/uploads'
import { go } from '../state/view'
import { ProgressBar } from '../ui/progress-bar'
import styles from './sidebar.module.css'

/** How far documents that are being added have come; wherever the reader is, a press leads to them. */
export function JobProgress() {
  const { t } = useTranslation('app')
  const sending = useUploads(({ uploads }) => uploads.filter(({ error }) => error === null).length)
  const { done, added } = useLibrary(
    useShallow(({ jobs }) => {
      const running = [...jobs.values()].filter(({ state }) => state === 'running')
      return {
        done: running.reduce((sum, job) => sum + job.done, 0),
        added: running.reduce((sum, job) => sum + job.total, 0),
      }
    }),
  )
  const total = added + sending
  if (total === 0) return null
  return (
    <button type="button" className={styles.job} onClick={() => go({ view: 'library' })}>
      <span className="numeric">{t('adding', { done, total })}</span>
      <ProgressBar done={done} total={total} label={t('addingLabel')} />
    </button>
  )
}
