import { useTranslation } from 'react-i18next'
import { otherCall, searchLimits, type PlanSpec, type PlanTask } from '@shared/research/plan-spec'
import type { TaskProgress } from '@shared/research/research-run'
import { taskNumber } from '@renderer/state/research/edit-plan'
import { Badge } from '@renderer/ui/controls/labels'
import { durationText, listText, sentencesText } from '@renderer/ui/text/figure-text'
import { safeName } from '@renderer/ui/text/safe-name'
import { useErrorText } from '@renderer/ui/text/use-error-text'
import { meaningOf } from '../run-words'
import { useScopeNames } from '../scope/scope-names'
import styles from './plan.module.css'

interface TaskFactsProps {
  readonly plan: PlanSpec
  readonly task: PlanTask
  readonly progress: TaskProgress | undefined
}

/** How far a task is, how it is done and where, and what it needs. */
export function TaskFacts({ plan, task, progress }: TaskFactsProps) {
  const { t } = useTranslation('research')
  const namesOf = useScopeNames()
  const { tool, call, depends_on: needs, scope } = task
  const state = progress?.state ?? 'pending'
  const places = scope ? namesOf(scope) : []
  return (
    <div className={styles.facts}>
      <Badge meaning={meaningOf(state)}>{t(`tasks.${state}`)}</Badge>
      <span>{t(`tools.${tool}`)}</span>
      {tool === 'tool' && call && (
        <code className={styles.call}>
          {safeName(call.name)} {safeName(JSON.stringify(call.args))}
        </code>
      )}
      {tool === 'tool' && call && otherCall(call.name) && <span>{t('call.other')}</span>}
      {places.length > 0 && <span>{t('in', { replace: { names: someOf(places) } })}</span>}
      {needs.length > 0 && (
        <span>{t('after', { tasks: listText(needs.map((id) => String(taskNumber(plan, id)))) })}</span>
      )}
      {progress && state !== 'pending' && <Spent task={task} progress={progress} />}
    </div>
  )
}

const mostNamed = 3

function someOf(names: readonly string[]): string {
  const left = names.length - mostNamed
  return listText([...names.slice(0, mostNamed), ...(left > 0 ? [`+${left}`] : [])])
}

/** What a task has found and spent; beside it what it may spend, while it searches. */
function Spent({ task, progress }: { readonly task: PlanTask; readonly progress: TaskProgress }) {
  const { t } = useTranslation('research')
  const { state, found, rounds, searches, ms, ended_by: endedBy } = progress
  const isSearching = state === 'running' && task.tool === 'search'
  const most = isSearching ? searchLimits : null
  return (
    <>
      {found > 0 && <span className="numeric">{t('found', { count: found })}</span>}
      {most && (
        <span className="numeric">
          {t('budget.rounds', { done: Math.min(rounds + 1, most.rounds), most: most.rounds })}
        </span>
      )}
      {most && <span className="numeric">{t('budget.searches', { done: searches, most: most.searches })}</span>}
      {!most && searches > 0 && <span className="numeric">{t('searches', { count: searches })}</span>}
      {ms > 0 && (
        <span className="numeric">
          {most ? t('budget.time', { done: durationText(ms), most: durationText(most.ms) }) : durationText(ms)}
        </span>
      )}
      {state === 'done' && endedBy && endedBy !== 'read' && <span>{t(`endedBy.${endedBy}`)}</span>}
    </>
  )
}

/** What a task reads now, or why it did not succeed. */
export function TaskNow({ progress }: Pick<TaskFactsProps, 'progress'>) {
  const { t } = useTranslation('research')
  const errorText = useErrorText()
  if (progress?.error) {
    const { message, action } = errorText(progress.error)
    return <p className={styles.problem}>{safeName(sentencesText([message, action]))}</p>
  }
  if (progress?.state !== 'running') return null
  const names = progress.reading.map(safeName)
  return (
    <p className={styles.now} role="status">
      <span className={styles.pulse} aria-hidden />
      {names.length > 0 ? t('reading', { replace: { names: listText(names) } }) : t('searching')}
    </p>
  )
}
