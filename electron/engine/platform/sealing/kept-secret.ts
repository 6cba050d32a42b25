import { readFile, rm } from 'node:fs/promises'
import { CairnError, hasCode } from '@shared/errors'
import { exists } from '@engine/platform/durable-files'

/** The system's keychain: it keeps a key of its own, with which a secret is sealed so that only this user on this machine opens it. */
export interface Keychain {
  /** False where the system has none, or only one that anybody could open. */
  isThere(): Promise<boolean>
  seal(secret: string): Promise<Buffer>
  /** Rejects where it was sealed by another user or on another machine. */
  open(sealed: Buffer): Promise<string>
}

export interface KeptSecretParts {
  /** Absolute path of the file that holds the sealed secret. */
  readonly path: string
  /** Absent where the shell has none: a browser, a terminal. */
  readonly keychain?: Keychain | undefined
  readonly write: (path: string, bytes: Uint8Array) => Promise<void>
  /** What is thrown where there is no keychain. */
  readonly noKeychain: () => CairnError
}

/** A secret that is kept, could be, or cannot be for want of a keychain. */
export type KeptSecretState = 'kept' | 'none' | 'no_keychain'

/**
 * A secret in a file of the store, sealed by the system's keychain. Where there is no keychain it is kept nowhere: beside what it protects it would
 * protect nothing.
 */
export class KeptSecret {
  #isForeign = false

  constructor(private readonly parts: KeptSecretParts) {}

  async state(): Promise<KeptSecretState> {
    if (!(await this.parts.keychain?.isThere())) return 'no_keychain'
    return !this.#isForeign && (await exists(this.parts.path)) ? 'kept' : 'none'
  }

  /** What was kept is not the secret of this place: it counts as none until another one is kept. */
  isOfAnother(): void {
    this.#isForeign = true
  }

  /** Keeps it, or forgets it (null). Throws STORE_UNUSABLE without a keychain. */
  async keep(secret: string | null): Promise<void> {
    const { path, write } = this.parts
    if (secret === null) await rm(path, { force: true })
    else {
      const keychain = await this.#keychain()
      await write(path, await keychain.seal(secret))
    }
    this.#isForeign = false
  }

  /** Undefined where none was kept, null where the keychain does not open it. Throws STORE_UNUSABLE without a keychain, which is asked only where one was kept. */
  async open(): Promise<string | undefined | null> {
    const sealed = await readFile(this.parts.path).catch((thrown: unknown) =>
      hasCode(thrown, 'ENOENT') ? undefined : null,
    )
    if (!sealed) return sealed
    const keychain = await this.#keychain()
    return keychain.open(sealed).catch(() => null)
  }

  async #keychain(): Promise<Keychain> {
    const { keychain, noKeychain } = this.parts
    if (keychain && (await keychain.isThere())) return keychain
    throw noKeychain()
  }
}
