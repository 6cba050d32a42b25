import { CairnError } from '@shared/errors'
import type { Engine } from '@engine/ports/engine-interface'
import type { StoreMover } from '@engine/ports/store-mover'
import { moveIfAsked, moveStore } from '@engine/storage/moving/move-store'
import { createBase, type EngineOptions } from '@engine/wiring/engine-base'
import { engineActs } from '@engine/wiring/engine-acts'
import { startBackground } from '@engine/wiring/start-background'
import { wireAnswering } from '@engine/wiring/wire-answering'
import { wireBackup } from '@engine/wiring/backups/wire-backup'
import { wireEvaluation } from '@engine/wiring/evaluation/wire-evaluation'
import { wireGraph } from '@engine/wiring/wire-graph'
import { wireLibrary } from '@engine/wiring/wire-library'
import { wireModels } from '@engine/wiring/wire-models'
import { wireResearch } from '@engine/wiring/research/wire-research'
import { wireNotes } from '@engine/wiring/research/wire-notes'
import { wireStorage } from '@engine/wiring/wire-storage'
import { wireVectors } from '@engine/wiring/wire-vectors'

export type { EngineOptions }

/** Moves stores, before they are opened. */
export const storeMover: StoreMover = { move: moveStore, moveIfAsked }

/** Looks at the file of a backup before a store is opened for it. */
export { requireBackup } from '@engine/backup/archive/open-archive-file'

/** The steps of start-up, in their order; a parameter so that tests can let each fail. */
export const startUp = {
  wireModels,
  wireStorage,
  wireVectors,
  wireGraph,
  wireLibrary,
  wireNotes,
  wireAnswering,
  wireResearch,
  wireBackup,
  wireEvaluation,
  startBackground,
}
export type StartUp = typeof startUp

/**
 * Opens a store and wires the rooms around it: the one place where they meet. Interrupted ingestion goes on in the
 * background. Throws CairnError STORE_LOCKED, STORE_UNUSABLE, STORE_TOO_NEW or PERMISSION_DENIED; what was opened by then
 * is closed again.
 *
 * @example
 * const engine = await createEngine({ folder: '/home/me/store', resources: '/opt/cairn/resources' })
 * for await (const event of engine.ask({ question: 'When was the hut opened?' })) console.log(event.type)
 * await engine.close()
 */
export async function createEngine(options: EngineOptions, steps: StartUp = startUp): Promise<Engine> {
  const base = createBase(options)
  const close = () => {
    base.closing.abort(new CairnError('CANCELLED', 'Cairn is closing.'))
    return base.opened.close()
  }
  try {
    const models = await steps.wireModels(base)
    const storage = await steps.wireStorage(base, models)
    const vectors = steps.wireVectors(base, models, storage)
    const graph = await steps.wireGraph(base, { models, storage, vectors })
    const library = steps.wireLibrary(base, { models, storage, vectors, graph })
    const notes = steps.wireNotes(base, storage, library)
    const answering = await steps.wireAnswering(base, { models, storage, vectors, graph, library })
    const wired = { models, storage, vectors, graph, library, notes, answering }
    const evaluation = steps.wireEvaluation(base, wired)
    const worked = { ...wired, evaluation, research: await steps.wireResearch(base, wired) }
    const parts = { ...worked, backups: steps.wireBackup(base, worked) }
    steps.startBackground(base, parts)
    return engineActs(base, parts, close)
  } catch (thrown) {
    // What went wrong first is what people are told.
    await close().catch((also: unknown) => base.log(`Closing after a failed start: ${String(also)}`))
    throw thrown
  }
}
