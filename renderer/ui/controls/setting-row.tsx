import { type ReactNode, useId } from 'react'
import { Switch } from './switch'
import styles from './setting-row.module.css'

interface SettingRowProps {
  readonly name: string
  /** A sentence about the setting and its cost. */
  readonly text?: string | undefined
  /** Whether the control is a field, which takes `fieldId`: a press on its name then goes into it. */
  readonly isField?: boolean
  readonly children: (ids: { labelledBy: string; describedBy: string }, fieldId: string) => ReactNode
}

/** A setting: its name and meaning at the left, its control at the right. */
export function SettingRow({ name, text, isField = false, children }: SettingRowProps) {
  const id = useId()
  const fieldId = `${id}-field`
  return (
    <div className={styles.row}>
      <div className={styles.what}>
        <p id={`${id}-name`} className={styles.name}>
          {isField ? <label htmlFor={fieldId}>{name}</label> : name}
        </p>
        {text !== undefined && (
          <p id={`${id}-text`} className={styles.text}>
            {text}
          </p>
        )}
      </div>
      {children({ labelledBy: `${id}-name`, describedBy: `${id}-text` }, fieldId)}
    </div>
  )
}

interface SwitchRowProps extends Pick<SettingRowProps, 'name' | 'text'> {
  readonly checked: boolean
  readonly onChange: (checked: boolean) => void
}

/** A setting that is on or off. */
export function SwitchRow({ name, text, checked, onChange }: SwitchRowProps) {
  return (
    <SettingRow name={name} text={text}>
      {(ids) => <Switch {...ids} checked={checked} onChange={onChange} />}
    </SettingRow>
  )
}
