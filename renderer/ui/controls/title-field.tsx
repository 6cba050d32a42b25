import { useState } from 'react'
import styles from './title-field.module.css'

interface TitleFieldProps {
  /** A field with another title is another field: give it the title as its key. */
  readonly title: string
  readonly label: string
  readonly onRename: (title: string) => void
}

/** A title that can be typed over: leaving it or Enter keep what was typed, Escape does not. */
export function TitleField({ title, label, onRename }: TitleFieldProps) {
  const [typed, setTyped] = useState(title)
  const keep = () => {
    const next = typed.trim()
    if (next === '' || next === title) setTyped(title)
    else onRename(next)
  }
  return (
    <input
      className={styles.title}
      value={typed}
      title={typed}
      maxLength={200}
      aria-label={label}
      onChange={(event) => setTyped(event.target.value)}
      onBlur={keep}
      onKeyDown={(event) => {
        if (event.nativeEvent.isComposing || (event.key !== 'Enter' && event.key !== 'Escape')) return
        event.preventDefault()
        event.stopPropagation()
        if (event.key === 'Escape') setTyped(title)
        // Left a moment later, so that the old title is in place where it was taken back.
        const field = event.currentTarget
        requestAnimationFrame(() => field.blur())
      }}
    />
  )
}
