import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterAll, afterEach, beforeAll } from 'vitest'
import { createEngine, type EngineOptions } from '@engine/engine'
import type { Engine } from '@engine/ports/engine-interface'

const resources = resolve(import.meta.dirname, '../../resources')

/** Engines of a test file, each on a store of its own below one folder; those that are open are closed after each test, and the folder goes in the end. */
export function enginesOf(name: string) {
  const place = { folder: '' }
  const opened: Engine[] = []
  let made = 0
  beforeAll(async () => {
    place.folder = await mkdtemp(join(tmpdir(), `cairn-${name}-`))
  })
  afterEach(async () => {
    for (const engine of opened.splice(0)) await engine.close()
  })
  afterAll(() => rm(place.folder, { recursive: true, force: true }))
  return {
    place,
    freshStore: () => join(place.folder, `store-${(made += 1)}`),
    open: async (store: string, options: Partial<EngineOptions> = {}): Promise<Engine> => {
      const engine = await createEngine({ folder: store, resources, ...options })
      opened.push(engine)
      return engine
    },
    close: async (engine: Engine): Promise<void> => {
      opened.splice(opened.indexOf(engine), 1)
      await engine.close()
    },
  }
}
