import { type ReactNode, useId } from 'react'
import { Switch } from './switch'
import styles from './setting-row.module.css'

interface SettingRowProps {
  readonly name: string
  /** A sentence about the setting and its cost. */
  readonly text?: string | undefined
  readonly children: (ids: { labelledBy: string; describedBy: string }) => ReactNode
}

/** A setting: its name and meaning at the left, its control at the right. */
export function SettingRow({ name, text, children }: SettingRowProps) {
  const id = useId()
  return (
    <div className={styles.row}>
      <div className={styles.what}>
        <p id={`${id}-name`} className={styles.name}>
          {name}
        </p>
        {text !== undefined && (
          <p id={`${id}-text`} className={styles.text}>
            {text}
          </p>
        )}
      </div>
      {children({ labelledBy: `${id}-name`, describedBy: `${id}-text` })}
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
