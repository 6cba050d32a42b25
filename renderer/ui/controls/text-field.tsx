import { type ComponentProps, useId } from 'react'
import { classes } from '../classes'
import styles from './text-field.module.css'

interface TextFieldProps extends Omit<ComponentProps<'input'>, 'id'> {
  readonly label: string
  /** A sentence under the field. */
  readonly hint?: string | undefined
}

/** A field for one line of text, with its label above it. */
export function TextField({ label, hint, className, ...rest }: TextFieldProps) {
  const id = useId()
  return (
    <div className={styles.field}>
      <label htmlFor={id} className={styles.label}>
        {label}
      </label>
      <input
        id={id}
        type="text"
        autoComplete="off"
        spellCheck={false}
        className={classes(styles.input, className)}
        aria-describedby={hint === undefined ? undefined : `${id}-hint`}
        {...rest}
      />
      {hint !== undefined && (
        <p id={`${id}-hint`} className={styles.hint}>
          {hint}
        </p>
      )}
    </div>
  )
}

interface TextAreaProps extends Omit<ComponentProps<'textarea'>, 'id'> {
  readonly label: string
  /** What is written there is language, not patterns or code: in the window's own type, and spelt as that is checked. */
  readonly prose?: boolean
  /** A sentence under the field. */
  readonly hint?: string | undefined
}

/** A field for several lines of text; of what somebody types letter for letter, unless it is prose. */
export function TextArea({ label, hint, prose = false, className, ...rest }: TextAreaProps) {
  const id = useId()
  return (
    <div className={styles.field}>
      <label htmlFor={id} className={styles.label}>
        {label}
      </label>
      <textarea
        id={id}
        autoComplete="off"
        {...(!prose && { spellCheck: false })}
        className={classes(styles.input, styles.area, !prose && styles.letters, className)}
        aria-describedby={hint === undefined ? undefined : `${id}-hint`}
        {...rest}
      />
      {hint !== undefined && (
        <p id={`${id}-hint`} className={styles.hint}>
          {hint}
        </p>
      )}
    </div>
  )
}
