import { createSecretKey, type KeyObject, randomBytes } from 'node:crypto'
import { join } from 'node:path'
import type { EncryptionState } from '@shared/api/store/encryption-api'
import { CairnError, type ErrorReport, toCairnError } from '@shared/errors'
import { type Keychain, KeptSecret } from '@engine/platform/sealing/kept-secret'
import { SealedLines } from '@engine/platform/sealing/line-seal'
import { requireLong } from '@engine/platform/sealing/passphrase-key'
import { WorkQueue } from '@engine/platform/work-queue'
import type { EncryptionDesk } from '@engine/ports/encryption-desk'
import { writeDurably } from '../files/durable-file'
import type { Resealed } from './reseal'
import { resealInto } from './reseal'
import { isKeyOf, readVault, removeVault, unwrapKey, type VaultFile, wrapKey, writeVault } from './vault-file'

export interface UnlockOptions {
  /** The store folder, absolute. */
  readonly folder: string
  /** Absent where the shell has none. */
  readonly keychain?: Keychain | undefined
  readonly log: (line: string) => void
  /** Asks a person, once more where what they gave does not open it. Undefined where they give none. */
  readonly passphrase?: ((wasWrong: boolean) => Promise<string | undefined>) | undefined
  /** Told of the passphrase that opens it from now on. */
  readonly onPassphrase?: ((passphrase: string) => void) | undefined
}

const keyBytes = 32

/** What a store with a vault is opened by: the vault as it is written, and its key. */
interface Unlocked {
  readonly vault: VaultFile
  readonly key: KeyObject
}

/**
 * Seals and opens what a person keeps beside documents. The vault says first which way a store goes; then every file is written anew, one by one,
 * while the store is in use. Each line says of itself whether it is sealed, so that it can be cut short anywhere.
 */
export class StoreVault implements EncryptionDesk {
  /** What the rooms put their lines through. */
  readonly lines = new SealedLines()
  readonly #acts = new WorkQueue()
  readonly #kept: KeptSecret
  readonly #closing = new AbortController()
  #unlocked: Unlocked | undefined
  #rooms: readonly Resealed[] = []
  #told: () => void = () => undefined
  #work: { done: number; total: number } | null = null
  #working: Promise<void> = Promise.resolve()
  #trouble: ErrorReport | null = null

  private constructor(private readonly options: UnlockOptions) {
    const { folder, keychain } = options
    const write = (path: string, bytes: Uint8Array) => writeDurably(path, bytes, join(folder, 'tmp'))
    this.#kept = new KeptSecret({ path: join(folder, 'vault-key'), keychain, write, noKeychain })
  }

  /**
   * Opens the vault of a store, where it has one: by the keychain, or by what a person gives. Throws PASSWORD_NEEDED, PASSWORD_WRONG, STORE_DAMAGED,
   * STORE_TOO_NEW.
   */
  static async open(options: UnlockOptions): Promise<StoreVault> {
    const opened = new StoreVault(options)
    const found = await readVault(options.folder)
    if (!found) return opened
    opened.#use({ vault: found.vault, key: createSecretKey(await opened.#keyOf(found.vault)) })
    if (!found.isWhole) await writeVault(options.folder, found.vault)
    return opened
  }

  /** Takes the rooms whose files there are. */
  takeRooms(rooms: readonly Resealed[]): void {
    this.#rooms = rooms
  }

  /** Whether there is a vault, whichever way the store goes. */
  get isThere(): boolean {
    return this.#unlocked !== undefined
  }

