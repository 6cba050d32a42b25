import type { Engine } from '@engine/ports/engine-interface'
import { api, typed } from '../implementation'

/** The store as a whole: where it lies, whether it is whole, and what makes it so again. */
export function storeRoutes(
  engine: Pick<
    Engine,
    'info' | 'library' | 'keepLibraryKeys' | 'check' | 'repair' | 'rebuild' | 'askedMove' | 'askForMove'
  >,
) {
  return {
    info: api.store.info.handler(() => engine.info()),
    library: api.store.library.handler(() => engine.library()),
    keep_keys: api.store.keep_keys.handler(({ input }) => engine.keepLibraryKeys(input.keep)),
    check: api.store.check.handler(() => engine.check()),
    repair: api.store.repair.handler(({ signal }) => typed(engine.repair(signal))),
    rebuild: api.store.rebuild.handler(({ signal }) => typed(engine.rebuild(signal))),
    moving: api.store.moving.handler(() => engine.askedMove()),
    move: api.store.move.handler(({ input }) => engine.askForMove(input.to)),
    stay: api.store.stay.handler(() => engine.askForMove(null)),
  }
}
