import { ChevronDown, FileBox, FolderOpen, Plus, Waypoints } from 'lucide-react'
import { type ChangeEvent, useCallback, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useConnection } from '@renderer/state/connection'
import { sayOthers } from '@renderer/state/window/drops'
import { addChosenModels, addModelPaths, pickModels } from '@renderer/state/models/model-adds'
import { Button } from '@renderer/ui/controls/button'
import { Dialog } from '@renderer/ui/controls/dialog'
import { Menu, type MenuItem } from '@renderer/ui/controls/menu'
import { TextField } from '@renderer/ui/controls/text-field'
import styles from '../models.module.css'

/** Every way to add a model that is on this machine already. */
export function AddModelMenu() {
  const { t } = useTranslation('models')
  const files = useRef<HTMLInputElement>(null)
  const folder = useRef<HTMLInputElement>(null)
  const [asking, setAsking] = useState(false)
  const native = useConnection((state) => state.shell?.native_files ?? false)
  // React has no property for it.
  const asFolder = useCallback((input: HTMLInputElement | null) => {
    input?.setAttribute('webkitdirectory', '')
    folder.current = input
  }, [])
  const choose = (kind: 'files' | 'folder') => {
    if (native) void pickModels(kind)
    else (kind === 'files' ? files : folder).current?.click()
  }
  const chosen = ({ currentTarget }: ChangeEvent<HTMLInputElement>) => {
    if (currentTarget.files) sayOthers(addChosenModels(currentTarget.files))
    // So that the same file can be chosen again.
    currentTarget.value = ''
  }
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
          <Button size="small">
            <Plus size={14} strokeWidth={1.75} aria-hidden />
            {t('add.label')}
            <ChevronDown size={14} strokeWidth={1.75} aria-hidden />
          </Button>
        }
      />
      <input ref={files} type="file" multiple hidden onChange={chosen} data-testid="choose-model-files" />
      <input ref={asFolder} type="file" multiple hidden onChange={chosen} data-testid="choose-model-folder" />
      {asking && <PathDialog onClose={() => setAsking(false)} />}
    </>
  )
}

/** Asks for the path of a model on the engine's machine: nothing is sent then, however large it is. */
function PathDialog({ onClose }: { readonly onClose: () => void }) {
  const { t } = useTranslation(['models', 'app'])
  const [text, setText] = useState('')
  const path = text.trim().replace(/^(["'])(.+)\1$/u, '$2')
  return (
    <Dialog open onClose={onClose} title={t('add.pathTitle')}>
      <form
        className={styles.dialogForm}
        onSubmit={(event) => {
          event.preventDefault()
          if (path === '') return
          onClose()
          addModelPaths([path])
        }}
      >
        <TextField
          label={t('add.pathField')}
          hint={t('add.pathHint')}
          placeholder={t('add.pathExample')}
          value={text}
          onChange={(event) => setText(event.target.value)}
        />
        <div className={styles.dialogButtons}>
          <Button onClick={onClose}>{t('app:cancel')}</Button>
          <Button type="submit" look="primary" disabled={path === ''}>
            {t('add.submit')}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
