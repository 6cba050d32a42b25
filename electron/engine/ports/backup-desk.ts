import type { BackupStep, RestoreStep } from '@shared/api/backup-api'

/** Backups of the store, and what is brought back from them. */
export interface BackupDesk {
  /**
   * Backs the library up into a file, new or one that holds earlier backups; only what is new is written, and everything is read back.
   * Throws CairnError INVALID_INPUT (no backup, altered, inside the store), DISK_FULL, PERMISSION_DENIED.
   */
  backUp(path: string, signal?: AbortSignal): AsyncGenerator<BackupStep>
  /**
   * Adds what a backup has and this store lacks; nothing that is here changes. Throws CairnError INVALID_INPUT for a file that is no backup, was
   * altered or is cut off, with nothing done; STORE_TOO_NEW.
   */
  restore(
    input: { readonly path: string; readonly whole_part: boolean },
    signal?: AbortSignal,
  ): AsyncGenerator<RestoreStep>
}
