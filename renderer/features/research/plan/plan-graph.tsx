import { Check, Circle, FileText, LoaderCircle, type LucideIcon, Minus, X } from 'lucide-react'
import { useId, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { shortened } from '@shared/research/chart-svg'
import type { PlanSpec, PlanTask } from '@shared/research/plan-spec'
import type { TaskProgress, TaskState } from '@shared/research/research-run'
import { taskNumber } from '@renderer/state/research/edit-plan'
import { classes } from '@renderer/ui/classes'
import { safeName } from '@renderer/ui/text/safe-name'
import { listText } from '@renderer/ui/text/figure-text'
import { arrangePlan, boxHeight, boxWidth, type PlacedTask } from './arrange-plan'
import styles from './plan-graph.module.css'

const signs: Readonly<Record<TaskState, LucideIcon>> = {
  pending: Circle,
  running: LoaderCircle,
  done: Check,
  failed: X,
  skipped: Minus,
}

interface PlanGraphProps {
  readonly plan: PlanSpec
  readonly progress: readonly TaskProgress[]
  /** How far the report is that all tasks lead to. */
  readonly reportState: TaskState
}

/** A plan as a picture: what can be done side by side stands in one column, what needs it at its right. */
export function PlanGraph({ plan, progress, reportState }: PlanGraphProps) {
  const { t } = useTranslation('research')
  const arrow = useId()
  const picture = useMemo(() => arrangePlan(plan), [plan])
  const states = new Map(progress.map(({ task_id: id, state }) => [id, state]))
  if (!picture || plan.tasks.length < 2) return null
  const { width, height, tasks, edges, report } = picture
  const byId = new Map(plan.tasks.map((task) => [task.id, task]))
  return (
    // eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls, so the keyboard must reach it
    <div className={styles.scroll} role="region" aria-label={t('graph')} tabIndex={0}>
      <svg width={width} height={height} viewBox={`0 0 ${width} ${height}`} className={styles.graph}>
        <defs>
          <marker id={arrow} viewBox="0 0 6 6" refX="5" refY="3" markerWidth="6" markerHeight="6" orient="auto">
            <path d="M0 0L6 3L0 6z" className={styles.tip} />
          </marker>
        </defs>
        {edges.map(({ from, path }) => (
          <path
            key={path}
            d={path}
            className={classes(styles.edge, states.get(from) === 'done' && styles.passed)}
            markerEnd={`url(#${arrow})`}
          />
        ))}
        {tasks.map((place) => {
          const task = byId.get(place.id)
          return task && <Box key={place.id} {...{ plan, task, place }} state={states.get(place.id) ?? 'pending'} />
        })}
        <ReportBox {...report} state={reportState} />
      </svg>
    </div>
  )
}

interface BoxProps {
  readonly plan: PlanSpec
  readonly task: PlanTask
  readonly place: PlacedTask
  readonly state: TaskState
}

function Box({ plan, task, place: { number, x, y }, state }: BoxProps) {
  const { t } = useTranslation('research')
  const Sign = signs[state]
  const text = safeName(task.description)
  const parts = [
    t('taskNamed', { replace: { number, text } }),
    t(`tasks.${state}`),
    ...(task.depends_on.length > 0
      ? [t('after', { tasks: listText(task.depends_on.map((id) => String(taskNumber(plan, id)))) })]
      : []),
  ]
  return (
    <g role="img" aria-label={listText(parts)} className={classes(styles.box, styles[state])}>
      <title>{text}</title>
      <rect x={x} y={y} width={boxWidth} height={boxHeight} rx={6} />
      <Sign x={x + 9} y={y + 11} width={14} height={14} strokeWidth={2} aria-hidden />
      <text x={x + 30} y={y + boxHeight / 2 + 4}>
        <tspan className={styles.number}>{number}</tspan>
        <tspan dx={6}>{shortened(labelOf(task), 20)}</tspan>
      </text>
    </g>
  )
}

function ReportBox({ x, y, state }: { readonly x: number; readonly y: number; readonly state: TaskState }) {
  const { t } = useTranslation('research')
  return (
    <g role="img" aria-label={`${t('report')}, ${t(`tasks.${state}`)}`} className={classes(styles.box, styles[state])}>
      <rect x={x} y={y} width={boxWidth} height={boxHeight} rx={6} />
      <FileText x={x + 9} y={y + 11} width={14} height={14} strokeWidth={2} aria-hidden />
      <text x={x + 30} y={y + boxHeight / 2 + 4}>
        {t('report')}
      </text>
    </g>
  )
}

/** What tells a task from the others: tasks of a comparison all begin alike. */
function labelOf({ subject = '', aspect = '', description }: PlanTask): string {
  const named = [aspect, subject].filter((part) => part !== '').join(' · ')
  return safeName(named === '' ? description : named)
}
