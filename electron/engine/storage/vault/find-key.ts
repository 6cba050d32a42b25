import { CairnError } from '@shared/errors'
import type { Keychain, KeptSecret } from '@engine/platform/sealing/kept-secret'
import { isKeyOf, unwrapKey, type VaultFile } from './vault-file'

export interface UnlockOptions {
  /** The store folder, absolute. */
  readonly folder: string
  readonly readOnly: boolean
  /** Absent where the shell has none. */
  readonly keychain?: Keychain | undefined
  readonly log: (line: string) => void
  /** Whether a key opens what is sealed in the store, as far as that can be told: one of another store does not. */
  readonly fits?: ((key: Buffer) => Promise<boolean>) | undefined
  /** Asks a person, once more where what they gave does not open it. Undefined where they give none. */
  readonly passphrase?: ((wasWrong: boolean) => Promise<string | undefined>) | undefined
  /** Told of the passphrase that opens it from now on. */
  readonly onPassphrase?: ((passphrase: string) => void) | undefined
}

/** How a store that is encrypted is opened, where it is opened. */
export type Unlocking = Pick<UnlockOptions, 'keychain' | 'passphrase' | 'onPassphrase'>

interface FoundKey {
  readonly vault: VaultFile
  readonly key: Buffer
}

/**
 * The key of a store: the one that the keychain keeps, or else the one that a person's passphrase opens, asked for as often as it is wrong. Throws
 * PASSWORD_NEEDED and PASSWORD_WRONG where none is given, STORE_DAMAGED for a vault that
 * somebody else has changed, and for one of another store.
 */
export async function askedForKey(
  vaults: readonly [VaultFile, ...VaultFile[]],
  kept: KeptSecret,
  options: Pick<UnlockOptions, 'folder' | 'log' | 'fits' | 'passphrase' | 'onPassphrase'>,
): Promise<FoundKey> {
  const { log, passphrase, onPassphrase } = options
  const secret = await kept.open().catch(() => null)
  const keptKey = Buffer.from(secret ?? '', 'base64')
  const own = vaults.find((vault) => isKeyOf(vault, keptKey))
  if (own) return { vault: own, key: keptKey }
  if (secret !== undefined) log('store: the keychain does not open it; the passphrase is asked for')
  kept.isOfAnother()
  for (let wasWrong = false; ; wasWrong = true) {
    const given = await passphrase?.(wasWrong)
    if (given === undefined) throw wasWrong ? wrongPassphrase() : passphraseNeeded()
    const found = await openedBy(vaults, given, options)
    if (!found) continue
    onPassphrase?.(given)
    return found
  }
}

/** Undefined where the passphrase opens none of them. */
async function openedBy(
  vaults: readonly VaultFile[],
  passphrase: string,
  { folder, fits = () => Promise.resolve(true) }: Pick<UnlockOptions, 'folder' | 'fits'>,
): Promise<FoundKey | undefined> {
  let isOfAnother = false
  for (const vault of vaults) {
    const key = await unwrapKey(vault, passphrase)
    if (!key) continue
    if (isKeyOf(vault, key)) {
      // While everything is written anew, lines of both kinds are usual.
      if (!vault.done || vault.towards === 'clear' || (await fits(key))) return { vault, key }
      isOfAnother = true
      continue
    }
    throw new CairnError(
      'STORE_DAMAGED',
      'The file vault.json of this store was changed by something else than Cairn.',
      'Put it back from a copy of the folder.',
    )
  }
  if (!isOfAnother) return undefined
  throw new CairnError(
    'STORE_DAMAGED',
    `The files vault.json and vault-copy.json in ${folder} are of another store: their key does not open what is encrypted here.`,
    'Put one of them back from a copy of the folder. Documents that you have elsewhere can be added again in another folder.',
  )
}

export function refused(message: string): CairnError {
  return new CairnError(
    'INVALID_INPUT',
    message,
    'Look at how it stands in Settings, Data, or with “cairn encrypt status”.',
  )
}

export function wrongPassphrase(): CairnError {
  return new CairnError(
    'PASSWORD_WRONG',
    'The passphrase does not open this store.',
    'Type it as it was when the store was encrypted, or as it was changed since.',
  )
}

function passphraseNeeded(): CairnError {
  return new CairnError(
    'PASSWORD_NEEDED',
    'This store is encrypted, and opens with its passphrase alone.',
    'Give the passphrase. For a terminal it can be in the variable CAIRN_STORE_PASSPHRASE.',
  )
}

export function noKeychain(): CairnError {
  return new CairnError(
    'STORE_UNUSABLE',
    'There is no keychain here that could keep the key of this store.',
    'Use Cairn’s window on a system with a keychain, or give the passphrase at each start.',
  )
}
