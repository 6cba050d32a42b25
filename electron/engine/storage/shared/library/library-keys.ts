import { readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { CairnError, hasCode } from '@shared/errors'
import type { LibraryStanding } from '@shared/changes'
import { jsonIfValid } from '@engine/platform/stored-text'
import type { Keychain } from '@engine/platform/sealing/kept-secret'

export interface LibraryKeysParts {
  /** The store folder, absolute. */
  readonly folder: string
  readonly environment: Readonly<Record<string, string | undefined>>
  /** Absent where the shell has none: a browser, a terminal. */
  readonly keychain?: Keychain | undefined
  readonly write: (path: string, bytes: Uint8Array) => Promise<void>
  readonly log: (line: string) => void
}

const names = ['AWS_ACCESS_KEY_ID', 'AWS_SECRET_ACCESS_KEY', 'AWS_SESSION_TOKEN'] as const
const Keys = z.partialRecord(z.enum(names), z.string())
type Keys = z.infer<typeof Keys>

/**
 * The keys of a shared library: those of the environment, or else those that a person had the system's keychain seal, in `library-keys` of the store.
 * Where there is no keychain they are kept nowhere. They stand in no settings, and nothing of them is logged.
 */
export class LibraryKeys {
  private constructor(
    private readonly parts: LibraryKeysParts,
    private inUse: Keys,
    private isKept: boolean,
  ) {}

  /** Never throws: without keys opening the library says that they are missing. The keychain is asked only where something was kept. */
  static async open(parts: LibraryKeysParts): Promise<LibraryKeys> {
    const { environment, keychain, folder, log } = parts
    const given = Object.fromEntries(names.flatMap((name) => (environment[name] ? [[name, environment[name]]] : [])))
    const sealed = await readFile(pathIn(folder)).catch((thrown: unknown) => {
      if (!hasCode(thrown, 'ENOENT')) log('shared library: its keys that are kept here cannot be read.')
      return undefined
    })
    const isComplete = Boolean(given['AWS_ACCESS_KEY_ID'] && given['AWS_SECRET_ACCESS_KEY'])
    if (isComplete || !sealed || !keychain) return new LibraryKeys(parts, given, sealed !== undefined)
    const opened = await keychain.open(sealed).catch(() => undefined)
    const { data } = Keys.safeParse(jsonIfValid(opened ?? ''))
    if (!data) log('shared library: the keychain does not open its keys; they have to be in the environment once more.')
    return new LibraryKeys(parts, data ?? given, true)
  }

  /** As `readS3Place` takes it. */
  get environment(): Readonly<Record<string, string | undefined>> {
    return { ...this.parts.environment, ...this.inUse }
  }

  async state(): Promise<LibraryStanding['keys']> {
    if (!(await this.parts.keychain?.isThere())) return 'no_keychain'
    return this.isKept ? 'kept' : 'not_kept'
  }

  /** Has the keychain seal those in use, or forgets what was kept. Throws STORE_UNUSABLE without a keychain. */
  async keep(on: boolean): Promise<void> {
    const { folder, keychain, write } = this.parts
    if (!on) await rm(pathIn(folder), { force: true })
    else if (keychain && (await keychain.isThere()))
      await write(pathIn(folder), await keychain.seal(JSON.stringify(this.inUse)))
    else {
      const message = 'There is no keychain here that could keep the keys of the shared library.'
      throw new CairnError('STORE_UNUSABLE', message, 'Use Cairn’s window on a system with a keychain.')
    }
    this.isKept = on
  }

  /** To be called once the library has taken the keys in use: others than those that were kept take their place. */
  async accepted(): Promise<void> {
    const { folder, keychain, log } = this.parts
    if (!this.isKept || !keychain) return
    try {
      const before = await keychain.open(await readFile(pathIn(folder))).catch(() => '')
      if (before !== JSON.stringify(this.inUse)) await this.keep(true)
    } catch {
      log('shared library: its new keys could not be kept.')
    }
  }
}

function pathIn(folder: string): string {
  return join(folder, 'library-keys')
}
