import { setImmediate } from 'node:timers/promises'
import type { BackupMoments, BackupReport, BackupSchedule, RestoreReport } from '@shared/api/store/backup-api'
import type { BackupDesk } from '@engine/ports/backup-desk'

const made_at = Date.UTC(2026, 10, 26, 12)

export const madeBackup: BackupReport = {
  ...{ path: '/backups/cairn.tar', made_at, byte_size: 4096, new_bytes: 2048, moments: 2, damaged: [] },
  old_list: null,
  counts: { documents: 3, sessions: 2, research: 0, notebooks: 1, question_sets: 0, evaluation_runs: 0 },
}

export const restoredBackup: RestoreReport = {
  made_at,
  documents: { added: 2, here: 1, beside: ['notes.md'], incomplete: [] },
  sessions: { added: 1, here: 1, beside: [] },
  research: 0,
  notebooks: { added: 1, beside: [] },
  question_sets: 1,
  evaluation_runs: 2,
  at_next_start: ['settings.json'],
  kept: [],
}

export const heldMoments: BackupMoments = {
  moments: [
    {
      made_at: made_at - 86_400_000,
      cairn: '1.0.0',
      counts: { documents: 2, sessions: 1, research: 0, notebooks: 0, question_sets: 0, evaluation_runs: 0 },
    },
    {
      made_at,
      cairn: '1.0.0',
      counts: { documents: 3, sessions: 2, research: 0, notebooks: 1, question_sets: 0, evaluation_runs: 0 },
    },
  ],
  is_whole: true,
}

/** Backups that are made at once and nowhere. */
export function fakeBackups(): BackupDesk & { readonly asked: string[]; standing: BackupSchedule } {
  const asked: string[] = []
  return {
    asked,
    standing: {
      last: null,
      there: { folder: true, last: true },
      due_at: null,
      running: false,
      passphrase: 'none',
      failed: null,
    },
    async *backUp({ path, keep, passphrase }) {
      asked.push(`back up ${path}${keep === undefined ? '' : ` keep ${keep}`}${withPassphrase(passphrase)}`)
      await setImmediate()
      yield { type: 'done', report: { ...madeBackup, path } }
    },
    async *restore({ path, whole_part, made_at: moment, passphrase }) {
      const at = moment === undefined ? '' : ` of ${new Date(moment).toISOString()}`
      asked.push(`restore ${path}${whole_part ? ' whole part' : ''}${at}${withPassphrase(passphrase)}`)
      await setImmediate()
      yield { type: 'done', report: restoredBackup }
    },
    moments: () => Promise.resolve(heldMoments),
    schedule() {
      return Promise.resolve(this.standing)
    },
    keepPassphrase(passphrase) {
      asked.push(`keep${withPassphrase(passphrase ?? 'none')}`)
      return Promise.resolve(this.standing)
    },
  }
}

function withPassphrase(passphrase: string | undefined): string {
  return passphrase === undefined ? '' : ` with ${passphrase}`
}
