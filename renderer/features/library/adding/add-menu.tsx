import { BookOpen, ChevronDown, FileText, FolderOpen, Globe, Plus, Text, Waypoints } from 'lucide-react'
import { useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { useConnection } from '@renderer/state/connection'
import { addSample, pickAndAdd } from '@renderer/state/library/library-store'
import { addChosen } from '@renderer/state/library/uploads'
import { runAction, useShortcutKeys } from '@renderer/state/window/shortcuts'
import { Button } from '@renderer/ui/controls/button'
import { FileInput } from '@renderer/ui/documents/file-input'
import { Menu, type MenuItem } from '@renderer/ui/controls/menu'
import { openDialog } from '../dialogs/library-dialog'
import { targetCollection } from './use-adding'

/** Every way to add documents. */
export function AddMenu() {
  const { t } = useTranslation('library')
  const folder = useRef<HTMLInputElement>(null)
  const native = useConnection((state) => state.shell?.native_files ?? false)
  const keys = useShortcutKeys('add_files')
  const chooseFolder = () => {
    if (native) void pickAndAdd('folder', targetCollection())
    else folder.current?.click()
  }
  const items: MenuItem[] = [
    { id: 'files', text: t('add.files'), icon: FileText, keys, run: () => runAction('add_files') },
    { id: 'folder', text: t('add.folder'), icon: FolderOpen, run: chooseFolder },
    ...(native ? [] : [{ id: 'path', text: t('add.path'), icon: Waypoints, run: () => openDialog({ kind: 'path' }) }]),
    { id: 'text', text: t('add.text'), icon: Text, run: () => openDialog({ kind: 'text', text: '' }) },
    { id: 'page', text: t('add.page'), icon: Globe, run: () => openDialog({ kind: 'page', address: '' }) },
    { id: 'sample', text: t('add.sample'), icon: BookOpen, apart: true, run: () => void addSample() },
  ]
  return (
    <>
      <Menu
        items={items}
        trigger={
          <Button icon={Plus} look="primary">
            {t('add.label')}
            <ChevronDown size={14} strokeWidth={1.75} aria-hidden />
          </Button>
        }
      />
      <FileInput
        ref={folder}
        folder
        onChosen={(list) => void addChosen(list, targetCollection())}
        data-testid="choose-folder"
      />
    </>
  )
}
