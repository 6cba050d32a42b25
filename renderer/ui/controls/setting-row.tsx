import { type ReactNode, useId } from 'react'
import styles from './setting-row.module.css'

interface SettingRowProps {
  readonly name: string
  /** One sentence, and what it costs. */
  readonly text?: string | undefined
  readonly children: (ids: { labelledBy: string; describedBy: string }) => ReactNode
}

/** One setting: its name and what it means at the left, its control at the right. */
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
