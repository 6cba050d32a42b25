import type { EncryptionDesk } from '@engine/ports/encryption-desk'
import type { Engine } from '@engine/ports/engine-interface'
import { api, typed } from '../implementation'

/** The store as a whole: where it lies, whether it is whole, and what makes it so again. */
export function storeRoutes(
  engine: Pick<
    Engine,
    'info' | 'library' | 'keepLibraryKeys' | 'check' | 'repair' | 'rebuild' | 'askedMove' | 'askForMove'
  >,
) {
  return {
    info: api.store.info.handler(() => engine.info()),
    library: api.store.library.handler(() => engine.library()),
    keep_keys: api.store.keep_keys.handler(({ input }) => engine.keepLibraryKeys(input.keep)),
    check: api.store.check.handler(() => engine.check()),
    repair: api.store.repair.handler(({ signal }) => typed(engine.repair(signal))),
    rebuild: api.store.rebuild.handler(({ signal }) => typed(engine.rebuild(signal))),
    moving: api.store.moving.handler(() => engine.askedMove()),
    move: api.store.move.handler(({ input }) => engine.askForMove(input.to)),
    stay: api.store.stay.handler(() => engine.askForMove(null)),
  }
}

/** Encryption of the store: on, off, another passphrase, and whether the keychain opens the store. */
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
