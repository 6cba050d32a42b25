import { readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { BackupSchedule } from '@shared/api/backup-api'
import { CairnError, hasCode } from '@shared/errors'
import { exists } from '@engine/platform/durable-files'
import type { Keychain } from '@engine/ports/keychain'

export interface KeptPassphraseParts {
  /** The store folder, absolute. */
  readonly folder: string
  /** Absent where the shell has none: a browser, a terminal. */
  readonly keychain?: Keychain | undefined
  readonly write: (path: string, bytes: Uint8Array) => Promise<void>
}

/**
 * The passphrase of backups that are made by themselves, in `backup-passphrase` of the store, sealed by the system's keychain. Where there is no
 * keychain it is kept nowhere: beside the documents that it protects elsewhere it would protect nothing.
 */
export class KeptPassphrase {
  constructor(private readonly parts: KeptPassphraseParts) {}

  async state(): Promise<BackupSchedule['passphrase']> {
    if (!(await this.parts.keychain?.isThere())) return 'no_keychain'
    return (await exists(this.#path)) ? 'kept' : 'none'
  }

  /** Keeps it, or forgets it (null). Throws STORE_UNUSABLE without a keychain. */
  async keep(passphrase: string | null): Promise<void> {
    if (passphrase === null) return rm(this.#path, { force: true })
    const keychain = await this.#keychain()
    await this.parts.write(this.#path, await keychain.seal(passphrase))
  }

  /** Throws STORE_UNUSABLE without a keychain, PASSWORD_NEEDED where none was kept or it was kept on another machine. */
  async open(): Promise<string> {
    const keychain = await this.#keychain()
    try {
      return await keychain.open(await readFile(this.#path))
    } catch (thrown) {
      const isMissing = hasCode(thrown, 'ENOENT')
      throw new CairnError(
        'PASSWORD_NEEDED',
        isMissing
          ? 'No passphrase was given for the backups that Cairn makes by itself.'
          : 'The system’s keychain does not open the passphrase of the backups that Cairn makes by itself.',
        'Give it in Settings, Data.',
        { cause: thrown },
      )
    }
  }

  async #keychain(): Promise<Keychain> {
    const { keychain } = this.parts
    if (keychain && (await keychain.isThere())) return keychain
    throw new CairnError(
      'STORE_UNUSABLE',
      'There is no keychain here that could keep the passphrase, so no backup with one is made by itself.',
      'Use Cairn’s window on a system with a keychain, or make such backups yourself: cairn backup --passphrase.',
    )
  }

  get #path(): string {
    return join(this.parts.folder, 'backup-passphrase')
  }
}
