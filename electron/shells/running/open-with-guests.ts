import { CairnError } from '@shared/errors'
import type { Engine } from '@engine/ports/engine-interface'
import { takeFromGuest } from './reach-running'

/** Opens a store; where a guest has it, once that has given it up. Throws what opening throws. */
export async function openWithGuests(folder: string, open: () => Promise<Engine>): Promise<Engine> {
  try {
    return await open()
  } catch (thrown) {
    if (!isLocked(thrown) || !(await takeFromGuest(folder))) throw thrown
    return open()
  }
}

export function isLocked(thrown: unknown): boolean {
  return thrown instanceof CairnError && thrown.code === 'STORE_LOCKED'
}
