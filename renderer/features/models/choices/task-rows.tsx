import { defaultDeadlines, TaskChoice } from '@shared/models/model-settings'
import { type LanguageTask, languageTasks } from '@shared/models/models'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { rules } from '@renderer/state/models/model-choice'
import { changeModelSettings, useModels } from '@renderer/state/models/models-store'
import { useSettings } from '@renderer/state/settings-store'
import { Select } from '@renderer/ui/controls/select'
import styles from '../models.module.css'
import { NumberEntry } from '../number-entry'
import { modelChoices } from './role-choices'

const unchosen = TaskChoice.parse({})
const second = 1000

/** The model and the time limit of each language task. */
export function TaskRows() {
  const { t } = useTranslation('models')
  return (
    <>
      <h3 className={styles.subtitle}>{t('advanced.tasks')}</h3>
      <p className={styles.text}>{t('advanced.tasksText')}</p>
      {languageTasks.map((task) => (
        <TaskRow key={task} task={task} />
      ))}
    </>
  )
}

function TaskRow({ task }: { readonly task: LanguageTask }) {
  const { t } = useTranslation('models')
  const id = useId()
  const state = useModels((models) => models.state)
  const all = useSettings(({ settings }) => settings.models.tasks)
  const choice = all[task] ?? unchosen
  if (!state) return null
  const set = (change: Partial<TaskChoice>) => {
    const next = { ...choice, ...change }
    const others = Object.fromEntries(Object.entries(all).filter(([name]) => name !== task))
    const isDefault = next.model === null && next.deadline_ms === null
    void changeModelSettings({ tasks: isDefault ? others : { ...others, [task]: next } })
  }
  const words = { none: t('advanced.asAbove'), missing: t('use.missing') }
  const chosen = choice.model === rules ? null : choice.model
  const [asAbove, ...others] = modelChoices({ state, kind: 'language', chosen, words })
  const options = [...(asAbove ? [asAbove] : []), { value: rules, text: t('advanced.rules') }, ...others]
  return (
    <div className={styles.task}>
      <div className={styles.what}>
        <p id={`${id}-name`} className={styles.name}>
          {t(`advanced.task.${task}.name`)}
        </p>
        <p id={`${id}-text`} className={styles.text}>
          {t(`advanced.task.${task}.text`)}
        </p>
      </div>
      <Select
        value={choice.model}
        options={options}
        onChange={(model) => set({ model })}
        labelledBy={`${id}-name`}
        describedBy={`${id}-text`}
      />
      <label htmlFor={`${id}-time`} className="unseen">
        {t('advanced.deadline', { task: t(`advanced.task.${task}.name`) })}
      </label>
      <NumberEntry
        id={`${id}-time`}
        value={choice.deadline_ms === null ? null : choice.deadline_ms / second}
        min={0.05}
        max={600}
        step={0.5}
        unit="s"
        placeholder={String(defaultDeadlines[task] / second)}
        onChange={(value) => set({ deadline_ms: value === null ? null : Math.round(value * second) })}
      />
    </div>
  )
}
