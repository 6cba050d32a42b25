import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { PlanTask } from '@shared/research/plan-spec'
import { callOf } from '@renderer/state/research/edit-plan'
import { TextArea, TextField } from '@renderer/ui/controls/text-field'
import styles from './plan.module.css'

interface CallFieldsProps {
  readonly call: PlanTask['call']
  /** Undefined while what is typed is no call. */
  readonly onChange: (call: PlanTask['call']) => void
}

/** Which tool a task runs, and with which arguments, as they will be given to it. */
export function CallFields({ call, onChange }: CallFieldsProps) {
  const { t } = useTranslation('research')
  const [name, setName] = useState(call?.name ?? '')
  const [written, setWritten] = useState(JSON.stringify(call?.args ?? {}))
  return (
    <>
      <TextField
        label={t('call.name')}
        hint={t('call.nameHint')}
        value={name}
        maxLength={200}
        onChange={({ target }) => {
          setName(target.value)
          onChange(callOf(target.value, written))
        }}
      />
      <TextArea
        label={t('call.args')}
        hint={t('call.argsHint')}
        value={written}
        rows={3}
        className={styles.field}
        onChange={({ target }) => {
          setWritten(target.value)
          onChange(callOf(name, target.value))
        }}
      />
    </>
  )
}
