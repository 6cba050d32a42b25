import { passphraseFirst, type StorePassphrase } from '@shells/store-passphrase'
import type { Context } from './command'
import { readSecret } from './read-secret'

/** Where the input is no terminal nothing is read from it: it may be the command's own. */
export function storePassphrase(
  context: Pick<Context, 'world' | 'err' | 'signal' | 'interrupts' | 'say'>,
): StorePassphrase {
  const { world, err, say, signal } = context
  const typed = async (wasWrong: boolean) => {
    if (world.stdin.isTTY !== true) return undefined
    if (wasWrong) err.line(say('storePassphraseWrong'))
    const line = await readSecret(context, say('typeStorePassphrase'))
    signal.throwIfAborted()
    return line === '' ? undefined : line
  }
  const ask = passphraseFirst(world.passphrase, typed)
  let given: string | undefined
  return {
    ask: async (wasWrong) => (given = await ask(wasWrong)),
    get given() {
      return given
    },
  }
}
