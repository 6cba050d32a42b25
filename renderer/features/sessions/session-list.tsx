import { Search, X } from 'lucide-react'
import { useDeferredValue, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useSessions } from '@renderer/state/chat/sessions-store'
import { onShortcut } from '@renderer/state/window/shortcuts'
import { showSidebar } from '@renderer/state/window/view'
import { ErrorNote } from '@renderer/ui/feedback/error-note'
import { IconButton } from '@renderer/ui/controls/button'
import { Skeleton } from '@renderer/ui/feedback/waiting'
import { useNow } from '@renderer/ui/feedback/use-now'
import { groupSessions, type SessionRow, shownSnippet } from './session-rows'
import { SessionRows } from './session-rows-view'
import styles from './session-list.module.css'
import { SessionsMenu } from './sessions-menu'
import { useSessionSearch } from './use-session-search'

/** Every session by age, or those that a search finds. */
export function SessionList() {
  const { t } = useTranslation('sessions')
  const headers = useSessions((state) => state.headers)
  const known = useSessions((state) => state.known)
  const [text, setText] = useState('')
  const [again, setAgain] = useState(0)
  const list = useRef<HTMLDivElement>(null)
  const now = useNow()
  const query = text.trim()
  const found = useSessionSearch(query, again)
  const rows = useDeferredValue(query === '' ? groupSessions(headers, now) : foundRows(found, headers))

  const firstRow = () => list.current?.querySelector<HTMLElement>('[data-row][tabindex="0"]')?.focus()
  return (
    <section className={styles.section} aria-label={t('sessions')}>
      <div className={styles.search}>
        <SearchField text={text} onChange={setText} onLeave={firstRow} />
        <SessionsMenu />
      </div>
      <div ref={list} className={styles.body}>
        {!known ? (
          <Skeleton lines={5} label={t('loading')} />
        ) : found?.error ? (
          <div className={styles.note}>
            <ErrorNote error={found.error} onRetry={() => setAgain((times) => times + 1)} />
          </div>
        ) : rows.length > 0 ? (
          <SessionRows rows={rows} query={query} />
        ) : (
          <p className={styles.note} role="status">
            {query === '' ? t('none') : found ? t('noneFound', { query }) : ''}
          </p>
        )}
      </div>
    </section>
  )
}

interface SearchFieldProps {
  readonly text: string
  readonly onChange: (text: string) => void
  /** Down was pressed: the rows take the focus. */
  readonly onLeave: () => void
}

/** Searches sessions; Escape empties it. */
function SearchField({ text, onChange, onLeave }: SearchFieldProps) {
  const { t } = useTranslation('sessions')
  const input = useRef<HTMLInputElement>(null)
  useEffect(
    () =>
      onShortcut('search_sessions', () => {
        showSidebar()
        input.current?.focus()
        input.current?.select()
        return true
      }),
    [],
  )
  return (
    <div className={styles.field}>
      <Search size={14} strokeWidth={1.75} className={styles.glass} aria-hidden />
      <input
        ref={input}
        type="search"
        className={styles.input}
        placeholder={t('search')}
        aria-label={t('search')}
        value={text}
        maxLength={200}
        spellCheck={false}
        onChange={(event) => onChange(event.target.value)}
        onKeyDown={(event) => {
          if (event.nativeEvent.isComposing) return
          if (event.key === 'Escape' && text !== '') {
            event.preventDefault()
            onChange('')
          } else if (event.key === 'ArrowDown') {
            event.preventDefault()
            onLeave()
          }
        }}
      />
      {text !== '' && (
        <IconButton
          size="small"
          icon={X}
          label={t('clearSearch')}
          onClick={() => {
            onChange('')
            input.current?.focus()
          }}
        />
      )}
    </div>
  )
}

/** A hit is shown with the header as it is now; one that was deleted since is left out. */
function foundRows(
  found: ReturnType<typeof useSessionSearch>,
  headers: ReturnType<typeof useSessions.getState>['headers'],
): SessionRow[] {
  if (!found) return []
  const known = new Map(headers.map((header) => [header.id, header]))
  return found.hits.flatMap(({ header, snippet }) => {
    const current = known.get(header.id)
    return current ? [{ kind: 'session' as const, header: current, snippet: shownSnippet(snippet, current.title) }] : []
  })
}
