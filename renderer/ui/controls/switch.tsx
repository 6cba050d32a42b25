import { Switch as Base } from '@base-ui/react/switch'
import styles from './switch.module.css'

interface SwitchProps {
  readonly checked: boolean
  readonly onChange: (checked: boolean) => void
  /** Ids of the elements that name and explain it. */
  readonly labelledBy: string
  readonly describedBy?: string | undefined
}

/** On or off, in force at once. */
export function Switch({ checked, onChange, labelledBy, describedBy }: SwitchProps) {
  return (
    <Base.Root
      checked={checked}
      onCheckedChange={onChange}
      aria-labelledby={labelledBy}
      aria-describedby={describedBy}
      className={styles.track}
    >
      <Base.Thumb className={styles.thumb} />
    </Base.Root>
  )
}
