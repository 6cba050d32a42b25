import type { SessionHeader, SessionHit } from '@shared/session/session-view'
import { Ellipsis, FileInput, FileOutput, Search, X } from 'lucide-react'
import { useDeferredValue, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '@renderer/state/connection'
import { useSessions } from '@renderer/state/chat/sessions-store'
import { useFolders } from '@renderer/state/chat/session-folders'
import { useShortcut } from '@renderer/state/window/shortcuts'
import { showSidebar } from '@renderer/state/window/columns'
import { ErrorNote } from '@renderer/ui/feedback/error-note'
import { IconButton } from '@renderer/ui/controls/button'
import { Skeleton } from '@renderer/ui/feedback/waiting'
import { useFetched } from '@renderer/ui/feedback/use-fetched'
import { useNow } from '@renderer/ui/feedback/use-now'
import { openExport } from '@renderer/state/library/exchange'
import { openImport } from '@renderer/state/library/imports'
import { Menu } from '@renderer/ui/controls/menu'
import { FolderDialog } from './session-folder-dialog'
import { groupSessions, type SessionRow, shownSnippet } from './session-rows'
import { SessionRows } from './session-rows-view'
import styles from './session-list.module.css'

const pauseMs = 160
const mostHits = 60

/** Every session by age, or those that a search finds. */
export function SessionList() {
  const { t, i18n } = useTranslation('sessions')
  const closed = useFolders((state) => state.closed)
  const headers = useSessions((state) => state.headers)
  const known = useSessions((state) => state.known)
  const [text, setText] = useState('')
  const list = useRef<HTMLDivElement>(null)
  const now = useNow()
  const query = text.trim()
  const search = () => call((client) => client.sessions.search({ query, limit: mostHits }))
  const { last, again } = useFetched(query === '' ? null : query, search, { pauseMs })
  // The hits of the query before stay while the next ones come, so that nothing blinks.
  const found = query === '' ? null : last
  const grouped = groupSessions(headers, { now, language: i18n.language, closed })
  const rows = useDeferredValue(query === '' ? grouped : foundRows(found?.value ?? [], headers))
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
            <ErrorNote error={found.error} onRetry={again} />
          </div>
        ) : rows.length > 0 ? (
          <SessionRows rows={rows} query={query} />
        ) : (
          <p className={styles.note} role="status">
            {query === '' ? t('none') : found ? t('noneFound', { query }) : ''}
          </p>
        )}
      </div>
      <FolderDialog />
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
  useShortcut('search_sessions', () => {
    showSidebar()
    input.current?.focus()
    input.current?.select()
  })
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
function foundRows(hits: readonly SessionHit[], headers: readonly SessionHeader[]): SessionRow[] {
  const known = new Map(headers.map((header) => [header.id, header]))
  return hits.flatMap(({ header, snippet }) => {
    const current = known.get(header.id)
    return current ? [{ kind: 'session' as const, header: current, snippet: shownSnippet(snippet, current.title) }] : []
  })
}

/** The menu for all chats. */
function SessionsMenu() {
  const { t } = useTranslation('exchange')
  return (
    <Menu
      items={[
        { id: 'export', text: t('menu.exportAll'), icon: FileOutput, run: () => openExport() },
        { id: 'import', text: t('menu.import'), icon: FileInput, run: openImport },
      ]}
      trigger={<IconButton icon={Ellipsis} label={t('menu.label')} />}
    />
  )
}
