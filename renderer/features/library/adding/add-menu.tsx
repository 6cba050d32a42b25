import { BookOpen, ChevronDown, FileText, FolderOpen, Plus, Text, Waypoints } from 'lucide-react'
import { type ChangeEvent, useCallback, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { useConnection } from '@renderer/state/connection'
import { addSample } from '@renderer/state/library/library-store'
import { addChosen } from '@renderer/state/library/uploads'
import { useShortcutKeys } from '@renderer/state/window/shortcuts'
import { Button } from '@renderer/ui/controls/button'
import { Menu, type MenuItem } from '@renderer/ui/controls/menu'
import { openDialog } from '../dialogs/dialog-form'
import { targetCollection, useAddShortcut, useChoose } from './use-adding'

/** Every way to add documents. */
export function AddMenu() {
  const { t } = useTranslation('library')
  const files = useRef<HTMLInputElement>(null)
  const folder = useRef<HTMLInputElement>(null)
  const native = useConnection((state) => state.shell?.native_files ?? false)
  const keys = useShortcutKeys('add_files')
  const choose = useChoose(files, folder)
  useAddShortcut(choose)
  // React has no property for it.
  const asFolder = useCallback((input: HTMLInputElement | null) => {
    input?.setAttribute('webkitdirectory', '')
    folder.current = input
  }, [])
  const chosen = ({ currentTarget }: ChangeEvent<HTMLInputElement>) => {
    if (currentTarget.files) void addChosen(currentTarget.files, targetCollection())
    // So that the same file can be chosen again.
    currentTarget.value = ''
  }
  const items: MenuItem[] = [
    { id: 'files', text: t('add.files'), icon: FileText, keys, run: () => choose('files') },
    { id: 'folder', text: t('add.folder'), icon: FolderOpen, run: () => choose('folder') },
    ...(native ? [] : [{ id: 'path', text: t('add.path'), icon: Waypoints, run: () => openDialog({ kind: 'path' }) }]),
    { id: 'text', text: t('add.text'), icon: Text, run: () => openDialog({ kind: 'text', text: '' }) },
    { id: 'sample', text: t('add.sample'), icon: BookOpen, apart: true, run: () => void addSample() },
  ]
  return (
    <>
      <Menu
        items={items}
        trigger={
          <Button look="primary">
            <Plus size={16} strokeWidth={1.75} aria-hidden />
            {t('add.label')}
            <ChevronDown size={14} strokeWidth={1.75} aria-hidden />
          </Button>
        }
      />
      <input ref={files} type="file" multiple hidden onChange={chosen} data-testid="choose-files" />
      <input ref={asFolder} type="file" multiple hidden onChange={chosen} data-testid="choose-folder" />
    </>
  )
}
