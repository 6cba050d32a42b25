import type { EncryptionState } from '@shared/api/store/encryption-state'
import { type ErrorReport, toCairnError } from '@shared/errors'
import { create } from 'zustand'
import type { Client } from '@renderer/bridge/connect'
import { call } from './connection'
import { letWordsStay } from './kept-entries'
import { attempt } from './window/notices'

interface Standing {
  /** How the store is kept on the disk; null before it was read. */
  readonly encryption: EncryptionState | null
  /** Why that could not be read. */
  readonly error: ErrorReport | null
}

export const useEncryption = create<Standing>(() => ({ encryption: null, error: null }))

export function receiveEncryption(encryption: EncryptionState): void {
  letWordsStay(!encryption.on)
  useEncryption.setState({ encryption, error: null })
}

export async function readEncryption(): Promise<void> {
  try {
    receiveEncryption(await call((client) => client.encryption.state()))
  } catch (thrown) {
    useEncryption.setState({ error: toCairnError(thrown).report() })
  }
}

export function turnEncryptionOn(passphrase: string, keep: boolean): Promise<ErrorReport | null> {
  return act((client) => client.encryption.turn_on({ passphrase, keep }))
}

export function turnEncryptionOff(passphrase: string): Promise<ErrorReport | null> {
  return act((client) => client.encryption.turn_off({ passphrase }))
}

export function changeEncryptionPassphrase(passphrase: string, next: string): Promise<ErrorReport | null> {
  return act((client) => client.encryption.change_passphrase({ passphrase, next }))
}

/** Has the system's keychain open the store, or no longer. */
export function keepInKeychain(keep: boolean): Promise<boolean> {
  return attempt(async () => receiveEncryption(await call((client) => client.encryption.keep_in_keychain({ keep }))))
}

/** Resolves with why the engine refused, where it did. */
async function act(run: (client: Client) => Promise<EncryptionState>): Promise<ErrorReport | null> {
  try {
    receiveEncryption(await call(run))
    return null
  } catch (thrown) {
    return toCairnError(thrown).report()
  }
}
