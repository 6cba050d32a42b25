import { safeStorage } from 'electron'
import type { Keychain } from '@engine/ports/keychain'

/**
 * The system's keychain through Electron: Keychain on a Mac, DPAPI on Windows, libsecret or KWallet on Linux. There Electron falls back to a
 * password that is written in its own source (`basic_text`): that counts as none. It is first asked for anything when a person wants
 * backups with a passphrase. To be used once Electron is ready.
 */
export const systemKeychain: Keychain = {
  async isThere() {
    const isKnown =
      process.platform !== 'linux' || !/^(?:basic_text|unknown)$/u.test(safeStorage.getSelectedStorageBackend())
    return isKnown && (await safeStorage.isAsyncEncryptionAvailable())
  },
  seal: (secret) => safeStorage.encryptStringAsync(secret),
  open: async (sealed) => (await safeStorage.decryptStringAsync(sealed)).result,
}
