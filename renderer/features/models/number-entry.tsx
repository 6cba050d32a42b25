import { NumberField } from '@base-ui/react/number-field'
import styles from './models.module.css'

interface NumberEntryProps {
  /** Null: the machine, or Cairn, decides. */
  readonly value: number | null
  readonly min: number
  readonly max: number
  readonly step?: number
  readonly unit?: string
  /** Shown while the value is null. */
  readonly placeholder: string
  readonly onChange: (value: number | null) => void
  /** What the label is for. */
  readonly id: string
  readonly describedBy?: string | undefined
}

/** A number that may be left to others by leaving it empty. */
export function NumberEntry(props: NumberEntryProps) {
  const { value, min, max, step = 1, unit, placeholder, onChange, id, describedBy } = props
  return (
    <NumberField.Root
      id={id}
      value={value}
      min={min}
      max={max}
      step={step}
      format={{ maximumFractionDigits: 2, useGrouping: false }}
      onValueCommitted={(next) => {
        if (next !== value) onChange(next)
      }}
    >
      <NumberField.Group className={styles.number}>
        <NumberField.Input className={styles.digits} placeholder={placeholder} aria-describedby={describedBy} />
        {unit !== undefined && <span className={styles.unit}>{unit}</span>}
      </NumberField.Group>
    </NumberField.Root>
  )
}
