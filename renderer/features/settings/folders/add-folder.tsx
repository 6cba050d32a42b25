import type { ErrorReport } from '@shared/errors'
import { FolderPlus } from 'lucide-react'
import { type SyntheticEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useConnection } from '@renderer/state/connection'
import { addFolder, pickFolder } from '@renderer/state/library/folders'
import { Button } from '@renderer/ui/controls/button'
import { TextField } from '@renderer/ui/controls/text-field'
import { ErrorNote } from '@renderer/ui/feedback/error-note'
import styles from './folders.module.css'

/** Adds a folder: chosen in the system's dialog where there is one, else by its path. */
export function AddFolder() {
  const { t } = useTranslation('settings')
  const canPick = useConnection((state) => state.shell?.native_files ?? false)
  const [path, setPath] = useState('')
  const [error, setError] = useState<ErrorReport | null>(null)
  const add = async (chosen: string) => {
    const refused = await addFolder(chosen)
    setError(refused)
    if (!refused) setPath('')
  }
  const submit = (event: SyntheticEvent) => {
    event.preventDefault()
    if (path.trim() !== '') void add(path.trim())
  }
  const pick = async () => {
    const chosen = await pickFolder()
    if (chosen !== undefined) await add(chosen)
  }
  return (
    <form className={styles.form} onSubmit={submit}>
      <TextField
        label={t('folders.path')}
        hint={t('folders.pathHint')}
        value={path}
        onChange={({ target }) => {
          setPath(target.value)
          setError(null)
        }}
      />
      {error && <ErrorNote error={error} nothingLost />}
      <div className={styles.buttons}>
        <Button type="submit" size="small" disabled={path.trim() === ''}>
          {t('folders.add')}
        </Button>
        {canPick && (
          <Button size="small" icon={FolderPlus} onClick={() => void pick()}>
            {t('folders.pick')}
          </Button>
        )}
      </div>
    </form>
  )
}
