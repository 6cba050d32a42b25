import type { SessionHeader } from '@shared/session/session-view'
import { useVirtualizer } from '@tanstack/react-virtual'
import { type KeyboardEvent, type RefObject, useEffect, useEffectEvent, useMemo, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useShallow } from 'zustand/react/shallow'
import { startRenaming, trashSession, useRunning } from '@renderer/state/chat/sessions-store'
import { useSettings } from '@renderer/state/settings-store'
import { go, useRoute } from '@renderer/state/window/address'
import { focused } from '@renderer/state/window/shown-document'
import { FolderRow } from './session-folder-row'
import { rowBeside, rowToFocus } from './row-to-focus'
import type { SessionRow } from './session-rows'
import { SessionItem } from './session-item'
import styles from './session-list.module.css'

interface SessionRowsProps {
  readonly rows: readonly SessionRow[]
  readonly query: string
}

/** The rows themselves: only those in sight exist, one of them takes the focus, arrows move it. */
export function SessionRows({ rows, query }: SessionRowsProps) {
  const { t } = useTranslation('sessions')
  const scroll = useRef<HTMLDivElement>(null)
  const currentId = useRoute((route) => (route.view === 'chat' ? route.sessionId : null))
  const running = useRunning(useShallow((state) => [...new Set(state.turns.values())]))
  const textSize = useSettings((state) => state.settings.text_size)
  const ids = useMemo(() => rows.map((row) => (row.kind === 'session' ? row.header.id : '')), [rows])

  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroll.current,
    estimateSize: (at) => heightOf(rows[at]),
    getItemKey: (at) => keyOf(rows[at]),
    overscan: 8,
  })
  useEffect(() => virtual.measure(), [virtual, textSize, rows])

  const scrollTo = (at: number) => virtual.scrollToIndex(at)
  const { activeId, setActiveId, remove, press } = useRowFocus({ rows, ids, scroll, scrollTo })
  const active = [activeId, currentId].find((id) => id !== null && ids.includes(id)) ?? ids.find((id) => id !== '')
  return (
    // eslint-disable-next-line jsx-a11y/no-static-element-interactions -- keys are those of the rows inside
    <div ref={scroll} className={styles.scroll} onKeyDown={press}>
      <ul className={styles.rows} style={{ height: virtual.getTotalSize() }} aria-label={t('sessions')}>
        {virtual.getVirtualItems().map(({ key, index, start, size }) => {
          const row = rows[index]
          if (!row) return null
          return (
            <li key={key} className={styles.place} style={{ height: size, transform: `translateY(${start}px)` }}>
              {row.kind === 'group' ? (
                <h2 className={styles.group}>{t(`groups.${row.group}`)}</h2>
              ) : row.kind === 'folder' ? (
                <FolderRow name={row.name} count={row.count} open={row.open} />
              ) : (
                <SessionItem
                  header={row.header}
                  snippet={row.snippet}
                  query={query}
                  current={row.header.id === currentId}
                  running={running.includes(row.header.id)}
                  inside={query === '' && row.header.folder !== undefined}
                  reachable={row.header.id === active}
                  onDelete={() => remove(row.header)}
                  onOpen={() => {
                    setActiveId(row.header.id)
                    go({ view: 'chat', sessionId: row.header.id })
                  }}
                />
              )}
            </li>
          )
        })}
      </ul>
    </div>
  )
}

interface RowFocusInput {
  readonly rows: readonly SessionRow[]
  /** Of the sessions in the rows; empty for a heading. */
  readonly ids: readonly string[]
  readonly scroll: RefObject<HTMLElement | null>
  readonly scrollTo: (at: number) => void
}

/** Which row Tab stops at, and how keys and deleting move the focus on from it. */
function useRowFocus({ rows, ids, scroll, scrollTo }: RowFocusInput) {
  const [activeId, setActiveId] = useState<string | null>(null)
  /** The session that is being deleted from its menu, and which one is to have the focus then. */
  const leaving = useRef<{ readonly id: string; readonly next: string | null } | null>(null)
  const focusRow = (at: number) => {
    const id = ids[at]
    if (id === undefined || id === '') return
    scrollTo(at)
    focusSession(id)
  }
  const focusSession = (id: string) => {
    setActiveId(id)
    // The row may only exist after the list has scrolled to it.
    requestAnimationFrame(() => scroll.current?.querySelector<HTMLElement>(`[data-row="${id}"]`)?.focus())
  }
  /** Deletes a session from its menu: the focus, which goes with it, goes on to the row beside it. */
  const remove = (header: SessionHeader) => {
    leaving.current = { id: header.id, next: ids[rowBeside(ids.indexOf(header.id), ids)] ?? null }
    void trashSession(header)
  }
  const goOn = useEffectEvent(() => {
    const { id, next } = leaving.current ?? { id: '', next: null }
    if (id === '' || ids.includes(id)) return
    leaving.current = null
    // The menu gives the focus back to its button first, which is gone.
    requestAnimationFrame(() => next !== null && focused() === null && focusSession(next))
  })
  useEffect(() => goOn(), [ids])
  const press = (event: KeyboardEvent) => {
    const from = document.activeElement instanceof HTMLElement ? document.activeElement.dataset['row'] : undefined
    const at = from === undefined ? -1 : ids.indexOf(from)
    const row = rows[at]
    if (row?.kind !== 'session') return
    const next = rowToFocus(event.key, at, ids)
    if (next !== null) focusRow(next)
    else if (event.key === 'F2') startRenaming(row.header.id)
    else if (event.key === 'Delete') {
      focusRow(rowBeside(at, ids))
      void trashSession(row.header)
    } else return
    event.preventDefault()
  }
  return { activeId, setActiveId, remove, press }
}

/** One that stays with its row when others come and go. */
function keyOf(row: SessionRow | undefined): string {
  if (row?.kind === 'session') return row.header.id
  return row?.kind === 'folder' ? `folder ${row.name}` : `group ${row?.group ?? ''}`
}

/** CSS pixels; the rows are sized in rem, which the text size changes. */
function heightOf(row: SessionRow | undefined): number {
  const rem = Number.parseFloat(getComputedStyle(document.documentElement).fontSize) || 16
  if (row?.kind === 'group') return 1.875 * rem
  return (row?.kind === 'session' && row.snippet !== '' ? 3.25 : 1.9375) * rem
}
