import type { BackupReport, RestoreReport } from '@shared/api/store/backup-api'
import { FileSearch, FolderOpen } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { decimalText } from '@renderer/ui/text/figure-text'
import { backUpTo, lookInto, showBackups, stopBackup, useBackups } from '@renderer/state/backups/backup-work'
import { useConnection } from '@renderer/state/connection'
import { pickFile, pickNewFile } from '@renderer/state/library/folders'
import { Button } from '@renderer/ui/controls/button'
import { TextField } from '@renderer/ui/controls/text-field'
import { ErrorNote } from '@renderer/ui/feedback/error-note'
import { ProgressBar } from '@renderer/ui/feedback/progress-bar'
import { safeName } from '@renderer/ui/text/safe-name'
import { MomentChoice } from './moment-choice'
import { OldList, ScheduledBackups } from './scheduled-backups'
import styles from '../settings.module.css'

/** Backs everything up into a file, and brings it back from one. */
export function BackupBlock() {
  const { t } = useTranslation('settings')
  const [path, setPath] = useState('')
  const [secret, setSecret] = useState('')
  const { running, made, restored, found, failed } = useBackups()
  useEffect(showBackups, [])
  const file = path.trim()
  const backup = { path: file, passphrase: secret === '' ? undefined : secret }
  const again = () => void (failed?.work === 'back_up' ? backUpTo(backup) : lookInto(backup))
  return (
    <div className={styles.block}>
      <p className={styles.name}>{t('backup.title')}</p>
      <p className={styles.text}>{t('backup.text')}</p>
      <div className={styles.backup}>
        <FileField path={path} onChange={setPath} />
        <TextField
          type="password"
          autoComplete="new-password"
          label={t('backup.passphrase')}
          hint={t('backup.passphraseHint')}
          value={secret}
          onChange={(event) => setSecret(event.target.value)}
        />
        <div className={styles.folder}>
          {running ? (
            <Button size="small" onClick={stopBackup}>
              {t('data.stop')}
            </Button>
          ) : (
            <>
              <Button size="small" disabled={file === ''} onClick={() => void backUpTo(backup)}>
                {t('backup.now')}
              </Button>
              <Button size="small" disabled={file === ''} onClick={() => void lookInto(backup)}>
                {t('backup.restore')}
              </Button>
            </>
          )}
        </div>
      </div>
      <div role="status">
        {running && (
          <div className={styles.progress}>
            <ProgressBar done={running.done} total={running.total} label={t(`backup.running.${running.work}`)} />
            <p className={styles.text}>{t(`backup.running.${running.work}`)}</p>
          </div>
        )}
        {found && <MomentChoice key={found.path} {...found} />}
        {made && <Made report={made} />}
        {restored && <Restored report={restored} />}
      </div>
      {failed && <ErrorNote error={failed.error} nothingLost onRetry={again} />}
      <ScheduledBackups />
    </div>
  )
}

interface FileFieldProps {
  readonly path: string
  readonly onChange: (path: string) => void
}

function FileField({ path, onChange }: FileFieldProps) {
  const { t } = useTranslation('settings')
  return (
    <>
      <TextField
        label={t('backup.file')}
        hint={t('backup.fileHint')}
        value={path}
        onChange={(event) => onChange(event.target.value)}
      />
      <ChooseFile onChosen={onChange} />
    </>
  )
}

/** The system's dialogs, where there are any: a folder for a new file, or a backup that is there. */
function ChooseFile({ onChosen }: { readonly onChosen: (path: string) => void }) {
  const { t } = useTranslation('settings')
  const hasDialog = useConnection(({ shell }) => shell?.native_files ?? false)
  if (!hasDialog) return null
  const take = async (chosen: Promise<string | undefined>) => {
    const path = await chosen
    if (path !== undefined) onChosen(path)
  }
  return (
    <div className={styles.folder}>
      <Button size="small" icon={FolderOpen} onClick={() => void take(pickNewFile('cairn-backup.tar'))}>
        {t('backup.chooseFolder')}
      </Button>
      <Button size="small" icon={FileSearch} onClick={() => void take(pickFile())}>
        {t('backup.chooseFile')}
      </Button>
    </div>
  )
}

function Made({ report }: { readonly report: BackupReport }) {
  const { t } = useTranslation('settings')
  const { counts, byte_size, new_bytes, damaged, old_list } = report
  const megabytes = (bytes: number) => decimalText(bytes / 1e6, 1)
  return (
    <>
      <p className={styles.good}>{t('backup.made', { ...counts })}</p>
      <p className={styles.text}>
        <span className="numeric">{t('backup.size', { size: megabytes(byte_size), fresh: megabytes(new_bytes) })}</span>
      </p>
      {old_list && <OldList known={old_list.known_at} />}
      <Names names={damaged} text={(name) => t('backup.damaged', { replace: { name } })} />
    </>
  )
}

function Restored({ report }: { readonly report: RestoreReport }) {
  const { t } = useTranslation('settings')
  const { documents, sessions, notebooks, at_next_start, kept } = report
  return (
    <>
      <p className={styles.good}>
        {t('backup.restored', { documents: documents.added, here: documents.here, chats: sessions.added })}
      </p>
      <Names
        names={[...documents.beside, ...sessions.beside, ...notebooks.beside]}
        text={(name) => t('backup.beside', { replace: { name } })}
      />
      <Names names={documents.incomplete} text={(name) => t('backup.incomplete', { replace: { name } })} />
      <Names names={at_next_start} text={(name) => t('backup.atNextStart', { replace: { name } })} />
      <Names names={kept} text={(name) => t('backup.kept', { replace: { name } })} />
    </>
  )
}

function Names({ names, text }: { readonly names: readonly string[]; readonly text: (name: string) => string }) {
  if (names.length === 0) return null
  return (
    <ul className={styles.problems}>
      {[...new Set(names)].map((name) => (
        <li key={name}>{safeName(text(name))}</li>
      ))}
    </ul>
  )
}
