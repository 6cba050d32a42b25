import type { ModelsState } from '@shared/models'
import type { Client } from '../../command'

/** The state now, then at every change, until Ctrl-C. */
export async function* modelStates(client: Client, signal: AbortSignal): AsyncGenerator<ModelsState> {
  try {
    for await (const change of await client.changes.watch(undefined, { signal })) {
      if (change.type === 'models') yield change.models
      else if (change.type === 'snapshot' && change.models) yield change.models
    }
  } catch (thrown) {
    if (!signal.aborted) throw thrown
  }
}
