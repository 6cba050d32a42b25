import { Search, X } from 'lucide-react'
import { type KeyboardEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { setLibraryFilter, useLibraryFilter } from '@renderer/state/library/library-filter'
import { IconButton } from '@renderer/ui/controls/button'
import styles from './filter-bar.module.css'

/** What names and texts are searched for. Down and Enter go to what was found, Escape empties it. */
export function SearchField() {
  const { t } = useTranslation('library')
  const text = useLibraryFilter((state) => state.text)
  const press = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return
    if (event.key === 'Escape' && text !== '') {
      event.preventDefault()
      setLibraryFilter({ text: '' })
    } else if (event.key === 'ArrowDown' || event.key === 'Enter') {
      event.preventDefault()
      firstFound()?.focus()
    }
  }
  return (
    <div className={styles.search}>
      <Search size={15} strokeWidth={1.75} className={styles.glass} aria-hidden />
      <input
        type="text"
        value={text}
        onChange={(event) => setLibraryFilter({ text: event.target.value })}
        onKeyDown={press}
        placeholder={t('filter.text')}
        aria-label={t('filter.text')}
        autoComplete="off"
        spellCheck={false}
        className={styles.input}
      />
      {text !== '' && (
        <IconButton
          icon={X}
          label={t('filter.clearText')}
          className={styles.clear}
          onClick={() => setLibraryFilter({ text: '' })}
        />
      )}
    </div>
  )
}

/** The first sentence that was found, or the list of documents. */
function firstFound(): HTMLElement | null {
  return document.querySelector<HTMLElement>('[data-text-hits] [data-row], [role="grid"]')
}
