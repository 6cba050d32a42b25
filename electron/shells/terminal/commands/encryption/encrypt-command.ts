import { setTimeout } from 'node:timers/promises'
import type { EncryptionState } from '@shared/api/store/encryption-state'
import { CairnError, reportedError } from '@shared/errors'
import { choiceOf, UsageError } from '../../args'
import { type Client, type Command, type Context, exitCode } from '../../command'
import { printedAsJson } from '../../print/printable'
import { givenPassphrase, passphraseOf, passphraseOptions, passphraseUsage } from '../../read-passphrase'

type Action = (context: Context, client: Client) => Promise<EncryptionState>

const actions: Readonly<Record<string, Action>> = {
  status: (_, client) => client.encryption.state(),
  on: async (context, client) => {
    await requireState(client, false)
    return client.encryption.turn_on({ passphrase: await newPassphrase(context), keep: context.args.has('keychain') })
  },
  off: async (context, client) => {
    await requireState(client, true)
    const passphrase = await passphraseNow(context, givenPassphrase(context, 'encrypt'))
    return client.encryption.turn_off({ passphrase })
  },
  passphrase: async (context, client) => {
    await requireState(client, true)
    const passphrase = await passphraseNow(context)
    return client.encryption.change_passphrase({ passphrase, next: await newPassphrase(context) })
  },
  keychain: (_, client) => client.encryption.keep_in_keychain({ keep: true }),
  'no-keychain': (_, client) => client.encryption.keep_in_keychain({ keep: false }),
}

export const encrypt: Command = {
  name: 'encrypt',
  usage: `status|on|off|passphrase|keychain|no-keychain ${passphraseUsage} [--keychain] [--json]`,
  about: 'aboutEncrypt',
  options: ['keychain', 'json', ...passphraseOptions],
  notes: ['passphraseWays', 'encryptPassphraseWays'],
  needs: 'whatEncryptAction',
  maxOperands: 1,
  async run(context) {
    const action = choiceOf(actions, context.args.operands[0] ?? '', 'encrypt')
    const client = await context.client()
    const begun = await action(context, client)
    context.unseen.show()
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

/** The one that is given, or opened the store here, or is in the environment; else it is typed. */
async function passphraseNow(
  { storePassphrase, world, unseen, say, signal }: Context,
  given?: string,
): Promise<string> {
  const known =
    given ?? storePassphrase.given ?? world.passphrase ?? (await unseen.line(say('typeStorePassphrase'), signal))
  signal.throwIfAborted()
  if (known !== '') return known
  throw new UsageError('noPassphrase', {}, 'encrypt')
}

function newPassphrase(context: Context): Promise<string> {
  return passphraseOf(context, { isNew: true, command: 'encrypt', prompt: 'typeNewStorePassphrase' })
}

/** Nobody is asked for a passphrase where nothing could come of it. */
async function requireState(client: Client, on: boolean): Promise<void> {
  const state = await client.encryption.state()
  if (on && !state.on) throw refused('This store is not encrypted.')
  if (!on && (state.on || state.work)) throw refused('This store is encrypted already, or still being written anew.')
}

function refused(message: string): CairnError {
  return new CairnError('INVALID_INPUT', message, 'See `cairn encrypt status`.')
}
