import type { BackupMoments, BackupSchedule, BackupStep, RestoreStep } from '@shared/api/store/backup-api'

/** A backup and what opens it. */
export interface OpenBackup {
  /** Absolute. */
  readonly path: string
  /** Absent for one that anybody can read. */
  readonly passphrase?: string | undefined
}

export interface BackUpRequest extends OpenBackup {
  /** How many moments the file is to keep; all by default. */
  readonly keep?: number | undefined
}

export interface RestoreRequest extends OpenBackup {
  readonly whole_part: boolean
  /** Which moment, by when it was made; the last by default. */
  readonly made_at?: number | undefined
}

/** Backups of the store, and what is brought back from them. */
export interface BackupDesk {
  /**
   * Backs the library up into a file, new or one that holds earlier backups; only what is new is written, and everything is read back.
   * With a passphrase only that opens the file. Throws
   * CairnError FILE_CORRUPT (no backup, altered), INVALID_INPUT (inside the store, begun without a passphrase), FILE_VANISHED (no such folder),
   * PASSWORD_NEEDED, PASSWORD_WRONG, DISK_FULL, PERMISSION_DENIED.
   */
  backUp(input: BackUpRequest, signal?: AbortSignal): AsyncGenerator<BackupStep>
  /**
   * Adds what a backup has and this store lacks; nothing that is here changes. Throws CairnError FILE_VANISHED where there is no file, FILE_CORRUPT
   * for one that is no backup, was altered or is cut off, and FORMAT_UNSUPPORTED for one of a later Cairn, with nothing done; NOT_FOUND for a
   * moment that it does not hold; PASSWORD_NEEDED, PASSWORD_WRONG, STORE_TOO_NEW.
   */
  restore(input: RestoreRequest, signal?: AbortSignal): AsyncGenerator<RestoreStep>
  /** Reads a whole backup and says what it holds. Throws as `restore`. */
  moments(backup: OpenBackup, signal?: AbortSignal): Promise<BackupMoments>
  /** How the backups stand that are made by themselves. */
  schedule(): Promise<BackupSchedule>
  /**
   * Has the keychain keep the passphrase of those that are made by themselves; null forgets it. Throws STORE_UNUSABLE without a keychain, and
   * INVALID_INPUT for one that is too short.
   */
  keepPassphrase(passphrase: string | null): Promise<BackupSchedule>
}
