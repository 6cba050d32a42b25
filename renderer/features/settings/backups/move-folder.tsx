import { FolderOutput } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useConnection } from '@renderer/state/connection'
import { leaveDataFolder, moveDataFolder, readAskedMove, useAskedMove } from '@renderer/state/backups/data-folder'
import { pickFolder } from '@renderer/state/library/folders'
import { Button } from '@renderer/ui/controls/button'
import { TextField } from '@renderer/ui/controls/text-field'
import { ErrorNote } from '@renderer/ui/feedback/error-note'
import { safeName } from '@renderer/ui/text/safe-name'
import styles from '../settings.module.css'

/** Moves the data folder: at once in a window, which starts again for it, and at the next start in a browser. */
export function MoveFolder() {
  const { t } = useTranslation('settings')
  const asked = useAskedMove(({ move }) => move?.asked)
  const open = useConnection(({ status }) => status === 'open')
  const hasDialog = useConnection(({ shell }) => shell?.native_files ?? false)
  useEffect(() => {
    if (open) readAskedMove().catch(() => undefined)
  }, [open])
  return (
    <div className={styles.block}>
      <p className={styles.name}>{t('data.move')}</p>
      <p className={styles.text}>{t('data.moveText')}</p>
      {asked && !asked.failed ? (
        <div role="status" className={styles.folder}>
          <p className={styles.good}>{t('data.moveAsked', { replace: { folder: safeName(asked.to) } })}</p>
          <Button size="small" onClick={() => void leaveDataFolder()}>
            {t('data.stay')}
          </Button>
        </div>
      ) : (
        <Place hasDialog={hasDialog} />
      )}
      {asked?.failed && (
        <ErrorNote
          error={asked.failed}
          title={t('data.moveFailed', { replace: { folder: safeName(asked.to) } })}
          nothingLost
        />
      )}
    </div>
  )
}

function Place({ hasDialog }: { readonly hasDialog: boolean }) {
  const { t } = useTranslation('settings')
  const [path, setPath] = useState('')
  const choose = async () => {
    const chosen = await pickFolder()
    if (chosen !== undefined) await moveDataFolder(chosen)
  }
  if (hasDialog) {
    return (
      <div className={styles.folder}>
        <Button size="small" icon={FolderOutput} onClick={() => void choose()}>
          {t('data.moveNow')}
        </Button>
      </div>
    )
  }
  return (
    <div className={styles.backup}>
      <TextField
        label={t('data.moveTo')}
        hint={t('data.moveHint')}
        value={path}
        onChange={(event) => setPath(event.target.value)}
      />
      <div className={styles.folder}>
        <Button size="small" disabled={path.trim() === ''} onClick={() => void moveDataFolder(path.trim())}>
          {t('data.moveNext')}
        </Button>
      </div>
    </div>
  )
}
