import type { Engine } from '@engine/ports/engine-interface'
import type { DoorActions } from '@engine/ports/shell-actions'
import type { StorePlace } from '@engine/platform/paths'
import { askedMove, storeNow } from '@engine/platform/place/store-place'
import type { StoreMover } from '@engine/ports/store-mover'
import { Doors } from '@shells/doors/open-doors'
import { openWithGuests } from '@shells/running/reach-running'
import { openEngine, type OpenEngineOptions } from './open-engine'

export interface OpenedStore {
  readonly engine: Engine
  /** Of the folder that the store lies in. */
  readonly doors: Doors
}

interface OpenStoreOptions extends Omit<OpenEngineOptions<OpenedStore>, 'folder' | 'open'> {
  /** As it is named; its folder may have been moved. */
  readonly named: StorePlace
  readonly createEngine: (place: StorePlace) => Promise<Engine>
  readonly storeMover: () => Promise<StoreMover>
  /** Aborted when the app ends. */
  readonly leaving: AbortSignal
}

/** Opens a store where it lies now, moved first where its user asked for that. As `openEngine` for what goes wrong. */
export function openWindowStore({ named, createEngine, storeMover, leaving: signal, ...options }: OpenStoreOptions) {
  const { log } = options
  const open = async (): Promise<OpenedStore> => {
    const before = storeNow(named.folder)
    if (await askedMove(before)) await (await storeMover()).moveIfAsked(before, { signal, now: Date.now, log })
    const folder = storeNow(before)
    const engine = await openWithGuests(folder, () => createEngine({ ...named, folder }))
    return { engine, doors: new Doors(folder, log) }
  }
  return openEngine<OpenedStore>({ ...options, folder: named.library ?? named.folder, open })
}

/** The ways in for other programs, from when the store is open. */
export function doorsOf(opened: Promise<OpenedStore>): DoorActions {
  const doors = opened.then((store) => store.doors)
  return {
    state: async () => (await doors).state(),
    token: async () => (await doors).token(),
    rotate: async () => (await doors).rotate(),
  }
}
