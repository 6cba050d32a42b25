import type { BackupReport, RestoreReport } from '@shared/api/backup-api'
import { type ErrorReport, toCairnError } from '@shared/errors'
import { create } from 'zustand'
import { call } from './connection'

export type BackupWork = 'back_up' | 'restore'

interface BackupsState {
  readonly running: { readonly work: BackupWork; readonly done: number; readonly total: number } | null
  readonly made: BackupReport | null
  readonly restored: RestoreReport | null
  readonly failed: { readonly work: BackupWork; readonly error: ErrorReport } | null
}

const nothing = { running: null, made: null, restored: null, failed: null }

/** The backup or restore that is under way, or the last one; it stays when the settings are left. */
export const useBackups = create<BackupsState>(() => nothing)

let working: AbortController | undefined

export async function backUpTo(path: string): Promise<void> {
  await run('back_up', async (signal) => {
    const steps = await call((client) => client.backups.back_up({ path }, { signal }))
    for await (const step of steps) {
      if (step.type === 'progress') show('back_up', step)
      else useBackups.setState({ made: step.report })
    }
  })
}

export async function restoreFrom(path: string): Promise<void> {
  await run('restore', async (signal) => {
    const steps = await call((client) => client.backups.restore({ path }, { signal }))
    for await (const step of steps) {
      if (step.type === 'progress') show('restore', step)
      else useBackups.setState({ restored: step.report })
    }
  })
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
  }
}
