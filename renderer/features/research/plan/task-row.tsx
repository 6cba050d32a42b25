import { ArrowDown, ArrowUp, Ellipsis, GripVertical, Pencil, RotateCcw, Trash2 } from 'lucide-react'
import type { DragEvent, KeyboardEvent } from 'react'
import { useTranslation } from 'react-i18next'
import type { PlanSpec, PlanTask } from '@shared/research/plan-spec'
import type { TaskProgress } from '@shared/research/research-run'
import { withTaskAt } from '@renderer/state/research/edit-plan'
import { removeTask, retryTask, savePlan } from '@renderer/state/research/runs-store'
import { classes } from '@renderer/ui/classes'
import { Button, IconButton } from '@renderer/ui/controls/button'
import { Menu, type MenuItem } from '@renderer/ui/controls/menu'
import { safeName } from '@renderer/ui/text/safe-name'
import { TaskFacts, TaskNow } from './task-facts'
import styles from './plan.module.css'

export interface TaskRowProps {
  readonly runId: string
  readonly plan: PlanSpec
  readonly task: PlanTask
  readonly at: number
  readonly progress: TaskProgress | undefined
  /** Whether the plan may be changed now. */
  readonly editable: boolean
  /** Whether the run rests, so that a failed task can be tried again. */
  readonly resting: boolean
  /** Where a task that is dragged would be put: before or behind this one. */
  readonly drop: 'before' | 'after' | null
  readonly onEdit: () => void
  readonly onDrag: (at: number | null) => void
  readonly onDragOver: (at: number, event: DragEvent<HTMLElement>) => void
}

/** A task: what it asks, how far it is, and what can be done with it. Alt and an arrow move it. */
export function TaskRow(props: TaskRowProps) {
  const { runId, plan, task, at, progress, editable, resting, drop, onEdit, onDrag, onDragOver } = props
  const { t } = useTranslation('research')
  const moveTo = (to: number) => {
    if (to >= 0 && to < plan.tasks.length) void savePlan(runId, withTaskAt(plan, task.id, to))
  }
  const press = (event: KeyboardEvent) => {
    if (!editable || !event.altKey || (event.key !== 'ArrowUp' && event.key !== 'ArrowDown')) return
    event.preventDefault()
    event.stopPropagation()
    moveTo(at + (event.key === 'ArrowUp' ? -1 : 1))
  }
  return (
    // eslint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- the menu in it does the same
    <li
      className={classes(styles.task, drop === 'before' && styles.dropBefore, drop === 'after' && styles.dropAfter)}
      onDragOver={(event) => onDragOver(at, event)}
      onKeyDownCapture={press}
    >
      {editable && <Grip at={at} onDrag={onDrag} />}
      <span className={styles.taskNumber}>{at + 1}</span>
      <div className={styles.body}>
        <p className={styles.text}>
          <bdi>{safeName(task.description)}</bdi>
        </p>
        <TaskFacts plan={plan} task={task} progress={progress} />
        <TaskNow progress={progress} />
      </div>
      {progress?.state === 'failed' && resting && (
        <Button size="small" icon={RotateCcw} onClick={() => void retryTask(runId, task.id)}>
          {t('retry')}
        </Button>
      )}
      {editable && <TaskMenu {...{ runId, plan, task, at, moveTo, onEdit }} />}
    </li>
  )
}

/** What the mouse takes a task by. */
function Grip({ at, onDrag }: Pick<TaskRowProps, 'at' | 'onDrag'>) {
  const { t } = useTranslation('research')
  return (
    <span
      className={styles.grip}
      draggable
      title={t('drag')}
      onDragStart={(event) => {
        event.dataTransfer.effectAllowed = 'move'
        event.dataTransfer.setData('text/plain', String(at + 1))
        onDrag(at)
      }}
      onDragEnd={() => onDrag(null)}
    >
      <GripVertical size={16} strokeWidth={1.75} aria-hidden />
    </span>
  )
}

interface TaskMenuProps extends Pick<TaskRowProps, 'runId' | 'plan' | 'task' | 'at' | 'onEdit'> {
  readonly moveTo: (to: number) => void
}

function TaskMenu({ runId, plan, task, at, moveTo, onEdit }: TaskMenuProps) {
  const { t } = useTranslation('research')
  const up = { id: 'up', text: t('up'), icon: ArrowUp, keys: ['Alt', '↑'], disabled: at === 0 }
  const down = { id: 'down', text: t('down'), icon: ArrowDown, keys: ['Alt', '↓'] }
  const remove = { id: 'remove', text: t('removeTask'), icon: Trash2, danger: true, apart: true }
  const items: MenuItem[] = [
    { id: 'edit', text: t('editTask'), icon: Pencil, run: onEdit },
    { ...up, run: () => moveTo(at - 1) },
    { ...down, disabled: at + 1 === plan.tasks.length, run: () => moveTo(at + 1) },
    { ...remove, run: () => void removeTask(runId, plan, task.id) },
  ]
  return <Menu items={items} trigger={<IconButton icon={Ellipsis} label={t('taskActions', { number: at + 1 })} />} />
}
