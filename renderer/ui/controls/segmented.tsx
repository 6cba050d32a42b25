import { Radio } from '@base-ui/react/radio'
import { RadioGroup } from '@base-ui/react/radio-group'
import styles from './segmented.module.css'

interface SegmentedProps<T extends string> {
  readonly value: T
  readonly options: readonly { readonly value: T; readonly text: string }[]
  readonly onChange: (value: T) => void
  /** Id of the element that says what is chosen here. */
  readonly labelledBy: string
}

/** A choice of a few, all in sight. */
export function Segmented<T extends string>({ value, options, onChange, labelledBy }: SegmentedProps<T>) {
  return (
    <RadioGroup value={value} onValueChange={onChange} aria-labelledby={labelledBy} className={styles.group}>
      {options.map((option) => (
        <Radio.Root
          key={option.value}
          value={option.value}
          aria-label={option.text}
          nativeButton
          render={<button type="button" />}
          className={styles.option}
        >
          {option.text}
        </Radio.Root>
      ))}
    </RadioGroup>
  )
}
