import { StoreReach } from '@shells/running/store-reach'
import type { Context } from './command'
import { printableLine } from './print/printable'

/** The command's store in whichever process it is open, opened here where it is in none. To be closed. */
export function reachStore({
  world,
  storeFolder: folder,
  err,
}: Pick<Context, 'world' | 'storeFolder' | 'err'>): StoreReach {
  const log = (line: string) => err.dim(printableLine(line))
  const open = () => world.openEngine({ folder, resources: world.resources, log })
  return new StoreReach({ folder, open, log })
}
