import { setTimeout } from 'node:timers/promises'
import type { EncryptionState } from '@shared/api/store/encryption-state'
import { reportedError } from '@shared/errors'
import { choiceOf, UsageError } from '../../args'
import { type Client, type Command, type Context, exitCode } from '../../command'
import { printedAsJson } from '../../print/printable'
import { readSecret } from '../../read-secret'

type Action = (context: Context, client: Client) => Promise<EncryptionState>

const actions: Readonly<Record<string, Action>> = {
  status: (_, client) => client.encryption.state(),
  on: async (context, client) =>
    client.encryption.turn_on({ passphrase: await newPassphrase(context), keep: context.args.has('keychain') }),
  off: async (context, client) => client.encryption.turn_off({ passphrase: await passphraseNow(context) }),
  passphrase: async (context, client) => {
    const passphrase = await passphraseNow(context)
    return client.encryption.change_passphrase({ passphrase, next: await newPassphrase(context) })
  },
  keychain: (_, client) => client.encryption.keep_in_keychain({ keep: true }),
  'no-keychain': (_, client) => client.encryption.keep_in_keychain({ keep: false }),
}

export const encrypt: Command = {
  name: 'encrypt',
  usage: 'status|on|off|passphrase|keychain|no-keychain [--keychain] [--json]',
  about: 'aboutEncrypt',
  options: ['keychain', 'json'],
  needs: 'whatEncryptAction',
  maxOperands: 1,
  async run(context) {
    const action = choiceOf(actions, context.args.operands[0] ?? '', 'encrypt')
    const client = await context.client()
    const begun = await action(context, client)
    const isAsked = context.args.operands[0] === 'status'
    const state = isAsked ? begun : await whenWritten(context, client, begun)
    if (!printedAsJson(context, state)) show(context, state)
    if (state.trouble) throw reportedError(state.trouble)
    return exitCode.fine
  },
}

const lookEveryMs = 200

/** Stays until everything is written anew: this process may be the one that does it. */
async function whenWritten({ err, say, signal }: Context, client: Client, begun: EncryptionState) {
  let state = begun
  let told = ''
  while (state.work && !state.trouble && !signal.aborted) {
    const { done, total } = state.work
    const line = say('encryptWork', { done, total })
    if (line !== told && total > 0) err.dim(line)
    told = line
    await setTimeout(lookEveryMs, undefined, { signal }).catch(() => undefined)
    state = await client.encryption.state()
  }
  return state
}

function show({ out, err, say }: Context, { on, work, keychain }: EncryptionState): void {
  if (work) {
    out.line(say(on ? 'encryptIsBegun' : 'encryptIsEnding', work))
    return
  }
  out.line(say(on ? 'encryptIsOn' : 'encryptIsOff'))
  if (!on) return
  err.line(say('encryptNot'))
  if (keychain === 'kept') err.line(say('encryptKept'))
}

/** The one that opened the store here, or is given by the environment; else it is typed. */
async function passphraseNow(context: Context): Promise<string> {
  const { world, storePassphrase, say } = context
  return present(storePassphrase.given ?? world.passphrase ?? (await readSecret(context, say('typeStorePassphrase'))))
}

/** Typed twice at a terminal; else the first line of the input. */
async function newPassphrase(context: Context): Promise<string> {
  const { world, say, signal } = context
  const typed = await readSecret(context, say('typeNewStorePassphrase'))
  signal.throwIfAborted()
  const isTyped = world.stdin.isTTY === true
  if (isTyped && typed !== '' && (await readSecret(context, say('typePassphraseAgain'))) !== typed)
    throw new UsageError('passphrasesDiffer', {}, 'encrypt')
  return present(typed)
}

function present(passphrase: string): string {
  if (passphrase !== '') return passphrase
  throw new UsageError('noPassphrase', {}, 'encrypt')
}
