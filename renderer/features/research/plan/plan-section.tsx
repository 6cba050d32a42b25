import { Plus } from 'lucide-react'
import i18next from 'i18next'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { isWorking } from '@shared/research/fold-steps'
import type { PlanSpec, PlanTask } from '@shared/research/plan-spec'
import type { ResearchRun } from '@shared/research/research-run'
import { mayGrow, newTask, withTask, withTaskAt } from '@renderer/state/research/edit-plan'
import { savePlan } from '@renderer/state/research/runs-store'
import { Button } from '@renderer/ui/controls/button'
import { Skeleton } from '@renderer/ui/feedback/waiting'
import { useDragOrder } from '@renderer/ui/use-drag-order'
import { PlanGraph } from './plan-graph'
import { PlanIssues } from './plan-issues'
import { QuestionBack } from './question-back'
import { TaskDialog } from './task-dialog'
import { TaskRow } from './task-row'
import styles from './plan.module.css'

/** A plan as a picture and as a list, with how far each task is and what the plan asks back; changed while the run rests. */
export function PlanSection({ run: { header, plan, progress, report } }: { readonly run: ResearchRun }) {
  const { t } = useTranslation('research')
  // A plan that could not be made is told above.
  if (!plan && !isWorking(header)) return null
  if (!plan) return <Skeleton lines={3} label={t('states.planning')} />
  const open = header.state === 'waiting' ? plan.clarifications.filter(({ answer }) => answer === null) : []
  // An answer has the plan made anew: what was changed before it would be lost.
  const editable = !isWorking(header) && open.length === 0
  return (
    <>
      {open.map((question) => (
        <QuestionBack key={question.id} runId={header.id} question={question} />
      ))}
      <PlanIssues plan={plan} />
      <PlanGraph
        plan={plan}
        progress={progress}
        reportState={header.state === 'reporting' ? 'running' : report ? 'done' : 'pending'}
      />
      <TaskList run={{ header, progress }} plan={plan} editable={editable} />
    </>
  )
}

interface TaskListProps {
  readonly run: Pick<ResearchRun, 'header' | 'progress'>
  readonly plan: PlanSpec
  readonly editable: boolean
}

function TaskList({ run: { header, progress }, plan, editable }: TaskListProps) {
  const { t } = useTranslation('research')
  const [edited, setEdited] = useState<PlanTask | null>(null)
  const { sideAt, drag, over, drop } = useDragOrder((from, to) => {
    const task = plan.tasks[from]
    if (task) void savePlan(header.id, withTaskAt(plan, task.id, to))
  })
  const byTask = new Map(progress.map((one) => [one.task_id, one]))
  return (
    <>
      {/* eslint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- tasks are dropped between its items */}
      <ol className={styles.tasks} onDrop={drop}>
        {plan.tasks.map((task, at) => (
          <TaskRow
            key={task.id}
            runId={header.id}
            {...{ plan, task, at, editable }}
            progress={byTask.get(task.id)}
            resting={!isWorking(header)}
            drop={sideAt(at)}
            onEdit={() => setEdited(task)}
            onDrag={drag}
            onDragOver={over}
          />
        ))}
      </ol>
      {editable && mayGrow(plan) && (
        <Button icon={Plus} size="small" className={styles.add} onClick={() => setEdited(newTask(plan))}>
          {t('addTask')}
        </Button>
      )}
      {edited && (
        <TaskDialog
          plan={plan}
          task={edited}
          onClose={() => setEdited(null)}
          onSave={(task) => void savePlan(header.id, withTask(plan, task, addedHeading(plan)))}
        />
      )}
    </>
  )
}

/** A section's heading is part of the report, and so in its language. */
function addedHeading({ language }: PlanSpec): string {
  return i18next.getFixedT(language, 'research')('addedSection')
}
