import { join } from 'node:path'
import type { BackupSchedule } from '@shared/api/store/backup-api'
import { CairnError } from '@shared/errors'
import { type Keychain, KeptSecret } from '@engine/platform/sealing/kept-secret'

export interface KeptPassphraseParts {
  /** The store folder, absolute. */
  readonly folder: string
  /** Absent where the shell has none: a browser, a terminal. */
  readonly keychain?: Keychain | undefined
  readonly write: (path: string, bytes: Uint8Array) => Promise<void>
}

/** The passphrase of backups that are made by themselves, in `backup-passphrase` of the store, sealed by the system's keychain. */
export class KeptPassphrase {
  readonly #kept: KeptSecret

  constructor({ folder, keychain, write }: KeptPassphraseParts) {
    this.#kept = new KeptSecret({ path: join(folder, 'backup-passphrase'), keychain, write, noKeychain })
  }

  state(): Promise<BackupSchedule['passphrase']> {
    return this.#kept.state()
  }

  /** Keeps it, or forgets it (null). Throws STORE_UNUSABLE without a keychain. */
  keep(passphrase: string | null): Promise<void> {
    return this.#kept.keep(passphrase)
  }

  /** Throws STORE_UNUSABLE without a keychain, PASSWORD_NEEDED where none was kept or it was kept on another machine. */
  async open(): Promise<string> {
    if ((await this.#kept.state()) === 'no_keychain') throw noKeychain()
    const passphrase = await this.#kept.open()
    if (typeof passphrase === 'string') return passphrase
    throw new CairnError(
      'PASSWORD_NEEDED',
      passphrase === undefined
        ? 'No passphrase was given for the backups that Cairn makes by itself.'
        : 'The system’s keychain does not open the passphrase of the backups that Cairn makes by itself.',
      'Give it in Settings, Data.',
    )
  }
}

function noKeychain(): CairnError {
  return new CairnError(
    'STORE_UNUSABLE',
    'There is no keychain here that could keep the passphrase, so no backup with one is made by itself.',
    'Use Cairn’s window on a system with a keychain, or make such backups yourself: cairn backup --passphrase.',
  )
}
