import type { SessionHeader } from '@shared/session/session-view'
import { Ellipsis, FileOutput, FolderInput, Pencil, Pin, PinOff, Trash2 } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { useEffect, useRef, useState } from 'react'
import { openExport } from '@renderer/state/library/exchange'
import { startMoving } from '@renderer/state/chat/session-folders'
import {
  pinSession,
  renameSession,
  startRenaming,
  stopRenaming,
  useRenaming,
} from '@renderer/state/chat/sessions-store'
import { classes } from '@renderer/ui/classes'
import { ContextMenu, Menu, type MenuItem } from '@renderer/ui/controls/menu'
import { IconButton } from '@renderer/ui/controls/button'
import { Marked } from '@renderer/ui/text/marked'
import { safeName } from '@renderer/ui/text/safe-name'
import { textLanguage } from '@renderer/ui/text/text-language'
import styles from './session-list.module.css'

interface SessionItemProps {
  readonly header: SessionHeader
  readonly snippet: string
  readonly query: string
  readonly current: boolean
  readonly running: boolean
  /** It stands under its folder. */
  readonly inside: boolean
  /** Whether Tab stops here; arrows reach the others. */
  readonly reachable: boolean
  readonly onOpen: () => void
  readonly onDelete: () => void
}

/** A session: its title, the snippet that the search found, and its menu. */
export function SessionItem({
  header,
  snippet,
  query,
  current,
  running,
  inside,
  reachable,
  onOpen,
  onDelete,
}: SessionItemProps) {
  const { t } = useTranslation('sessions')
  const renaming = useRenaming((state) => state.id === header.id)
  const title = safeName(header.title)
  const items = useSessionMenu(header, onDelete)
  if (renaming) return <RenameField header={header} />
  return (
    <ContextMenu items={items}>
      <div className={classes(styles.item, inside && styles.inside, current && styles.current)}>
        <button
          type="button"
          className={styles.open}
          data-row={header.id}
          tabIndex={reachable ? 0 : -1}
          aria-current={current ? 'page' : undefined}
          title={title}
          onClick={onOpen}
          onDoubleClick={() => startRenaming(header.id)}
        >
          <span className={styles.titleLine}>
            {running && <span className={styles.running} role="img" aria-label={t('running')} title={t('running')} />}
            <bdi className={styles.title} lang={textLanguage(title)}>
              <Marked text={title} query={query} />
            </bdi>
          </span>
          {snippet !== '' && (
            <bdi className={styles.snippet}>
              <Marked text={safeName(snippet)} query={query} />
            </bdi>
          )}
        </button>
        <Menu
          items={items}
          trigger={
            <IconButton
              icon={Ellipsis}
              label={t('more', { title })}
              tabIndex={reachable ? 0 : -1}
              className={styles.more}
            />
          }
        />
      </div>
    </ContextMenu>
  )
}

/** The menu of a session, for its button and for a right click. */
function useSessionMenu(header: SessionHeader, onDelete: () => void): MenuItem[] {
  const { t } = useTranslation(['sessions', 'exchange', 'app'])
  return [
    { id: 'rename', text: t('rename'), icon: Pencil, keys: ['F2'], run: () => startRenaming(header.id) },
    header.pinned
      ? { id: 'unpin', text: t('unpin'), icon: PinOff, run: () => void pinSession(header.id, false) }
      : { id: 'pin', text: t('pin'), icon: Pin, run: () => void pinSession(header.id, true) },
    {
      id: 'move',
      text: t('folders.move'),
      icon: FolderInput,
      run: () => startMoving(header.id, header.folder ?? ''),
    },
    { id: 'export', text: t('exchange:menu.export'), icon: FileOutput, run: () => openExport(header.id) },
    { id: 'delete', text: t('app:delete'), icon: Trash2, keys: ['Del'], danger: true, apart: true, run: onDelete },
  ]
}

/** The title of a session as a field: Enter and leaving it keep what was typed, Escape does not. */
function RenameField({ header }: { readonly header: SessionHeader }) {
  const { t } = useTranslation('sessions')
  const [text, setText] = useState(header.title)
  const input = useRef<HTMLInputElement>(null)
  const over = useRef(false)
  useEffect(() => {
    // A menu that closes gives the focus back to its button first.
    const frame = requestAnimationFrame(() => {
      input.current?.focus()
      input.current?.select()
    })
    return () => cancelAnimationFrame(frame)
  }, [])
  const finish = (keep: boolean, refocus: boolean) => {
    if (over.current) return
    over.current = true
    const title = text.trim()
    stopRenaming()
    if (keep && title !== '' && title !== header.title) void renameSession(header.id, title)
    if (!refocus) return
    requestAnimationFrame(() => document.querySelector<HTMLElement>(`[data-row="${header.id}"]`)?.focus())
  }
  return (
    <input
      ref={input}
      className={styles.rename}
      value={text}
      maxLength={200}
      aria-label={t('renameLabel')}
      onChange={(event) => setText(event.target.value)}
      onBlur={() => finish(true, false)}
      onKeyDown={(event) => {
        if (event.nativeEvent.isComposing) return
        event.stopPropagation()
        if (event.key !== 'Enter' && event.key !== 'Escape') return
        event.preventDefault()
        finish(event.key === 'Enter', true)
      }}
    />
  )
}
