import type { ErrorReport } from '@shared/errors'
import { FolderPlus } from 'lucide-react'
import { type SyntheticEvent, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useConnection } from '@renderer/state/connection'
import { type FolderSeen, lookIntoFolder, pickFolder } from '@renderer/state/library/folders'
import { Button } from '@renderer/ui/controls/button'
import { TextField } from '@renderer/ui/controls/text-field'
import { ErrorNote } from '@renderer/ui/feedback/error-note'
import styles from './folders.module.css'
import { NewFolderDialog } from './new-folder-dialog'

/** Adds a folder: chosen in the system's dialog where there is one, else by its path; then asks how it is to be followed. */
export function AddFolder() {
  const { t } = useTranslation('settings')
  const canPick = useConnection((state) => state.shell?.native_files ?? false)
  const [path, setPath] = useState('')
  const [error, setError] = useState<ErrorReport | null>(null)
  const [seen, setSeen] = useState<FolderSeen | null>(null)
  /** Of the look that is under way. */
  const stop = useRef<AbortController | null>(null)
  const look = async (chosen: string) => {
    stop.current?.abort()
    const { signal } = (stop.current = new AbortController())
    const found = await lookIntoFolder(chosen, signal)
    if (signal.aborted) return
    if ('error' in found) setError(found.error)
    else setSeen(found)
  }
  const submit = (event: SyntheticEvent) => {
    event.preventDefault()
    if (path.trim() !== '') void look(path.trim())
  }
  const pick = async () => {
    const chosen = await pickFolder()
    if (chosen !== undefined) await look(chosen)
  }
  const close = (isAdded: boolean) => {
    setSeen(null)
    if (isAdded) setPath('')
  }
  return (
    <>
      <form className={styles.form} onSubmit={submit}>
        <TextField
          label={t('folders.path')}
          hint={t('folders.pathHint')}
          value={path}
          onChange={({ target }) => {
            stop.current?.abort()
            setPath(target.value)
            setError(null)
          }}
        />
        {error && <ErrorNote error={error} nothingLost />}
        <div className={styles.buttons}>
          <Button type="submit" size="small" disabled={path.trim() === ''}>
            {t('folders.choose')}
          </Button>
          {canPick && (
            <Button size="small" icon={FolderPlus} onClick={() => void pick()}>
              {t('folders.pick')}
            </Button>
          )}
        </div>
      </form>
      {seen && <NewFolderDialog {...seen} onClose={close} />}
    </>
  )
}
