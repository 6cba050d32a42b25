import { describe, expect, test } from 'vitest'
import { CairnError } from '@shared/errors'
import { ModelSettings } from '@shared/models/model-settings'
import type { ModelSettingsPatch } from '@shared/settings'
import { type InstalledModel, type Machine, ModelsState, type ModelsState as State } from '@shared/models/models'
import type { Loaded } from '@engine/inference/host/protocol'
import { withoutModel } from '@engine/inference/models/folder/gone-models'
import { ModelsDesk, type ModelsDeskParts } from '@engine/inference/models/models-desk'
import { serverNamed } from '../../../fakes/fake-models'
import { entryAt, ggufBytes, someDetails } from '../../../fakes/catalogue-entry'
import { starterSetWith } from '../../../fakes/fake-models'

const machine: Machine = {
  cpu: 'Test',
  cores: 4,
  memory_bytes: 16e9,
  free_bytes: 8e9,
  disk_free_bytes: 1e12,
  gpus: [],
}
const model: InstalledModel = {
  id: 'gguf:m',
  kind: 'language',
  format: 'gguf',
  name: 'M',
  bytes: 10,
  added_at: 1,
  entry_id: 'e',
  licence: 'MIT',
  details: someDetails,
  problem: null,
  stamp: '',
}
const loaded: Loaded = { details: someDetails, device: 'cpu', gpus: ['A card'] }

function desk(changes: Partial<ModelsDeskParts> = {}) {
  const did: string[] = []
  const published: State[] = []
  const timers: { ms: number; call: () => void }[] = []
  let time = 0
  let notify: () => void = () => undefined
  let isLoaded = false
  let settings = ModelSettings.parse({ language: 'gguf:m', fallback: 'gguf:x', tasks: { title: { model: 'gguf:m' } } })
  const parts: ModelsDeskParts = {
    path: '/models',
    folder: {
      list: () => [model],
      get: (id) => (id === model.id ? model : undefined),
      problem: null,
      requireWritable: () => Promise.resolve(),
      add: () => Promise.resolve(model),
      delete: (id) => {
        did.push(`delete ${id}`)
        return Promise.resolve()
      },
    },
    uploads: {
      receive: (name) => Promise.resolve(name),
      batchOf: () => undefined,
      discard: () => Promise.resolve(),
    },
    downloads: {
      list: () => [],
      start: (id, allow) => Promise.resolve(`${id}:${allow.join()}`),
      pause: () => Promise.resolve(true),
      cancel: () => Promise.resolve(false),
    },
    manifest: {
      version: 1,
      checked_on: '2026-01-01',
      entries: ['e', 'f'].map((id) =>
        entryAt({ url: (path) => `https://example.org${path}`, put: () => undefined }, id, { 'm.gguf': ggufBytes(10) }),
      ),
    },
    starter: {
      state: () => starterSetWith(),
      fetch: () => Promise.resolve(starterSetWith()),
      lookIn: () => Promise.resolve([]),
      take: () => Promise.resolve(starterSetWith()),
      undo: () => Promise.resolve(starterSetWith()),
    },
    resident: {
      load: () => {
        isLoaded = true
        return Promise.resolve(loaded)
      },
      unload: (id) => {
        did.push(`unload ${id}`)
        isLoaded = false
        return Promise.resolve()
      },
      residenceOf: () =>
        isLoaded ? { state: 'ready', progress: 1, loaded } : { state: 'unloaded', progress: 0, loaded: null },
      hosts: () => [{ role: 'language', state: 'running', deaths: 0, memory_bytes: 123, last_error: null }],
      onChange: (listener) => {
        notify = listener
        return () => did.push('unsubscribed')
      },
    },
    residentModel: (id) => {
      if (id !== model.id) throw new CairnError('NOT_FOUND', 'No.', '')
      return { id, files: { kind: 'language', format: 'gguf', path: '/m.gguf' }, contextLength: 4096 }
    },
    router: { performanceOf: () => undefined, reset: (id) => did.push(`reset ${id}`) },
    servers: {
      list: () => [{ ...serverNamed('S', 1, ['a']), reachable: false }],
      find: () => Promise.resolve([]),
      kindOf: (id) => (id === 'server:127.0.0.1:1/e' ? 'embedder' : 'language'),
      setKey: () => Promise.resolve(),
      openEmbedder: (id) => Promise.resolve(did.push(`open ${id}`)),
    },
    embedding: {
      state: () => ({ current: 'built-in', dimensions: 8, usable: true, next: null }),
      pause: () => undefined,
    },
    settings: {
      get: () => settings,
      change: (patch: ModelSettingsPatch) => {
        did.push(`settings ${JSON.stringify(patch)}`)
        settings = ModelSettings.parse({ ...settings, ...patch })
        return Promise.resolve()
      },
    },
    gate: { attempts: () => [] },
    describeMachine: (gpus) => {
      did.push('machine')
      return Promise.resolve({ ...machine, gpus: [...gpus] })
    },
    machine,
    publish: (state) => published.push(state),
    clock: () => time,
    later: (ms, call) => {
      timers.push({ ms, call })
      return () => did.push('called off')
    },
    log: () => undefined,
    ...changes,
  }
  const made = new ModelsDesk(parts)
  made.start()
  return {
    made,
    did,
    published,
    timers,
    notify: () => notify(),
    pass: (ms: number) => (time += ms),
    settings: () => settings,
  }
}

