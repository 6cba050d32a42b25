import { z } from 'zod'
import { ErrorReport } from '../../errors'
import { procedure } from '../graph-api'

/** How the chats, research, notes and evaluations of a store are kept: in clear, or sealed. */
export const EncryptionState = z.object({
  /** Whether what is written is sealed. */
  on: z.boolean(),
  /** How far what there was before is being written anew, sealed or in clear; null where nothing is left to do. */
  work: z.object({ done: z.number().int().nonnegative(), total: z.number().int().nonnegative() }).nullable(),
  /** Why that stopped. It goes on at the next start. */
  trouble: ErrorReport.nullable(),
  /** Whether the system's keychain opens the store by itself. */
  keychain: z.enum(['no_keychain', 'none', 'kept']),
})
export type EncryptionState = z.infer<typeof EncryptionState>

const passphrase = z.string().min(1).max(1000)

/** Encryption of what a person keeps beside documents. Each call resolves with how it stands then. */
export const encryptionContract = {
  state: procedure.output(EncryptionState),
  turn_on: procedure.input(z.object({ passphrase, keep: z.boolean().default(false) })).output(EncryptionState),
  turn_off: procedure.input(z.object({ passphrase })).output(EncryptionState),
  change_passphrase: procedure.input(z.object({ passphrase, next: passphrase })).output(EncryptionState),
  /** Has the keychain open the store from now on, or no longer. */
  keep_in_keychain: procedure.input(z.object({ keep: z.boolean() })).output(EncryptionState),
}
