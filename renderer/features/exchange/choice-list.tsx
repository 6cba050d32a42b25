import { Radio } from '@base-ui/react/radio'
import { RadioGroup } from '@base-ui/react/radio-group'
import { useId } from 'react'
import { safeName } from '@renderer/ui/text/safe-name'
import styles from './choice-list.module.css'

export interface Choice<T extends string> {
  readonly value: T
  readonly name: string
  /** A sentence about this choice. */
  readonly text?: string | undefined
  readonly disabled?: boolean
}

interface ChoiceListProps<T extends string> {
  readonly label: string
  /** A sentence about all of them. */
  readonly hint?: string | undefined
  readonly value: T
  readonly choices: readonly Choice<T>[]
  readonly onChange: (value: T) => void
}

/** A choice of a few, each with a sentence about it. */
export function ChoiceList<T extends string>({ label, hint, value, choices, onChange }: ChoiceListProps<T>) {
  const id = useId()
  return (
    <div className={styles.list}>
      <p id={id} className={styles.label}>
        {label}
      </p>
      {hint !== undefined && (
        <p id={`${id}-hint`} className={styles.text}>
          {hint}
        </p>
      )}
      <RadioGroup
        value={value}
        onValueChange={onChange}
        aria-labelledby={id}
        aria-describedby={hint === undefined ? undefined : `${id}-hint`}
        className={styles.group}
      >
        {choices.map((choice) => (
          <Radio.Root
            key={choice.value}
            value={choice.value}
            disabled={choice.disabled}
            aria-labelledby={`${id}-${choice.value}`}
            aria-describedby={choice.text === undefined ? undefined : `${id}-${choice.value}-text`}
            nativeButton
            render={<button type="button" />}
            className={styles.choice}
          >
            <span className={styles.dot} aria-hidden>
              <Radio.Indicator className={styles.mark} />
            </span>
            <span className={styles.words}>
              <span id={`${id}-${choice.value}`}>{choice.name}</span>
              {choice.text !== undefined && (
                <bdi id={`${id}-${choice.value}-text`} className={styles.text}>
                  {safeName(choice.text)}
                </bdi>
              )}
            </span>
          </Radio.Root>
        ))}
      </RadioGroup>
    </div>
  )
}
