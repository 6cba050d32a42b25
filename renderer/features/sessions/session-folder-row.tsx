import { ChevronRight, Ellipsis, Folder, FolderOutput, Pencil } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { dissolveFolder, startRenamingFolder, toggleFolder } from '@renderer/state/chat/session-folders'
import { IconButton } from '@renderer/ui/controls/button'
import { ContextMenu, Menu, type MenuItem } from '@renderer/ui/controls/menu'
import { safeName } from '@renderer/ui/text/safe-name'
import { numberText } from '@renderer/ui/text/figure-text'
import styles from './session-list.module.css'

interface FolderRowProps {
  readonly name: string
  /** Chats in it. */
  readonly count: number
  readonly open: boolean
}

/** The heading of a folder: a press shows or hides its chats. */
export function FolderRow({ name, count, open }: FolderRowProps) {
  const { t } = useTranslation('sessions')
  const shown = safeName(name)
  const items: MenuItem[] = [
    { id: 'rename', text: t('folders.rename'), icon: Pencil, run: () => startRenamingFolder(name) },
    { id: 'dissolve', text: t('folders.dissolve'), icon: FolderOutput, run: () => void dissolveFolder(name) },
  ]
  return (
    <ContextMenu items={items}>
      <div className={styles.item}>
        <h2 className={styles.folder}>
          <button
            type="button"
            className={styles.folderName}
            aria-expanded={open}
            title={shown}
            onClick={() => toggleFolder(name)}
          >
            <ChevronRight size={12} strokeWidth={2} className={styles.chevron} aria-hidden />
            <Folder size={14} strokeWidth={1.75} className={styles.icon} aria-hidden />
            <bdi className={styles.title}>{shown}</bdi>
            <span className={styles.count} aria-label={t('folders.count', { count })}>
              {numberText(count)}
            </span>
          </button>
        </h2>
        <Menu
          items={items}
          trigger={<IconButton icon={Ellipsis} label={t('folders.more', { name: shown })} className={styles.more} />}
        />
      </div>
    </ContextMenu>
  )
}
