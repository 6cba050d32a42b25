import { createRouterClient } from '@orpc/server'
import { createRouter } from '@engine/api/router'
import type { Engine } from '@engine/ports/engine-interface'
import type { EngineClient } from '@shells/engine-client'
import { headlessActions } from '@shells/headless-actions'
import { openWithGuests } from './reach-running'

/** An engine that commands ask, in this process or in another. */
export interface ReachedStore {
  readonly client: EngineClient
  /** Lets go of it; an engine of this process is closed. */
  close(): Promise<void> | void
}

/** Opens a store in this process for its own commands alone. Throws what opening throws. */
export async function openHere(folder: string, open: () => Promise<Engine>): Promise<ReachedStore> {
  const engine = await openWithGuests(folder, open)
  const client = createRouterClient(createRouter(engine, headlessActions(engine, folder)))
  return { client, close: () => engine.close() }
}
