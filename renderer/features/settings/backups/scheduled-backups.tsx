import { overdueSince } from '@shared/api/store/backup-api'
import type { Settings } from '@shared/settings'
import { FolderOpen } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { changeBackups, readBackupSchedule, useBackupSchedule } from '@renderer/state/backups/backup-schedule'
import { useConnection } from '@renderer/state/connection'
import { pickFolder } from '@renderer/state/library/folders'
import { useSettings } from '@renderer/state/settings-store'
import { Button } from '@renderer/ui/controls/button'
import { Segmented } from '@renderer/ui/controls/segmented'
import { Select } from '@renderer/ui/controls/select'
import { SettingRow } from '@renderer/ui/controls/setting-row'
import { TextField } from '@renderer/ui/controls/text-field'
import { ErrorNote } from '@renderer/ui/feedback/error-note'
import { dayAndTimeText } from '@renderer/ui/text/relative-text'
import { RelativeTime } from '@renderer/ui/text/relative-time'
import { useNow } from '@renderer/ui/feedback/use-now'
import { safeName } from '@renderer/ui/text/safe-name'
import { SealedBackups } from './sealed-backups'
import styles from '../settings.module.css'

const rhythms: readonly Settings['backups']['every'][] = ['never', 'day', 'week']
const keeps = [1, 3, 7, 14, 30, 100]

/** Backups that Cairn makes by itself: how often, where, and how the last one went. */
export function ScheduledBackups() {
  const { t } = useTranslation('settings')
  const { every, folder, keep } = useSettings(({ settings }) => settings.backups)
  const kept = [...new Set([...keeps, keep])].toSorted((a, b) => a - b)
  return (
    <div className={styles.moments}>
      <SettingRow name={t('backup.every')} text={t('backup.everyText')}>
        {({ labelledBy }) => (
          <Segmented
            labelledBy={labelledBy}
            value={every}
            options={rhythms.map((value) => ({ value, text: t(`backup.rhythm.${value}`) }))}
            onChange={(value) => void changeBackups({ every: value })}
          />
        )}
      </SettingRow>
      {every !== 'never' && (
        <>
          <FolderField key={folder} folder={folder} />
          <SettingRow name={t('backup.keep')} text={t('backup.keepText')}>
            {({ labelledBy }) => (
              <Select
                value={String(keep)}
                labelledBy={labelledBy}
                options={kept.map((count) => ({ value: String(count), text: t('backup.kept_moments', { count }) }))}
                onChange={(value) => void changeBackups({ keep: Number(value) })}
              />
            )}
          </SettingRow>
          <SealedBackups />
          {folder !== '' && <Standing key={`${every} ${folder}`} />}
        </>
      )}
    </div>
  )
}

/** Taken over when the field is left, so that half a path is never one. */
function FolderField({ folder }: { readonly folder: string }) {
  const { t } = useTranslation('settings')
  const [path, setPath] = useState(folder)
  const hasDialog = useConnection(({ shell }) => shell?.native_files ?? false)
  const take = (chosen: string) => {
    if (chosen.trim() !== folder) void changeBackups({ folder: chosen.trim() })
  }
  const choose = async () => {
    const chosen = await pickFolder()
    if (chosen !== undefined) take(chosen)
  }
  return (
    <div className={styles.backup}>
      <TextField
        label={t('backup.folder')}
        hint={t('backup.folderHint')}
        value={path}
        onChange={(event) => setPath(event.target.value)}
        onBlur={() => take(path)}
        onKeyDown={(event) => event.key === 'Enter' && take(path)}
      />
      {hasDialog && (
        <div className={styles.folder}>
          <Button size="small" icon={FolderOpen} onClick={() => void choose()}>
            {t('data.change')}
          </Button>
        </div>
      )}
    </div>
  )
}

function Standing() {
  const { t } = useTranslation('settings')
  const { schedule, error, changes } = useBackupSchedule()
  const now = useNow()
  const open = useConnection(({ status }) => status === 'open')
  useEffect(() => {
    if (open) void readBackupSchedule()
  }, [open, changes])
  if (error) return <ErrorNote error={error} onRetry={() => void readBackupSchedule()} />
  if (!schedule) return null
  const { last, there, failed, running } = schedule
  const since = overdueSince(schedule, now)
  return (
    <div role="status">
      {running && <p className={styles.text}>{t('backup.running.back_up')}</p>}
      {last && (
        <p className={styles.good}>
          {t('backup.last')} <RelativeTime time={last.made_at} /> · {safeName(last.path)}
        </p>
      )}
      {last && !there.last && <p className={styles.text}>{t('backup.lastGone')}</p>}
      {last?.old_list && <OldList known={last.old_list.known_at} />}
      {since !== null && <p className={styles.text}>{t('backup.late', { when: dayAndTimeText(since) })}</p>}
      {!there.folder && !failed && <p className={styles.text}>{t('backup.folderGone')}</p>}
      {!last && !running && !failed && <p className={styles.text}>{t('backup.soon')}</p>}
      {failed && <ErrorNote error={failed.error} title={t('backup.notMade')} />}
    </div>
  )
}

interface OldListProps {
  /** When the list of documents was last known to be the newest, milliseconds since the epoch; null where that is not known. */
  readonly known: number | null
}

/** Says of a backup that its list of documents may be old, because the shared library could not be asked. */
export function OldList({ known }: OldListProps) {
  const { t } = useTranslation('settings')
  return (
    <p className={styles.text}>
      {known === null ? t('backup.listUnknown') : t('backup.listOld', { when: dayAndTimeText(known) })}
    </p>
  )
}
