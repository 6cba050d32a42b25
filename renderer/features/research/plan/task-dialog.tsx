import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type PlanSpec, type PlanTask, TaskTool } from '@shared/research/plan-spec'
import { circleOf, taskNumber, taskProblem } from '@renderer/state/research/edit-plan'
import { filterOf, scopeOf } from '@renderer/state/library/scope'
import { CheckBox } from '@renderer/ui/controls/check-box'
import { FormDialog } from '@renderer/ui/controls/dialog'
import { Select } from '@renderer/ui/controls/select'
import { TextArea } from '@renderer/ui/controls/text-field'
import { safeName } from '@renderer/ui/text/safe-name'
import { listText } from '@renderer/ui/text/figure-text'
import { ScopeField } from '../scope/scope-field'
import { CallFields } from './call-fields'
import styles from './plan.module.css'

interface TaskDialogProps {
  readonly plan: PlanSpec
  /** One of the plan, or a new one. */
  readonly task: PlanTask
  readonly onSave: (task: PlanTask) => void
  readonly onClose: () => void
}

/** What a task asks, with which tool, where, and after which others. What cannot run is told before it is saved. */
export function TaskDialog({ plan, task, onSave, onClose }: TaskDialogProps) {
  const { t } = useTranslation(['research', 'app'])
  const id = useId()
  const [draft, setDraft] = useState(task)
  const change = (part: Partial<PlanTask>) => setDraft({ ...draft, ...part })
  const isNew = taskNumber(plan, task.id) === 0
  const problem = taskProblem(plan, draft)
  return (
    <FormDialog
      title={isNew ? t('addTask') : t('taskShort', { number: taskNumber(plan, task.id) })}
      submitText={isNew ? t('add') : t('save')}
      ready={problem === null}
      onSubmit={() => onSave({ ...draft, description: draft.description.trim() })}
      onClose={onClose}
    >
      <TextArea
        label={t('taskQuestion')}
        value={draft.description}
        rows={3}
        maxLength={1000}
        prose
        onChange={(event) => change({ description: event.target.value })}
      />
      <div className={styles.pair}>
        <span id={id} className={styles.label}>
          {t('taskTool')}
        </span>
        <Select
          labelledBy={id}
          value={draft.tool}
          options={TaskTool.options.map((tool) => ({ value: tool, text: t(`tools.${tool}`) }))}
          onChange={(value) => {
            const tool = TaskTool.options.find((one) => one === value)
            if (tool) change({ tool })
          }}
        />
      </div>
      {draft.tool === 'tool' && <CallFields call={draft.call} onChange={(call) => change({ call })} />}
      <ScopeField
        label={t('taskScope')}
        hint={t(draft.tool === 'read' || draft.tool === 'differences' ? 'taskDocumentsHint' : 'taskScopeHint')}
        scope={scopeOf(draft.scope ?? null)}
        onChange={(scope) => change({ scope: filterOf(scope) ?? undefined })}
      />
      <Needs plan={plan} draft={draft} onChange={(needs) => change({ depends_on: needs })} />
      {problem !== null && problem !== 'empty' && (
        <p className={styles.problem} role="alert">
          {problem === 'circle' ? circleText() : t(`taskProblem.${problem}`)}
        </p>
      )}
    </FormDialog>
  )

  function circleText(): string {
    const numbers = circleOf(plan, draft).map((one) => taskNumber(plan, one) || plan.tasks.length + 1)
    return t('taskProblem.circle', { tasks: listText(numbers.map(String)) })
  }
}

interface NeedsProps {
  readonly plan: PlanSpec
  readonly draft: PlanTask
  readonly onChange: (needs: string[]) => void
}

/** Which tasks are to be done first. */
function Needs({ plan, draft, onChange }: NeedsProps) {
  const { t } = useTranslation('research')
  const others = plan.tasks.filter(({ id }) => id !== draft.id)
  if (others.length === 0) return null
  const { depends_on: needs } = draft
  return (
    <fieldset className={styles.needs}>
      <legend className={styles.label}>{t('taskNeeds')}</legend>
      {others.map(({ id, description }) => (
        <CheckBox
          key={id}
          checked={needs.includes(id)}
          label={t('taskNamed', { replace: { number: taskNumber(plan, id), text: safeName(description) } })}
          onChange={(on) => onChange(on ? [...needs, id] : needs.filter((one) => one !== id))}
        />
      ))}
    </fieldset>
  )
}
