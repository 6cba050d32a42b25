import { Checkbox as Base } from '@base-ui/react/checkbox'
import { Check, Minus } from 'lucide-react'
import styles from './check-box.module.css'

interface CheckBoxProps {
  /** `some` where what it stands for is chosen in part. */
  readonly checked: boolean | 'some'
  readonly onChange: (checked: boolean) => void
  readonly label: string
  /** Leaves the words to screen readers. */
  readonly labelHidden?: boolean
  readonly tabIndex?: number
}

/** A square to tick. */
export function CheckBox({ checked, onChange, label, labelHidden = false, tabIndex }: CheckBoxProps) {
  const box = (
    <Base.Root
      checked={checked === true}
      indeterminate={checked === 'some'}
      onCheckedChange={onChange}
      aria-label={label}
      tabIndex={tabIndex}
      className={styles.box}
    >
      <Base.Indicator className={styles.mark}>
        {checked === 'some' ? (
          <Minus size={12} strokeWidth={3} aria-hidden />
        ) : (
          <Check size={12} strokeWidth={3} aria-hidden />
        )}
      </Base.Indicator>
    </Base.Root>
  )
  if (labelHidden) return box
  return (
    <label className={styles.line}>
      {box}
      <bdi className={styles.text}>{label}</bdi>
    </label>
  )
}
