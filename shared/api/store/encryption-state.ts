import { z } from 'zod'
import { ErrorReport } from '../../errors'

/** Characters that a new passphrase has at least, and any has at most: a machine tries shorter ones through. */
export const passphraseLength = { least: 8, most: 1000 } as const

/** Whether a new one is long enough is said in a sentence by whoever takes it. */
export const Passphrase = z.string().min(1).max(passphraseLength.most)

/** How what lies in a store is kept: in clear, or sealed. */
export const EncryptionState = z.object({
  /** Whether what is written is sealed. */
  on: z.boolean(),
  /** How far what there was before is being written anew, sealed or in clear; null where nothing is left to do. */
  work: z.object({ done: z.number().int().nonnegative(), total: z.number().int().nonnegative() }).nullable(),
  /** Why that stopped. It is tried again in a minute, and at the next start. */
  trouble: ErrorReport.nullable(),
  /** Whether the system's keychain opens the store by itself. */
  keychain: z.enum(['no_keychain', 'none', 'kept']),
})
export type EncryptionState = z.infer<typeof EncryptionState>
