import { passphraseFirst, type StorePassphrase } from '@shells/store-passphrase'
import type { Context } from './command'

/** Where the input is no terminal nothing is read from it: it may be the command's own. */
export function storePassphrase(
  context: Pick<Context, 'world' | 'err' | 'signal' | 'unseen' | 'say'>,
): StorePassphrase {
  const { world, err, say, signal, unseen } = context
  const typed = async (wasWrong: boolean) => {
    if (world.stdin.isTTY !== true) return undefined
    if (wasWrong) err.line(say('storePassphraseWrong'))
    const line = await unseen.line(say('typeStorePassphrase'), signal)
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
