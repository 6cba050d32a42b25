import { ChevronDown, ChevronUp, X } from 'lucide-react'
import { type KeyboardEvent, useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { IconButton } from '@renderer/ui/controls/button'
import styles from './find-bar.module.css'
import { mostMatches } from './find-text'

/** Finding words in something, as a bar works it. */
export interface FindControl {
  readonly isOpen: boolean
  readonly query: string
  /** How many matches there are. */
  readonly count: number
  /** Index of the match the reader is at; -1 without matches. */
  readonly current: number
  readonly close: () => void
  readonly type: (query: string) => void
  /** Goes on by one match, or back by one; from the last to the first. */
  readonly step: (by: 1 | -1) => void
}

interface FindBarProps {
  readonly find: FindControl
  /** What is searched, as the name of the field. */
  readonly label: string
  readonly placeholder: string
  /** Another value gives the field the focus again. */
  readonly focusOn: number
}

/** Finding words: Enter goes on, Shift+Enter back, Escape ends it. */
export function FindBar({ find, label, placeholder, focusOn }: FindBarProps) {
  const { t } = useTranslation('viewer')
  const input = useRef<HTMLInputElement>(null)
  useEffect(() => input.current?.select(), [focusOn])
  const press = (event: KeyboardEvent): void => {
    if (event.nativeEvent.isComposing) return
    if (event.key === 'Enter') find.step(event.shiftKey ? -1 : 1)
    else if (event.key === 'Escape') find.close()
    else return
    event.preventDefault()
    event.stopPropagation()
  }
  const { count } = find
  const values = { at: find.current + 1, count: count >= mostMatches ? `${count}+` : String(count) }
  return (
    <div className={styles.bar} role="search">
      <input
        ref={input}
        className={styles.input}
        value={find.query}
        placeholder={placeholder}
        aria-label={label}
        spellCheck={false}
        autoComplete="off"
        onChange={(event) => find.type(event.target.value)}
        onKeyDown={press}
      />
      <span className={styles.count} role="status">
        {find.query.trim() !== '' && (count === 0 ? t('noMatch') : t('matchOf', values))}
      </span>
      <IconButton icon={ChevronUp} label={t('findPrevious')} disabled={count === 0} onClick={() => find.step(-1)} />
      <IconButton icon={ChevronDown} label={t('findNext')} disabled={count === 0} onClick={() => find.step(1)} />
      <IconButton icon={X} label={t('findClose')} onClick={find.close} />
    </div>
  )
}
