import { BookOpen, ChevronDown, FileText, FolderOpen, Globe, Plus, Text, Waypoints } from 'lucide-react'
import { useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { useConnection } from '@renderer/state/connection'
import { addSample, pickAndAdd } from '@renderer/state/library/library-store'
import { addChosen } from '@renderer/state/library/uploads'
import { useShortcut, useShortcutKeys } from '@renderer/state/window/shortcuts'
import { Button } from '@renderer/ui/controls/button'
import { FileInput } from '@renderer/ui/documents/file-input'
import { Menu, type MenuItem } from '@renderer/ui/controls/menu'
import { openDialog } from '../dialogs/library-dialog'
import { targetCollection } from './use-adding'

/** Every way to add documents. */
export function AddMenu() {
  const { t } = useTranslation('library')
  const files = useRef<HTMLInputElement>(null)
  const folder = useRef<HTMLInputElement>(null)
  const native = useConnection((state) => state.shell?.native_files ?? false)
  const keys = useShortcutKeys('add_files')
  const choose = (kind: 'files' | 'folder') => {
    if (native) void pickAndAdd(kind, targetCollection())
    else (kind === 'files' ? files : folder).current?.click()
  }
  useShortcut('add_files', () => choose('files'))
  const add = (list: FileList) => void addChosen(list, targetCollection())
  const items: MenuItem[] = [
    { id: 'files', text: t('add.files'), icon: FileText, keys, run: () => choose('files') },
    { id: 'folder', text: t('add.folder'), icon: FolderOpen, run: () => choose('folder') },
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
      <FileInput ref={files} onChosen={add} data-testid="choose-files" />
      <FileInput ref={folder} folder onChosen={add} data-testid="choose-folder" />
    </>
  )
}
