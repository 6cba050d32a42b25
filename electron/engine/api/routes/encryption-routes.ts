import type { EncryptionDesk } from '@engine/ports/encryption-desk'
import { api } from '../implementation'

/** Encryption of chats and notes: on, off, another passphrase, and whether the keychain opens the store. */
export function encryptionRoutes(desk: EncryptionDesk) {
  return {
    state: api.encryption.state.handler(() => desk.state()),
    turn_on: api.encryption.turn_on.handler(({ input }) => desk.turnOn(input)),
    turn_off: api.encryption.turn_off.handler(({ input }) => desk.turnOff(input.passphrase)),
    change_passphrase: api.encryption.change_passphrase.handler(({ input }) =>
      desk.changePassphrase(input.passphrase, input.next),
    ),
    keep_in_keychain: api.encryption.keep_in_keychain.handler(({ input }) => desk.keepInKeychain(input.keep)),
  }
}
