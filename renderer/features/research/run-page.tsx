import { ArrowLeft, Pause, Play, RotateCcw, Square, Trash2 } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import type { ReportFormat } from '@shared/api/research-api'
import type { ResearchRun } from '@shared/research/research-run'
import { saveFile } from '@renderer/state/receive-file'
import { actOnRun, trashRun } from '@renderer/state/research/runs-store'
import { go } from '@renderer/state/window/view'
import { Button, IconButton } from '@renderer/ui/controls/button'
import { Badge } from '@renderer/ui/controls/labels'
import { ExportMenu } from '@renderer/ui/documents/export-menu'
import { ErrorNote } from '@renderer/ui/feedback/error-note'
import { safeName } from '@renderer/ui/text/safe-name'
import { PlanList } from './plan-list'
import { ReportView } from './report-view'
import { mayStop, meaningOf } from './run-words'
import styles from './run-page.module.css'

/** One piece of research: what can be done with it, its plan with how far each task is, and its report. */
export function RunPage({ run }: { readonly run: ResearchRun }) {
  const { t } = useTranslation('research')
  const { header, error, report } = run
  return (
    <article className={styles.page} aria-label={safeName(header.title)}>
      <RunHead run={run} />
      {error && <ErrorNote error={error} nothingLost />}
      <section aria-label={t('plan')} className={styles.section}>
        <h3 className={styles.subtitle}>{t('plan')}</h3>
        <PlanList run={run} />
      </section>
      {report && <ReportView report={report} run={run} />}
    </article>
  )
}

function RunHead({ run: { header, report, cost } }: { readonly run: ResearchRun }) {
  const { t } = useTranslation(['research', 'app'])
  const { id, title, state, goal } = header
  const act = (name: 'run' | 'pause' | 'stop' | 'again') => () => void actOnRun(id, name)
  return (
    <header className={styles.head}>
      <div className={styles.titleLine}>
        <IconButton
          className={styles.back}
          size="medium"
          icon={ArrowLeft}
          label={t('all')}
          onClick={() => go({ runId: null })}
        />
        <h2 className={styles.title}>
          <bdi>{safeName(title)}</bdi>
        </h2>
        <Badge meaning={meaningOf(state)}>{t(`states.${state}`)}</Badge>
      </div>
      {goal !== '' && goal !== title && <p className={styles.goal}>{safeName(goal)}</p>}
      <div className={styles.actions}>
        {(state === 'waiting' || state === 'paused') && (
          <Button look="primary" size="small" icon={Play} onClick={act('run')}>
            {t(state === 'paused' ? 'goOn' : 'run')}
          </Button>
        )}
        {state === 'running' && (
          <Button size="small" icon={Pause} onClick={act('pause')}>
            {t('pause')}
          </Button>
        )}
        {mayStop(state) && (
          <Button size="small" icon={Square} onClick={act('stop')}>
            {t('stop')}
          </Button>
        )}
        {report && <ExportMenu onExport={(format) => exportReport(id, format)} />}
        {(state === 'done' || state === 'partial' || state === 'stopped') && (
          <Button size="small" icon={RotateCcw} onClick={act('again')}>
            {t('again')}
          </Button>
        )}
        <IconButton icon={Trash2} size="medium" label={t('delete')} onClick={() => void trashRun(header)} />
        {cost.searches > 0 && <span className={styles.cost}>{t('searches', { count: cost.searches })}</span>}
      </div>
    </header>
  )
}

function exportReport(id: string, format: ReportFormat): Promise<void> {
  return saveFile((client, signal) => client.research.export({ id, format }, { signal }), 'research:exportFailed')
}
