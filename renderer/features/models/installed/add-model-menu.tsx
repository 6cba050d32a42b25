import { ChevronDown, FileBox, FolderOpen, Plus, Waypoints } from 'lucide-react'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useConnection } from '@renderer/state/connection'
import { sayOthers } from '@renderer/state/window/drops'
import { addChosenModels, addModelPaths, pickModels } from '@renderer/state/models/model-adds'
import { Button } from '@renderer/ui/controls/button'
import { FileInput } from '@renderer/ui/documents/file-input'
import { Menu, type MenuItem } from '@renderer/ui/controls/menu'
import { PathDialog } from './path-dialog'

/** Every way to add a model that is on this machine already. */
export function AddModelMenu() {
  const { t } = useTranslation('models')
  const files = useRef<HTMLInputElement>(null)
  const folder = useRef<HTMLInputElement>(null)
  const [asking, setAsking] = useState(false)
  const native = useConnection((state) => state.shell?.native_files ?? false)
  const choose = (kind: 'files' | 'folder') => {
    if (native) void pickModels(kind)
    else (kind === 'files' ? files : folder).current?.click()
  }
  const add = (list: FileList) => sayOthers(addChosenModels(list))
  const items: MenuItem[] = [
    { id: 'files', text: t('add.files'), icon: FileBox, run: () => choose('files') },
    { id: 'folder', text: t('add.folder'), icon: FolderOpen, run: () => choose('folder') },
    ...(native ? [] : [{ id: 'path', text: t('add.path'), icon: Waypoints, run: () => setAsking(true) }]),
  ]
  return (
    <>
      <Menu
        items={items}
        trigger={
          <Button icon={Plus} size="small">
            {t('add.label')}
            <ChevronDown size={14} strokeWidth={1.75} aria-hidden />
          </Button>
        }
      />
      <FileInput ref={files} onChosen={add} data-testid="choose-model-files" />
      <FileInput ref={folder} folder onChosen={add} data-testid="choose-model-folder" />
      {asking && (
        <PathDialog
          title={t('add.pathTitle')}
          field={t('add.pathField')}
          example={t('add.pathExample')}
          onPath={(path) => addModelPaths([path])}
          onClose={() => setAsking(false)}
        />
      )}
    </>
  )
}
