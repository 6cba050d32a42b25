import type { EncryptionState } from '@shared/api/store/encryption-state'
import { CairnError } from '@shared/errors'
import type { EncryptionDesk } from '@engine/ports/encryption-desk'

/** Encryption that is done at once and of nothing. */
export function fakeEncryption(): EncryptionDesk & { readonly asked: string[]; standing: EncryptionState } {
  const asked: string[] = []
  let right = ''
  return {
    asked,
    standing: { on: false, work: null, trouble: null, keychain: 'no_keychain' },
    state() {
      return Promise.resolve(this.standing)
    },
    turnOn({ passphrase, keep }) {
      asked.push(`on${keep ? ' and keep' : ''}`)
      right = passphrase
      this.standing = { ...this.standing, on: true }
      return this.state()
    },
    turnOff(passphrase) {
      asked.push('off')
      if (passphrase !== right) return Promise.reject(new CairnError('PASSWORD_WRONG', 'The passphrase is wrong.'))
      this.standing = { ...this.standing, on: false }
      return this.state()
    },
    changePassphrase(passphrase, next) {
      asked.push('change')
      if (passphrase !== right) return Promise.reject(new CairnError('PASSWORD_WRONG', 'The passphrase is wrong.'))
      right = next
      return this.state()
    },
    keepInKeychain(keep) {
      asked.push(keep ? 'keep' : 'forget')
      this.standing = { ...this.standing, keychain: keep ? 'kept' : 'none' }
      return this.state()
    },
  }
}
