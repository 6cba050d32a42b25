import type { EncryptionState } from '@shared/api/store/encryption-state'

/**
 * Encryption of what lies in the store: documents and what is made of them, chats, research, notes and evaluations. A
 * passphrase that is lost opens nothing, and nobody can help.
 */
export interface EncryptionDesk {
  state(): Promise<EncryptionState>
  /**
   * Seals what is written from now on, and in the background what there is. With `keep` the system's keychain opens the store from then on. Throws
   * CairnError INVALID_INPUT (on already, or still at work, or a passphrase that is too short), STORE_UNUSABLE (no keychain), DISK_FULL.
   */
  turnOn(options: { readonly passphrase: string; readonly keep: boolean }): Promise<EncryptionState>
  /** Writes everything in clear again. Throws PASSWORD_WRONG, INVALID_INPUT. */
  turnOff(passphrase: string): Promise<EncryptionState>
  /** Has another passphrase open the same key; nothing is written anew. Throws PASSWORD_WRONG, INVALID_INPUT. */
  changePassphrase(passphrase: string, next: string): Promise<EncryptionState>
  /** Throws INVALID_INPUT where nothing is sealed, STORE_UNUSABLE without a keychain. */
  keepInKeychain(keep: boolean): Promise<EncryptionState>
}
