import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../controls/button'
import styles from './note-editor.module.css'

interface NoteEditorProps {
  readonly text: string
  readonly label: string
  /** The words of the button that keeps it. */
  readonly save: string
  readonly placeholder?: string
  /** Names of the keys that keep it, for the button's hint. */
  readonly saveKeys: readonly string[]
  /** Lines it has at least; 4 by default. */
  readonly lines?: number
  /** An empty text can be kept, too. */
  readonly mayBeEmpty?: boolean
  /** The text to keep, or null for leaving it as it was. */
  readonly onDone: (text: string | null) => void
}

/** A note as a field: Ctrl or Command and Enter keep what was typed, Escape does not. */
export function NoteEditor(props: NoteEditorProps) {
  const { text, label, save, placeholder, saveKeys, lines = 4, mayBeEmpty = false, onDone } = props
  const { t } = useTranslation('app')
  const [typed, setTyped] = useState(text)
  const field = useRef<HTMLTextAreaElement>(null)
  useEffect(() => {
    // A menu that closes gives the focus back to its button first.
    const frame = requestAnimationFrame(() => {
      field.current?.focus()
      field.current?.setSelectionRange(-1, -1)
      field.current?.form?.scrollIntoView({ block: 'nearest' })
    })
    return () => cancelAnimationFrame(frame)
  }, [])
  const isUnfit = !mayBeEmpty && typed.trim() === ''
  return (
    <form
      className={styles.editor}
      onSubmit={(event) => {
        event.preventDefault()
        if (!isUnfit) onDone(typed.trim())
      }}
    >
      <textarea
        ref={field}
        className={styles.field}
        aria-label={label}
        placeholder={placeholder}
        value={typed}
        maxLength={200_000}
        rows={Math.min(16, Math.max(lines, typed.split('\n').length + 1))}
        onChange={(event) => setTyped(event.target.value)}
        onKeyDown={(event) => {
          if (event.nativeEvent.isComposing) return
          const keeps = event.key === 'Enter' && (event.ctrlKey || event.metaKey)
          if (event.key !== 'Escape' && !keeps) return
          event.preventDefault()
          event.stopPropagation()
          if (event.key === 'Escape') onDone(null)
          else if (!isUnfit) onDone(typed.trim())
        }}
      />
      <div className={styles.buttons}>
        <Button type="submit" look="primary" size="small" disabled={isUnfit} title={saveKeys.join(' + ')}>
          {save}
        </Button>
        <Button look="quiet" size="small" onClick={() => onDone(null)}>
          {t('cancel')}
        </Button>
      </div>
    </form>
  )
}