  /** Goes on with what was cut short. `told` hears of every change of the state. */
  begin(told: () => void): void {
    this.#told = told
    if (this.#unlocked?.vault.done === false) this.#start()
  }

  async state(): Promise<EncryptionState> {
    const on = this.#unlocked?.vault.towards === 'sealed'
    return { on, work: this.#work, trouble: this.#trouble, keychain: await this.#kept.state() }
  }

  turnOn({ passphrase, keep }: { readonly passphrase: string; readonly keep: boolean }): Promise<EncryptionState> {
    return this.#acts.run(async () => {
      if (this.#unlocked)
        throw refused('The chats and notes of this store are encrypted already, or still being written anew.')
      requireLong(passphrase)
      const key = randomBytes(keyBytes)
      if (keep) await this.#kept.keep(key.toString('base64'))
      const vault = await wrapKey(key, passphrase, { towards: 'sealed', done: false })
      try {
        await this.#turn({ vault, key: createSecretKey(key) })
      } catch (thrown) {
        await this.#kept.keep(null).catch(() => undefined)
        throw thrown
      }
      key.fill(0)
      this.options.onPassphrase?.(passphrase)
      return this.state()
    })
  }

  turnOff(passphrase: string): Promise<EncryptionState> {
    return this.#acts.run(async () => {
      const { vault, key } = await this.#openedBy(passphrase)
      await this.#turn({ vault: { ...vault, towards: 'clear', done: false }, key })
      return this.state()
    })
  }

  changePassphrase(passphrase: string, next: string): Promise<EncryptionState> {
    return this.#acts.run(async () => {
      requireLong(next)
      const { key, vault: before } = await this.#openedBy(passphrase)
      const vault = await wrapKey(key.export(), next, before)
      await writeVault(this.options.folder, vault)
      this.#unlocked = { vault, key }
      this.options.onPassphrase?.(next)
      return this.state()
    })
  }

  keepInKeychain(keep: boolean): Promise<EncryptionState> {
    return this.#acts.run(async () => {
      const key = this.#unlocked?.key
      if (keep && !key) throw refused('Nothing of this store is encrypted, so there is no key to keep.')
      await this.#kept.keep(keep && key ? key.export().toString('base64') : null)
      this.#told()
      return this.state()
    })
  }

  /** Leaves what is not written anew yet to the next start. Files can still be read and written. */
  async stop(): Promise<void> {
    this.#closing.abort()
    await this.#acts.idle()
    await this.#working
  }

  /** Gives up the key. */
  forget(): void {
    this.lines.forget()
    this.#unlocked = undefined
  }

  async #keyOf(vault: VaultFile): Promise<Buffer> {
    const { passphrase, onPassphrase } = this.options
    const kept = await this.#kept.open().catch(() => undefined)
    const key = Buffer.from(kept ?? '', 'base64')
    if (isKeyOf(vault, key)) return key
    if (kept !== undefined)
      this.options.log('store: the keychain does not open the key of its chats; its passphrase is asked for')
    for (let wasWrong = false; ; wasWrong = true) {
      const given = await passphrase?.(wasWrong)
      if (given === undefined) throw wasWrong ? wrong() : needed()
      const opened = await unwrapKey(vault, given)
      if (!opened) continue
      onPassphrase?.(given)
      return opened
    }
  }

  async #openedBy(passphrase: string): Promise<Unlocked> {
    const unlocked = this.#unlocked
    if (!unlocked) throw refused('The chats and notes of this store are not encrypted.')
    if (!unlocked.vault.done) throw refused('The chats and notes of this store are still being written anew.')
    const key = await unwrapKey(unlocked.vault, passphrase)
    if (!key) throw wrong()
    key.fill(0)
    return unlocked
  }

  /** What is on disk says first which way it goes; then lines are written that way. */
  async #turn(unlocked: Unlocked): Promise<void> {
    const { folder } = this.options
    const before = this.#unlocked
    try {
      await writeVault(folder, unlocked.vault)
    } catch (thrown) {
      // One of its two files may say what nobody was told of.
      await (before ? writeVault(folder, before.vault) : removeVault(folder)).catch(() => undefined)
      throw thrown
    }
    this.#use(unlocked)
    this.#start()
  }

  #use(unlocked: Unlocked): void {
    this.#unlocked = unlocked
    this.lines.use(unlocked.key, unlocked.vault.towards === 'sealed')
  }

  #start(): void {
    this.#trouble = null
    this.#work = { done: 0, total: 0 }
    this.#working = this.#writeAnew().catch((thrown: unknown) => {
      if (this.#closing.signal.aborted) return
      this.#trouble = toCairnError(thrown).report()
      this.options.log(`store: not everything could be written anew: ${String(thrown)}`)
      this.#told()
    })
    this.#told()
  }

  async #writeAnew(): Promise<void> {
    const { folder } = this.options
    const reseal = resealInto(this.lines, join(folder, 'tmp'))
    const pieces = (await Promise.all(this.#rooms.map((room) => room.resealing(reseal)))).flat()
    for (const [done, piece] of pieces.entries()) {
      this.#work = { done, total: pieces.length }
      if (done % toldEvery === 0) this.#told()
      this.#closing.signal.throwIfAborted()
      await piece()
    }
    await this.#finish()
    this.#work = null
    this.#told()
  }

  async #finish(): Promise<void> {
    const { folder } = this.options
    if (!this.#unlocked) return
    const { vault, key } = this.#unlocked
    if (vault.towards === 'clear') {
      await removeVault(folder)
      await this.#kept.keep(null)
      this.#unlocked = undefined
      return
    }
    const done = { ...vault, done: true }
    await writeVault(folder, done)
    this.#unlocked = { vault: done, key }
  }
}

/** Things written anew between two words about it. */
const toldEvery = 20

function refused(message: string): CairnError {
  return new CairnError('INVALID_INPUT', message, 'Look at how it stands in Settings, Data, or with “cairn encrypt”.')
}

function wrong(): CairnError {
  return new CairnError(
    'PASSWORD_WRONG',
    'The passphrase does not open the chats and notes of this store.',
    'Type it as it was when they were encrypted, or as it was changed since.',
  )
}

function needed(): CairnError {
  return new CairnError(
    'PASSWORD_NEEDED',
    'The chats and notes of this store are encrypted.',
    'Give its passphrase at the terminal, or in the variable CAIRN_STORE_PASSPHRASE.',
  )
}

function noKeychain(): CairnError {
  return new CairnError(
    'STORE_UNUSABLE',
    'There is no keychain here that could keep the key of this store.',
    'Use Cairn’s window on a system with a keychain, or give the passphrase at each start.',
  )
}
