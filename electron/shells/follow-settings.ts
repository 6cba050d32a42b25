import { toCairnError } from '@shared/errors'
import type { Settings } from '@shared/settings'
import type { Engine } from '@engine/ports/engine-interface'

/** Tells of the settings as they are and whenever they change, until aborted or the engine closes. */
export async function followSettings(
  engine: Pick<Engine, 'watch'>,
  onSettings: (settings: Settings) => void,
  signal: AbortSignal,
): Promise<void> {
  try {
    for await (const change of engine.watch(signal)) {
      if (change.type === 'snapshot' || change.type === 'settings') onSettings(change.settings)
    }
  } catch (thrown) {
    if (!signal.aborted && toCairnError(thrown).code !== 'CANCELLED') throw thrown
  }
}
