import { MessageSquare, Pause, Play, RotateCcw, Square, Trash2 } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { isWorking } from '@shared/research/fold-steps'
import type { ResearchRun, RunState } from '@shared/research/research-run'
import { exportWork, useLeaveOut } from '@renderer/state/export-work'
import { actOnRun, renameRun, trashRun } from '@renderer/state/research/runs-store'
import { go } from '@renderer/state/window/address'
import { Button, IconButton } from '@renderer/ui/controls/button'
import { Badge } from '@renderer/ui/controls/labels'
import { ExportMenu } from '@renderer/ui/documents/export-menu'
import { ProgressBar } from '@renderer/ui/feedback/progress-bar'
import { durationText } from '@renderer/ui/text/figure-text'
import { safeName } from '@renderer/ui/text/safe-name'
import { TitleLine } from '@renderer/ui/title-line'
import { mayStop, meaningOf } from '../run-words'
import styles from './run-page.module.css'

/** What a piece of research is called, how far it is, what it has cost, and what can be done with it. */
export function RunHead({ run }: { readonly run: ResearchRun }) {
  const { t } = useTranslation(['research', 'app'])
  const { header, from_turn: from } = run
  const { id, title, state, goal, tasks, tasks_done: done } = header
  return (
    <header className={styles.head}>
      <TitleLine
        title={safeName(title)}
        label={t('titleLabel')}
        onRename={(next) => void renameRun(id, next)}
        backLabel={t('all')}
        onBack={() => go({ runId: null })}
      >
        <Badge meaning={meaningOf(state)}>{t(`states.${state}`)}</Badge>
      </TitleLine>
      {goal !== '' && goal !== title && <p className={styles.goal}>{safeName(goal)}</p>}
      {from && (
        <Button
          size="small"
          look="quiet"
          icon={MessageSquare}
          className={styles.fromChat}
          onClick={() => go({ view: 'chat', sessionId: from.session_id })}
        >
          {t('fromChat')}
        </Button>
      )}
      {isWorking(header) && tasks > 0 && (
        <ProgressBar done={done} total={tasks} label={t('tasksDone', { done, tasks })} />
      )}
      <RunActions run={run} />
    </header>
  )
}

function RunActions({ run }: { readonly run: ResearchRun }) {
  const { t } = useTranslation('research')
  const leaveOut = useLeaveOut()
  const { header, plan, report, cost, progress } = run
  const { id, state, tasks, tasks_done: done } = header
  const act = (name: 'run' | 'pause' | 'stop' | 'again') => () => void actOnRun(id, name)
  const hasOpen = plan === null || progress.some((task) => task.state !== 'done')
  const goOn = !hasOpen ? undefined : plan === null && state === 'failed' ? 'retry' : goOnText[state]
  const spent = [
    ...(tasks > 0 ? [t('tasksDone', { done, tasks })] : []),
    ...(cost.searches > 0 ? [t('searches', { count: cost.searches })] : []),
    ...(cost.ms > 0 ? [durationText(cost.ms)] : []),
  ]
  return (
    <div className={styles.actions}>
      {goOn && (
        <Button
          look="primary"
          size="small"
          icon={Play}
          disabled={plan?.issues.some(({ stops }) => stops)}
          onClick={act('run')}
        >
          {t(goOn)}
        </Button>
      )}
      {state === 'running' && (
        <Button size="small" icon={Pause} onClick={act('pause')}>
          {t('pause')}
        </Button>
      )}
      {mayStop(run) && (
        <Button size="small" icon={Square} onClick={act('stop')}>
          {t('stop')}
        </Button>
      )}
      {report && (
        <ExportMenu
          leaveOut={leaveOut}
          onLeaveOut={useLeaveOut.setState}
          onExport={(format) => exportWork('research', { id, format })}
        />
      )}
      {plan && (state === 'done' || state === 'partial' || state === 'stopped') && (
        <Button size="small" icon={RotateCcw} onClick={act('again')}>
          {t('again')}
        </Button>
      )}
      <IconButton icon={Trash2} size="medium" label={t('delete')} onClick={() => void trashRun(header)} />
      <span className={styles.cost}>{spent.join(' · ')}</span>
    </div>
  )
}

/** What the button says that has a resting run go on. */
const goOnText: Readonly<Partial<Record<RunState, 'run' | 'goOn' | 'retryFailed'>>> = {
  waiting: 'run',
  paused: 'goOn',
  stopped: 'goOn',
  partial: 'retryFailed',
  failed: 'retryFailed',
}
