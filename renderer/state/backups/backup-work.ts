import type { BackupMoments, BackupReport, RestoreReport } from '@shared/api/store/backup-api'
import { type ErrorReport, reportedError, toCairnError } from '@shared/errors'
import { create } from 'zustand'
import { call } from '../connection'
import { go } from '../window/address'
import { notify, notifyError } from '../window/notices'

export type BackupWork = 'back_up' | 'look' | 'restore'

/** A backup's file, and what opens it; without a passphrase where anybody can read it. */
export interface Backup {
  readonly path: string
  readonly passphrase: string | undefined
}

interface BackupsState {
  readonly running: { readonly work: BackupWork; readonly done: number; readonly total: number } | null
  readonly made: BackupReport | null
  readonly restored: RestoreReport | null
  /** The moments of a backup, where there are several to choose from. */
  readonly found: (Backup & { readonly moments: BackupMoments['moments'] }) | null
  readonly failed: { readonly work: BackupWork; readonly error: ErrorReport } | null
}

const nothing = { running: null, made: null, restored: null, found: null, failed: null }

/** The backup or restore that is under way, or the last one; it stays when the settings are left. */
export const useBackups = create<BackupsState>(() => nothing)

let working: AbortController | undefined
/** How many places on the screen show how it goes. */
let onShow = 0

/** While a place shows how it goes, until the returned function is called, no notice tells of its end. */
export function showBackups(): () => void {
  onShow += 1
  return () => {
    onShow -= 1
  }
}

export async function backUpTo(backup: Backup): Promise<void> {
  await run('back_up', async (signal) => {
    const steps = await call((client) => client.backups.back_up(backup, { signal }))
    for await (const step of steps) {
      if (step.type === 'progress') show('back_up', step)
      else useBackups.setState({ made: step.report })
    }
  })
}

/** Restores a backup that holds one moment; of one that holds several, a person chooses. */
export async function lookInto(backup: Backup): Promise<void> {
  const found: BackupMoments['moments'] = []
  await run('look', async (signal) => {
    const { moments } = await call((client) => client.backups.moments(backup, { signal }))
    found.push(...moments)
    if (moments.length > 1) useBackups.setState({ found: { ...backup, moments } })
  })
  if (found.length === 1) await restoreFrom(backup)
}

/** Restores the last moment of a backup, or the one that was made then. */
export async function restoreFrom(backup: Backup, made_at?: number): Promise<void> {
  await run('restore', async (signal) => {
    const steps = await call((client) => client.backups.restore({ ...backup, made_at }, { signal }))
    for await (const step of steps) {
      if (step.type === 'progress') show('restore', step)
      else useBackups.setState({ restored: step.report })
    }
  })
}

export function forgetMoments(): void {
  useBackups.setState({ found: null })
}

export function stopBackup(): void {
  working?.abort()
}

function show(work: BackupWork, { done, total }: { readonly done: number; readonly total: number }): void {
  useBackups.setState({ running: { work, done, total } })
}

async function run(work: BackupWork, act: (signal: AbortSignal) => Promise<void>): Promise<void> {
  if (working) return
  const controller = new AbortController()
  working = controller
  useBackups.setState({ ...nothing, running: { work, done: 0, total: 0 } })
  try {
    await act(controller.signal)
  } catch (thrown) {
    const error = toCairnError(thrown)
    if (!controller.signal.aborted && error.code !== 'CANCELLED') {
      useBackups.setState({ failed: { work, error: error.report() } })
    }
  } finally {
    working = undefined
    useBackups.setState({ running: null })
    if (onShow === 0) tellOfEnd()
  }
}

/** A backup takes long, and people turn to something else meanwhile. */
function tellOfEnd(): void {
  const { made, restored, found, failed } = useBackups.getState()
  const told = { lifeMs: null, action: { key: 'settings:backup.show', run: () => go({ view: 'settings' }) } } as const
  if (made) notify({ key: 'settings:backup.made', values: made.counts, ...told })
  if (restored) {
    const { documents, sessions } = restored
    const values = { documents: documents.added, here: documents.here, chats: sessions.added }
    notify({ key: 'settings:backup.restored', values, ...told })
  }
  if (found) notify({ key: 'settings:backup.chooseMoment', values: { count: found.moments.length }, ...told })
  if (failed) notifyError(reportedError(failed.error), failedKeys[failed.work])
}

const failedKeys = {
  back_up: 'settings:backup.notMade',
  look: 'settings:backup.notRestored',
  restore: 'settings:backup.notRestored',
} as const
