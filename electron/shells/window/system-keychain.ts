import { safeStorage } from 'electron'
import type { Keychain } from '@engine/platform/sealing/kept-secret'

/**
 * The system's keychain through Electron: Keychain on a Mac, DPAPI on Windows, libsecret or KWallet on Linux. There Electron falls back to a
 * password that is written in its own source (`basic_text`): that counts as none. It is first asked for anything when a person wants
 * it to keep something, and at each start where it keeps the key of the store. To be used once Electron is ready.
 */
export const systemKeychain: Keychain = {
  async isThere() {
    // On a Mac and on Windows there is one kind only.
    const isKnown =
      process.platform !== 'linux' || !/^(?:basic_text|unknown)$/u.test(safeStorage.getSelectedStorageBackend())
    return isKnown && (await safeStorage.isAsyncEncryptionAvailable())
  },
  seal: (secret) => safeStorage.encryptStringAsync(secret),
  async open(sealed) {
    const { result } = await safeStorage.decryptStringAsync(sealed)
    return result
  },
}
