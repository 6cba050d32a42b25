import type { StoreReach } from '@shells/running/store-reach'
import { exitCode, type Command, type Context } from '../../command'
import { printableLine } from '../../print/printable'

export const mcp: Command = {
  name: 'mcp',
  usage: '',
  about: 'aboutMcp',
  options: [],
  needs: null,
  maxOperands: 0,
  endsByInterrupt: true,
  async run(context) {
    const { world, signal } = context
    // Loaded only here: no other command speaks the protocol.
    const [{ serveStdio }, { TurnSlots }] = await Promise.all([
      import('@shells/mcp/serve-stdio'),
      import('@shells/answers/turn-slots'),
    ])
    const reach = await reachStore(context)
    try {
      await serveStdio({ engine: reach.client, slots: new TurnSlots() }, world, signal)
      return exitCode.fine
    } finally {
      await reach.close()
    }
  },
}

/** The command's store in whichever process it is open, opened here where it is in none. To be closed. */
export async function reachStore({
  world,
  storeFolder: folder,
  library,
  err,
  storePassphrase: { ask: passphrase },
}: Pick<Context, 'world' | 'storeFolder' | 'library' | 'err' | 'storePassphrase'>): Promise<StoreReach> {
  const { StoreReach } = await import('@shells/running/store-reach')
  const log = (line: string) => err.dim(printableLine(line))
  const open = () => world.openEngine({ folder, library, resources: world.resources, log, passphrase })
  return new StoreReach({ folder, open, log })
}
