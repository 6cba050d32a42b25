import type { BackupSchedule } from '@shared/api/store/backup-api'
import { type ErrorReport, reportedError, toCairnError } from '@shared/errors'
import type { SettingsPatch } from '@shared/settings'
import { create } from 'zustand'
import { call } from '../connection'
import { changeSettings } from '../settings-store'
import { attempt, notifyError } from '../window/notices'
import { useBackups } from './backup-work'

interface Standing {
  /** How the backups stand that are made by themselves; null before it was read. */
  readonly schedule: BackupSchedule | null
  /** Why that could not be read. */
  readonly error: ErrorReport | null
  /** How often it has changed since the window opened: what is shown is then read anew. */
  readonly changes: number
}

export const useBackupSchedule = create<Standing>(() => ({ schedule: null, error: null, changes: 0 }))

/** The engine says that one began, was made or failed. Of a failure people are told wherever they are. */
export function receiveBackupChange(failed: ErrorReport | null): void {
  useBackupSchedule.setState(({ changes }) => ({ changes: changes + 1 }))
  if (failed && !isShownHere(failed)) notifyError(reportedError(failed), 'settings:backup.notMade')
}

/** Whether it is this window's own backup: the place that began it tells of its end. */
function isShownHere({ message }: ErrorReport): boolean {
  const { running, failed: own } = useBackups.getState()
  return running?.work === 'back_up' || (own?.work === 'back_up' && own.error.message === message)
}

/** Changes what is made by itself, and reads how that stands then. */
export async function changeBackups(backups: NonNullable<SettingsPatch['backups']>): Promise<void> {
  await changeSettings({ backups })
  await readBackupSchedule()
}

/** Has the keychain keep the passphrase, or forget it; false where it did not. */
export async function keepPassphrase(passphrase: string | null): Promise<boolean> {
  return attempt(async () => {
    const schedule = await call((client) => client.backups.keep_passphrase({ passphrase }))
    useBackupSchedule.setState({ schedule, error: null })
  })
}

export async function readBackupSchedule(): Promise<void> {
  try {
    useBackupSchedule.setState({ schedule: await call((client) => client.backups.schedule()), error: null })
  } catch (thrown) {
    useBackupSchedule.setState({ error: toCairnError(thrown).report() })
  }
}
