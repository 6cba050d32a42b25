import { Plus } from 'lucide-react'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { isWorking } from '@shared/research/fold-steps'
import type { RunHeader } from '@shared/research/research-run'
import { useConnection } from '@renderer/state/connection'
import { followRun, leaveRun, readJobs, useRuns } from '@renderer/state/research/runs-store'
import { go, useRoute } from '@renderer/state/window/address'
import { classes } from '@renderer/ui/classes'
import { Button } from '@renderer/ui/controls/button'
import { Badge } from '@renderer/ui/controls/labels'
import { ErrorNote } from '@renderer/ui/feedback/error-note'
import { ProgressBar } from '@renderer/ui/feedback/progress-bar'
import { Skeleton } from '@renderer/ui/feedback/waiting'
import { moveInList } from '@renderer/ui/list-keys'
import { RelativeTime } from '@renderer/ui/text/relative-time'
import { safeName } from '@renderer/ui/text/safe-name'
import { RunPage } from './run/run-page'
import { meaningOf } from './run-words'
import { StartForm } from './start-form'
import styles from '@renderer/ui/list-and-page.module.css'

/** All research at the left; at the right the one on show, or the form that begins another. */
export function ResearchView() {
  const { t } = useTranslation(['research', 'app'])
  const isOpen = useConnection((state) => state.status === 'open')
  const { headers, open, error } = useRuns()
  const runId = useRoute((route) => route.runId)
  useEffect(() => {
    if (isOpen) void readJobs()
  }, [isOpen])
  useEffect(() => {
    if (isOpen && runId !== null) void followRun(runId)
    return leaveRun
  }, [isOpen, runId])
  const shown = open?.header.id === runId ? open : null
  return (
    <div className={styles.around}>
      <div
        className={classes(
          styles.view,
          styles.both,
          runId !== null && styles.opened,
          headers.length === 0 && styles.alone,
        )}
      >
        {headers.length > 0 && (
          <nav className={styles.list} aria-label={t('runs')}>
            <Button icon={Plus} onClick={() => go({ runId: null })}>
              {t('new')}
            </Button>
            {/* eslint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- keys move between its buttons */}
            <ul className={styles.rows} aria-label={t('runs')} onKeyDown={moveInList}>
              {headers.map((header) => (
                <RunRow key={header.id} header={header} current={header.id === runId} />
              ))}
            </ul>
          </nav>
        )}
        <div className={styles.page}>
          {runId === null && <StartForm />}
          {runId !== null && error && <ErrorNote error={error} nothingLost onRetry={() => void followRun(runId)} />}
          {runId !== null && !error && !shown && <Skeleton lines={6} label={t('app:loading')} />}
          {shown && <RunPage key={shown.header.id} run={shown} />}
        </div>
      </div>
    </div>
  )
}

function RunRow({ header, current }: { readonly header: RunHeader; readonly current: boolean }) {
  const { t } = useTranslation('research')
  const { id, title, state, updated_at: at, tasks_done: done, tasks } = header
  const name = safeName(title)
  return (
    <li>
      <button
        type="button"
        data-row
        className={classes(styles.row, current && styles.current)}
        aria-current={current ? 'page' : undefined}
        title={name}
        onClick={() => go({ runId: id })}
      >
        <bdi className={styles.name}>{name}</bdi>
        <span className={styles.facts}>
          <Badge meaning={meaningOf(state)}>{t(`states.${state}`)}</Badge>
          <RelativeTime time={at} />
        </span>
        {isWorking(header) && tasks > 0 && (
          <ProgressBar done={done} total={tasks} label={t('tasksDone', { done, tasks })} />
        )}
      </button>
    </li>
  )
}
