import type { SessionHeader } from '@shared/session/session-view'
import { Ellipsis, FileOutput, Pencil, Pin, PinOff, Trash2 } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { openExport } from '@renderer/state/library/exchange'
import { pinSession, startRenaming, useRenaming } from '@renderer/state/chat/sessions-store'
import { classes } from '@renderer/ui/classes'
import { ContextMenu } from '@renderer/ui/controls/context-menu'
import { IconButton } from '@renderer/ui/controls/button'
import { Marked } from '@renderer/ui/text/marked'
import { Menu, type MenuItem } from '@renderer/ui/controls/menu'
import { safeName } from '@renderer/ui/text/safe-name'
import { RenameField } from './rename-field'
import styles from './session-list.module.css'

interface SessionItemProps {
  readonly header: SessionHeader
  readonly snippet: string
  readonly query: string
  readonly current: boolean
  readonly running: boolean
  /** Whether Tab stops here; arrows reach the others. */
  readonly reachable: boolean
  readonly onOpen: () => void
  readonly onDelete: () => void
}

/** One session: its title, what the search found in it, and what can be done with it. */
export function SessionItem({
  header,
  snippet,
  query,
  current,
  running,
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
      <div className={classes(styles.item, current && styles.current)}>
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
            <bdi className={styles.title}>
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
              size="small"
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

/** What can be done with a session, from its button and by the other mouse button. */
function useSessionMenu(header: SessionHeader, onDelete: () => void): MenuItem[] {
  const { t } = useTranslation(['sessions', 'exchange', 'app'])
  return [
    { id: 'rename', text: t('rename'), icon: Pencil, keys: ['F2'], run: () => startRenaming(header.id) },
    header.pinned
      ? { id: 'unpin', text: t('unpin'), icon: PinOff, run: () => void pinSession(header.id, false) }
      : { id: 'pin', text: t('pin'), icon: Pin, run: () => void pinSession(header.id, true) },
    { id: 'export', text: t('exchange:menu.export'), icon: FileOutput, run: () => openExport(header.id) },
    { id: 'delete', text: t('app:delete'), icon: Trash2, keys: ['Del'], danger: true, apart: true, run: onDelete },
  ]
}
