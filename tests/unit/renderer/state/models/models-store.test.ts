import { beforeEach, describe, expect, it, vi } from 'vitest'
import { CairnError } from '@shared/errors'
import { defaultSettings, type Settings, type SettingsPatch } from '@shared/settings'
import { modelNamed, modelsStateWith } from '../../../../fakes/fake-models'
import { FakeBrowser } from '../browser'

const engine = vi.hoisted(() => ({
  set: vi.fn<(patch: SettingsPatch) => Promise<Settings>>(),
  load: vi.fn<() => Promise<unknown>>(),
  delete: vi.fn<() => Promise<unknown>>(),
  find: vi.fn<() => Promise<unknown>>(),
}))
vi.mock('@renderer/state/connection', () => ({
  useConnection: { getState: () => ({ status: 'open' }), subscribe: () => () => undefined },
  reachable: () => Promise.resolve(),
  call: (run: (client: unknown) => unknown) =>
    run({
      settings: { set: engine.set },
      models: { load: engine.load, delete: engine.delete, find_servers: engine.find },
    }),
}))
// The stores read the page when they are loaded.
new FakeBrowser()
const { choose, deleteModel, findServers, receiveModels, setLoaded, useModels } =
  await import('@renderer/state/models/models-store')
const { receiveSettings, useSettings } = await import('@renderer/state/settings-store')
const { useNotices } = await import('@renderer/state/window/notices')
const { applyChange } = await import('@renderer/state/apply-change')

const refused = new CairnError('MODEL_FAILED', 'It ended.', 'Try again.')
beforeEach(() => {
  vi.resetAllMocks()
  useNotices.setState({ notices: [] })
  receiveSettings(defaultSettings)
  receiveModels(modelsStateWith({ installed: [modelNamed('gguf:a'), modelNamed('gguf:b')] }))
})

describe('choosing a model', () => {
  // Would catch a choice that takes every other model setting back to its default on the screen.
  it('changes that one setting at once and leaves the others', () => {
    const models = { ...defaultSettings.models, reranker: 'onnx:r', allowed_hosts: ['a.org'] }
    receiveSettings({ ...defaultSettings, models })
    engine.set.mockReturnValue(new Promise(() => undefined))
    void choose('language', 'gguf:a')
    expect(engine.set).toHaveBeenCalledWith({ models: { language: 'gguf:a' } })
    expect(useSettings.getState().settings.models).toEqual({ ...models, language: 'gguf:a' })
    void choose('reranker', null)
    expect(useSettings.getState().settings.models.reranker).toBeNull()
  })

  it('is taken back where the engine refuses it, and says so', async () => {
    engine.set.mockRejectedValue(refused)
    expect(await choose('language', 'gguf:a')).toBe(false)
    expect(useSettings.getState().settings.models.language).toBeNull()
    expect(useNotices.getState().notices.map(({ error }) => error?.code)).toEqual(['MODEL_FAILED'])
  })
})

describe('what is asked of models', () => {
  it('marks a model until the engine has answered, however it answers', async () => {
    let fail: (error: Error) => void = () => undefined
    engine.load.mockReturnValue(new Promise((_, reject) => (fail = reject)))
    const loading = setLoaded('gguf:a', true)
    expect([...useModels.getState().pending]).toEqual(['gguf:a'])
    fail(refused)
    await loading
    expect(useModels.getState().pending.size).toBe(0)
    expect(useNotices.getState().notices).toHaveLength(1)
  })

  it('takes a deleted model off the list at once', async () => {
    engine.delete.mockResolvedValue({ deleted: 'gguf:a' })
    await deleteModel('gguf:a', 'a')
    expect(useModels.getState().state?.installed.map(({ id }) => id)).toEqual(['gguf:b'])
  })

  it('looks for servers once at a time and shows what it found', async () => {
    const server = { url: 'http://127.0.0.1:1/v1', name: 'Ollama', reachable: true, models: [] }
    engine.find.mockResolvedValue([server])
    await Promise.all([findServers(), findServers()])
    expect(engine.find).toHaveBeenCalledTimes(1)
    expect(useModels.getState()).toMatchObject({ looking: false, state: { servers: [server] } })
  })
})

it('follows what the engine says of models, also that it runs none', () => {
  const models = modelsStateWith({ folder: '/elsewhere' })
  applyChange({ type: 'models', models })
  expect(useModels.getState().state).toEqual(models)
  const settings = defaultSettings
  applyChange({ type: 'snapshot', documents: [], sessions: [], jobs: [], running: [], settings })
  expect(useModels.getState().state).toBeNull()
})