describe('ModelsDesk', () => {
  test('loading a server’s embedder asks it for a vector; a key goes only where nobody can read it', async () => {
    const { made, did } = desk()
    await made.load('server:127.0.0.1:1/e')
    await made.load('server:127.0.0.1:1/a')
    expect(did).toEqual(['reset server:127.0.0.1:1/e', 'open server:127.0.0.1:1/e', 'reset server:127.0.0.1:1/a'])
    await expect(made.setServerKey('http://models.example.org/v1', 'k')).rejects.toMatchObject({
      code: 'INVALID_INPUT',
    })
    expect(await made.setServerKey('http://127.0.0.1:1', 'k')).toEqual([])
  })

  test('says everything in one state, as the contract has it', async () => {
    const { made } = desk()
    const before = ModelsState.parse(made.state())
    expect(before.runtime).toMatchObject([
      { id: 'gguf:m', state: 'unloaded', memory_bytes: null, device: '', breaker: 'closed' },
      { id: 'server:127.0.0.1:1/a', state: 'failed' },
    ])
    const after = await made.load('gguf:m')
    expect(after.runtime[0]).toMatchObject({ state: 'ready', progress: 1, memory_bytes: 123, device: 'cpu' })
    expect(after.machine.gpus).toEqual(['A card'])
    await expect(made.load('gguf:none')).rejects.toMatchObject({ code: 'NOT_FOUND' })
    expect((await made.unload('gguf:m')).runtime[0]).toMatchObject({ state: 'unloaded' })
  })

  // Catches a deleted model that is still chosen, and files deleted under a model that is loaded.
  test('deleting unloads first, takes the model out of every choice, then deletes', async () => {
    const { made, did, settings } = desk()
    await made.delete('gguf:m')
    expect(did.slice(0, 4)).toEqual([
      'unload gguf:m',
      'settings {"language":null,"tasks":{"title":{"model":null,"deadline_ms":null}}}',
      'delete gguf:m',
      'reset gguf:m',
    ])
    expect(settings()).toMatchObject({ language: null, fallback: 'gguf:x' })
    await expect(made.delete('gguf:none')).rejects.toMatchObject({ code: 'NOT_FOUND' })
    expect(withoutModel(settings(), 'gguf:m')).toBeUndefined()
  })

  // Catches a choice that is lost although the model could not be deleted.
  test('nothing is changed for a deletion that another Cairn forbids', async () => {
    const locked = new CairnError('STORE_LOCKED', 'Another one.', '')
    const { made, did } = desk({
      folder: {
        list: () => [model],
        get: () => model,
        add: () => Promise.reject(locked),
        delete: () => Promise.reject(locked),
        problem: locked.report(),
        requireWritable: () => Promise.reject(locked),
      },
    })
    await expect(made.delete('gguf:m')).rejects.toBe(locked)
    expect(did).toEqual([])
    expect(made.state().problem).toEqual(locked.report())
  })

  // Catches an unplugged disk that looks like a folder without models.
  test('models that have work and are all gone are said', () => {
    const folder = {
      list: () => [],
      get: () => undefined,
      add: () => Promise.resolve(model),
      delete: () => Promise.resolve(),
      problem: null,
      requireWritable: () => Promise.resolve(),
    }
    expect(desk({ folder }).made.state().problem).toMatchObject({ code: 'FILE_VANISHED' })
    expect(desk().made.state().problem).toBeNull()
    const unused = {
      get: () => ModelSettings.parse({ language: 'server:127.0.0.1:1/a' }),
      change: () => Promise.resolve(),
    }
    expect(desk({ folder, settings: unused }).made.state().problem).toBeNull()
  })

  // Catches a window that is flooded while a model loads, and a last change that nobody is told.
  test('publishes four times a second at most, and the last state always', () => {
    const { made, published, timers, notify, pass, did } = desk()
    notify()
    expect(published).toHaveLength(1)
    pass(100)
    notify()
    made.changed()
    made.changed()
    expect([published.length, timers.map(({ ms }) => ms)]).toEqual([1, [150]])
    pass(150)
    timers[0]?.call()
    expect(published).toHaveLength(2)
    pass(10)
    notify()
    made.close()
    made.changed()
    timers[1]?.call()
    expect([published.length, did]).toEqual([2, ['unsubscribed', 'called off']])
  })

  test('looks at the machine every five seconds at most, and never waits for it', async () => {
    const { made, did, pass } = desk()
    made.state()
    pass(5000)
    made.state()
    made.state()
    expect(did).toEqual(['machine'])
    await Promise.resolve()
    expect(made.state().machine).toEqual(machine)
  })

  test('the catalogue says what is installed and what fits', async () => {
    const { made } = desk()
    const items = await made.catalogue()
    expect(items.map(({ entry, installed, fit }) => [entry.id, installed, fit])).toEqual([
      ['e', true, 'good'],
      ['f', false, 'good'],
    ])
    expect(items[0]?.hosts).toEqual(['example.org'])
    expect(await made.download('e', ['a', 'b'])).toBe('e:a,b')
    expect([await made.pauseDownload('x'), await made.cancelDownload('x')]).toEqual([true, false])
    expect([await made.findServers(), made.networkLog(), await made.add(['/x'])]).toEqual([[], [], model])
    expect(await made.pauseEmbedding(true)).toMatchObject({ folder: '/models' })
  })
})
