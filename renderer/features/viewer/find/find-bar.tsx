import { ChevronDown, ChevronUp, X } from 'lucide-react'
import { type KeyboardEvent, useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { IconButton } from '@renderer/ui/controls/button'
import styles from './find-bar.module.css'
import { mostMatches } from './find-text'
import type { Find } from './use-find'

/** Finding words in the document: Enter goes on, Shift+Enter back, Escape ends it. */
export function FindBar({ find, focusOn }: { readonly find: Find; readonly focusOn: number }) {
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
  const count = find.found.length
  const values = { at: find.current + 1, count: count >= mostMatches ? `${count}+` : String(count) }
  return (
    <div className={styles.bar} role="search">
      <input
        ref={input}
        className={styles.input}
        value={find.query}
        placeholder={t('findPlaceholder')}
        aria-label={t('find')}
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
