import { setImmediate } from 'node:timers/promises'
import type { BackupReport, RestoreReport } from '@shared/api/backup-api'
import type { BackupDesk } from '@engine/ports/backup-desk'

const made_at = Date.UTC(2026, 10, 26, 12)

export const madeBackup: BackupReport = {
  ...{ path: '/backups/cairn.tar', made_at, byte_size: 4096, new_bytes: 2048, moments: 2, damaged: [] },
  counts: { documents: 3, sessions: 2, research: 0, notebooks: 1 },
}

export const restoredBackup: RestoreReport = {
  made_at,
  documents: { added: 2, here: 1, beside: ['notes.md'], incomplete: [] },
  sessions: { added: 1, here: 1, beside: [] },
  research: 0,
  notebooks: { added: 1, beside: [] },
  at_next_start: ['settings.json'],
  kept: [],
}

/** Backups that are made at once and nowhere. */
export function fakeBackups(): BackupDesk & { readonly asked: string[] } {
  const asked: string[] = []
  return {
    asked,
    async *backUp(path) {
      asked.push(`back up ${path}`)
      await setImmediate()
      yield { type: 'done', report: { ...madeBackup, path } }
    },
    async *restore({ path, whole_part }) {
      asked.push(`restore ${path}${whole_part ? ' whole part' : ''}`)
      await setImmediate()
      yield { type: 'done', report: restoredBackup }
    },
  }
}
