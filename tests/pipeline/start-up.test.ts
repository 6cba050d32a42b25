import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createEngine, type StartUp, startUp } from '@engine/engine'
import type { EngineBase } from '@engine/wiring/engine-base'

const resources = resolve(import.meta.dirname, '../../resources')
const names = Object.keys(startUp) as (keyof StartUp)[]

let folder = ''

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'cairn-start-up-'))
})

afterEach(async () => {
  await rm(folder, { recursive: true, force: true })
})

/** The steps of start-up, of which one fails: instead of doing its work, or once it is done. */
function failingAt(name: keyof StartUp, when: 'before' | 'after', seen: (base: EngineBase) => void): StartUp {
  const step = startUp[name] as (base: EngineBase, ...rest: unknown[]) => unknown
  const isAsync = step.constructor.name === 'AsyncFunction'
  const fail = () => {
    throw new Error(`${name} failed`)
  }
  const failing = (base: EngineBase, ...rest: unknown[]) => {
    seen(base)
    if (when === 'before') return isAsync ? Promise.reject(new Error(`${name} failed`)) : fail()
    const done = step(base, ...rest)
    return isAsync ? Promise.resolve(done).then(fail) : fail()
  }
  return { ...startUp, [name]: failing }
}

const threads = () => process.getActiveResourcesInfo().filter((kind) => kind === 'MessagePort').length

describe('a start that fails', () => {
  // Would catch a lock, a thread or a journal that stays open behind the failure of a later step.
  test.each(names.flatMap((name) => [[name, 'before'] as const, [name, 'after'] as const]))(
    'at %s (%s its work) says so, leaves nothing open, and the next start works',
    async (name, when) => {
      const store = join(folder, 'store')
      let base: EngineBase | undefined
      const threadsBefore = threads()
      const steps = failingAt(name, when, (seen) => (base = seen))
      await expect(createEngine({ folder: store, resources }, steps)).rejects.toThrow(`${name} failed`)
      expect(base?.closing.signal.aborted).toBe(true)
      expect(() => base?.opened.defer(() => undefined)).toThrow('closed already')
      expect(threads()).toBe(threadsBefore)

      const engine = await createEngine({ folder: store, resources })
      expect((await engine.check()).ok).toBe(true)
      await engine.close()
      // Closing twice is closing once.
      await engine.close()
    },
  )

  // Would catch a failure of closing that hides why Cairn did not start.
  test('tells what failed first, and logs what fails while closing', async () => {
    const logged: string[] = []
    const steps: StartUp = {
      ...startUp,
      wireLibrary: (base) => {
        base.opened.defer(() => Promise.reject(new Error('cannot close')))
        throw new Error('no library')
      },
    }
    const options = { folder: join(folder, 'store'), resources, log: (line: string) => logged.push(line) }
    await expect(createEngine(options, steps)).rejects.toThrow('no library')
    expect(logged.filter((line) => line.includes('cannot close'))).toHaveLength(1)
  })
})
