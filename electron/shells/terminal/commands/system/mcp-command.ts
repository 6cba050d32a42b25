import { TurnSlots } from '@shells/answers/turn-slots'
import { exitCode, type Command } from '../../command'
import { reachStore } from '../../reach-store'

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
    const { serveStdio } = await import('@shells/mcp/serve-stdio')
    const reach = reachStore(context)
    try {
      await serveStdio({ engine: reach.client, slots: new TurnSlots() }, world, signal)
      return exitCode.fine
    } finally {
      await reach.close()
    }
  },
}
