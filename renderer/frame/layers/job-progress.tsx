import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { latestBatch, progressOf, sendingOf } from '@renderer/state/library/activity'
import { useLibrary } from '@renderer/state/library/library-store'
import { useUploads } from '@renderer/state/library/uploads'
import { go } from '@renderer/state/window/view'
import { ProgressBar } from '@renderer/ui/feedback/progress-bar'
import styles from '../sidebar.module.css'

/** How far documents that are being added have come; wherever the reader is, a press leads to them. */
export function JobProgress() {
  const { t } = useTranslation('app')
  const uploads = useUploads((state) => state.uploads)
  const span = useUploads((state) => state.span)
  const jobs = useLibrary((state) => state.jobs)
  const batch = useMemo(() => latestBatch(jobs.values(), span), [jobs, span])
  const { done, total } = progressOf(batch, sendingOf(uploads))
  if (total === 0) return null
  return (
    <button type="button" className={styles.job} onClick={() => go({ view: 'library' })}>
      <span className="numeric">{t('adding', { done, total })}</span>
      <ProgressBar done={done} total={total} label={t('addingLabel')} />
    </button>
  )
}
