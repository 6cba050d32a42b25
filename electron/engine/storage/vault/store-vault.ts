import { createSecretKey, type KeyObject, randomBytes } from 'node:crypto'
import { join } from 'node:path'
import type { EncryptionState } from '@shared/api/store/encryption-state'
import { type ErrorReport, hasCode, toCairnError } from '@shared/errors'
import { KeptSecret } from '@engine/platform/sealing/kept-secret'
import { SealedLines } from '@engine/platform/sealing/line-seal'
import { SealedFiles } from '@engine/platform/sealing/sealed-files'
import { requireLong } from '@engine/platform/sealing/passphrase-key'
import { WorkQueue } from '@engine/platform/work-queue'
import type { EncryptionDesk } from '@engine/ports/encryption-desk'
import { writeDurably } from '../files/durable-file'
import type { Resealed } from '@engine/ports/storage/files/resealed'
import { resealInto } from '../files/reseal'
import { askedForKey, noKeychain, refused, type UnlockOptions, wrongPassphrase } from './find-key'
import {
  coversNow,
  readVault,
  removeVault,
  turned,
  unwrapKey,
  type VaultFile,
  type Way,
  wrapKey,
  writeVault,
} from './vault-file'

const keyBytes = 32
/** Things written anew between two words about it. */
const toldEvery = 20
/** What is written while everything is written anew is found in the next pass; so many are enough wherever a disk is faster than a person. */
const mostPasses = 10
/** What failed is tried again after this time. */
const againAfterMs = 60_000

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
  /** What the rooms put their lines through, and their whole files. */
  readonly lines = new SealedLines()
  readonly files = new SealedFiles()
  readonly #acts = new WorkQueue()
  readonly #kept: KeptSecret
  readonly #closing = new AbortController()
  #unlocked: Unlocked | undefined
  readonly #rooms: Resealed[] = []
  /** Rooms that the pass under way does not know of. */
  #hasNewRoom = false
  /** Files in which something stays sealed, as the pass under way has seen. */
  readonly #staySealed = new Set<string>()
  #nameOf = (path: string) => Promise.resolve(path)
  #told: () => void = () => undefined
  #work: { done: number; total: number } | null = null
  #working: Promise<void> = Promise.resolve()
  #trouble: ErrorReport | null = null
  #again: NodeJS.Timeout | undefined

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
    const { vault, key } = await askedForKey(found.vaults, opened.#kept, options)
    opened.#use({ vault, key: createSecretKey(key) })
    key.fill(0)
    if (!found.isWhole && !options.readOnly) await writeVault(options.folder, vault)
    return opened
  }

  /** Takes rooms whose files there are, behind those that it has. */
  takeRooms(rooms: readonly Resealed[]): void {
    this.#rooms.push(...rooms)
    this.#hasNewRoom = true
  }

  /** Has what cannot be opened be named so, when its key goes. */
  nameFiles(nameOf: (path: string) => Promise<string>): void {
    this.#nameOf = nameOf
  }

  /** Whether there is a vault, whichever way the store goes. */
  get isThere(): boolean {
    return this.#unlocked !== undefined
  }

  /** Goes on with what was cut short. `told` hears of every change of the state. */
  begin(told: () => void): void {
    this.#told = told
    const vault = this.#unlocked?.vault
    const isBehind = vault?.towards === 'sealed' && vault.covers < coversNow
    const isOtherwise = vault?.towards === 'sealed' && this.#rooms.some((room) => room.isOtherwise?.() === true)
    if (vault?.done === false || isBehind || isOtherwise) this.#start()
  }

  async state(): Promise<EncryptionState> {
    const keychain = await this.#kept.state()
    return { on: this.#unlocked?.vault.towards === 'sealed', work: this.#work, trouble: this.#trouble, keychain }
  }

  turnOn({ passphrase, keep }: { readonly passphrase: string; readonly keep: boolean }): Promise<EncryptionState> {
    return this.#acts.run(async () => {
      if (this.#unlocked) throw refused('This store is encrypted already, or still being written anew.')
      requireLong(passphrase)
      const key = randomBytes(keyBytes)
      try {
        await this.#kept.keep(keep ? key.toString('base64') : null)
        const vault = await wrapKey(key, passphrase, { towards: 'sealed', done: false, covers: coversNow })
        await this.#write({ vault, key: createSecretKey(key) })
      } catch (thrown) {
        await this.#kept.keep(null).catch(() => undefined)
        throw thrown
      } finally {
        key.fill(0)
      }
      this.options.onPassphrase?.(passphrase)
      this.#start()
      return this.state()
    })
  }

  turnOff(passphrase: string): Promise<EncryptionState> {
    return this.#acts.run(async () => {
      const { vault, key } = await this.#openedBy(passphrase)
      await this.#write({ vault: this.#turned(vault, key, { ...vault, towards: 'clear', done: false }), key })
      this.#start()
      return this.state()
    })
  }

  changePassphrase(passphrase: string, next: string): Promise<EncryptionState> {
    return this.#acts.run(async () => {
      requireLong(next)
      const { key, vault: before } = await this.#openedBy(passphrase)
      const bytes = key.export()
      await this.#write({ vault: await wrapKey(bytes, next, before).finally(() => bytes.fill(0)), key })
      this.options.onPassphrase?.(next)
      return this.state()
    })
  }

  keepInKeychain(keep: boolean): Promise<EncryptionState> {
    return this.#acts.run(async () => {
      const key = this.#unlocked?.key
      if (keep && !key) throw refused('Nothing of this store is encrypted, so there is no key to keep.')
      const bytes = keep ? key?.export() : undefined
      await this.#kept.keep(bytes?.toString('base64') ?? null).finally(() => bytes?.fill(0))
      this.#told()
      return this.state()
    })
  }

  /** Runs work that moves files of the rooms, while none of them is written anew. */
  whileStill<Result>(work: () => Promise<Result>): Promise<Result> {
    return this.#acts.run(async () => {
      await this.#working
      return work()
    })
  }

  /** Leaves what is not written anew yet to the next start. Files can still be read and written. */
  async stop(): Promise<void> {
    clearTimeout(this.#again)
    this.#closing.abort()
    await this.#acts.idle()
    await this.#working
  }

  /** Gives up the key. */
  forget(): void {
    this.lines.forget()
    this.files.forget()
    this.#unlocked = undefined
  }

  async #openedBy(passphrase: string): Promise<Unlocked> {
    const unlocked = this.#unlocked
    if (!unlocked) throw refused('This store is not encrypted.')
    if (!unlocked.vault.done || this.#work) throw refused('This store is still being written anew.')
    const key = await unwrapKey(unlocked.vault, passphrase)
    if (!key) throw wrongPassphrase()
    key.fill(0)
    return unlocked
  }

  /** What is on disk says first which way it goes; then lines are written that way. */
  async #write(unlocked: Unlocked): Promise<void> {
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
  }

  #use(unlocked: Unlocked): void {
    this.#unlocked = unlocked
    const seals = unlocked.vault.towards === 'sealed'
    this.lines.use(unlocked.key, seals)
    this.files.use(unlocked.key, seals)
  }

  #turned(vault: VaultFile, key: KeyObject, way: Way): VaultFile {
    const bytes = key.export()
    try {
      return turned(vault, bytes, way)
    } finally {
      bytes.fill(0)
    }
  }

  #start(): void {
    this.#trouble = null
    this.#work = { done: 0, total: 0 }
    this.#working = this.#writeAnew().catch((thrown: unknown) => {
      if (this.#closing.signal.aborted) return
      this.#trouble = toCairnError(thrown).report()
      this.options.log(`store: not everything could be written anew: ${String(thrown)}`)
      this.#told()
      this.#again = setTimeout(() => this.#start(), againAfterMs).unref()
    })
    this.#told()
  }

  async #writeAnew(): Promise<void> {
    let passes = 1
    while ((await this.#pass()) || this.#hasNewRoom) {
      if (passes === mostPasses) throw new Error(`something was still written otherwise in pass ${passes}`)
      passes += 1
    }
    await this.#finish()
    this.#work = null
    this.#told()
  }

  /** Resolves with whether any file was otherwise before. Throws what failed first, once everything else was tried. */
  async #pass(): Promise<boolean> {
    this.#hasNewRoom = false
    this.#staySealed.clear()
    const stays = (path: string) => this.#staySealed.add(path)
    const reseal = resealInto(this.lines, join(this.options.folder, 'tmp'), stays)
    const pieces = (await Promise.all(this.#rooms.map((room) => room.resealing(reseal, this.#closing.signal)))).flat()
    const failed: unknown[] = []
    let changed = false
    for (const [done, piece] of pieces.entries()) {
      this.#work = { done, total: pieces.length }
      if (done % toldEvery === 0) this.#told()
      this.#closing.signal.throwIfAborted()
      await piece().then(
        (was) => (changed ||= was),
        (thrown: unknown) => {
          // Deleted meanwhile, as a rule: the next pass sees whether it is that.
          if (hasCode(thrown, 'ENOENT')) changed = true
          else failed.push(thrown)
        },
      )
    }
    if (failed.length > 0) throw failed[0]
    return changed
  }

  async #finish(): Promise<void> {
    const { folder } = this.options
    if (!this.#unlocked) return
    const { vault, key } = this.#unlocked
    if (vault.towards === 'clear') {
      await this.#tellOfDamaged()
      await removeVault(folder)
      await this.#kept.keep(null)
      this.#unlocked = undefined
      return
    }
    const done = this.#turned(vault, key, { towards: 'sealed', done: true, covers: coversNow })
    await writeVault(folder, done)
    this.#unlocked = { vault: done, key }
  }
  /** What is damaged opens by no key; but the one that it was sealed by goes, so a person is told once more. */
  async #tellOfDamaged(): Promise<void> {
    for (const room of this.#rooms) for (const path of (await room.stillSealed?.()) ?? []) this.#staySealed.add(path)
    for (const path of this.#staySealed)
      this.options.log(
        `store: ${await this.#nameOf(path)} is damaged and stays encrypted; encryption is turned off, and nothing will open it. “cairn store check” says what helps.`,
      )
  }
}
