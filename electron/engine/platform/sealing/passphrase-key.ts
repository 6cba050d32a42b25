import { scrypt, type ScryptOptions } from 'node:crypto'
import { passphraseLength } from '@shared/api/store/encryption-state'
import { CairnError } from '@shared/errors'

/** What scrypt (RFC 7914) takes: N as its logarithm to base 2, blocks of r times 128 bytes, p times over. */
export interface KeyCost {
  readonly log2: number
  readonly blocks: number
  readonly times: number
}

/** 128 MB of memory, half a second. */
export const usualCost: KeyCost = { log2: 17, blocks: 8, times: 1 }

/** Whether another Cairn may have chosen this cost: what wants all the memory there is is none of ours. */
export function isLikelyCost({ log2, blocks, times }: KeyCost): boolean {
  return log2 >= 15 && log2 <= 20 && blocks === usualCost.blocks && times === usualCost.times
}

/** Throws INVALID_INPUT for a passphrase that nothing new should have. */
export function requireLong(passphrase: string): void {
  if (Array.from(passphrase).length >= passphraseLength.least) return
  throw new CairnError(
    'INVALID_INPUT',
    `The passphrase has fewer than ${passphraseLength.least} characters.`,
    'Choose a longer one: a few words that do not belong together are easy to keep in mind.',
  )
}

/** The key of 32 bytes that scrypt makes of a passphrase. */
export async function passphraseKey(
  passphrase: string,
  salt: Uint8Array,
  { log2, blocks, times }: KeyCost,
): Promise<Buffer> {
  const N = 2 ** log2
  const options = { N, r: blocks, p: times, maxmem: 2 * 128 * N * usualCost.blocks } satisfies ScryptOptions
  // Keyboards of different systems write é in different ways.
  const secret = Buffer.from(passphrase.normalize('NFC'), 'utf8')
  try {
    return await new Promise<Buffer>((resolve, reject) => {
      scrypt(secret, salt, 32, options, (error, key) => (error ? reject(error) : resolve(key)))
    })
  } finally {
    secret.fill(0)
  }
}
