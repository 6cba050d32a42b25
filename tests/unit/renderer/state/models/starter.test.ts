import { beforeEach, describe, expect, it, vi } from 'vitest'
import { CairnError } from '@shared/errors'
import type { StarterFound, StarterSet } from '@shared/models/starter-set'
import { defaultSettings, Settings, type SettingsPatch } from '@shared/settings'
import { modelsStateWith, starterSetWith } from '../../../../fakes/fake-models'
import { FakeBrowser } from '../browser'

const engine = vi.hoisted(() => ({
  set: vi.fn<(patch: SettingsPatch) => Promise<Settings>>(),
  fetch: vi.fn<(input: { allow: string[] }) => Promise<StarterSet>>(),
  take: vi.fn<(input: { path: string }) => Promise<StarterSet>>(),
  lookIn: vi.fn<(input: { path: string }) => Promise<StarterFound[]>>(),
  pause: vi.fn<(input: { id: string }) => Promise<unknown>>(),
}))
vi.mock('@renderer/state/connection', () => ({
  call: (run: (client: unknown) => unknown) =>
    run({
      settings: { set: engine.set },
      models: {
        starter: { fetch: engine.fetch, take: engine.take, look_in: engine.lookIn },
        pause_download: engine.pause,
      },
    }),
}))
const { answerStarter, dismissStarterHint, fetchStarter, pauseStarter, takeDroppedStarter, useStarterQuestion } =
  await import('@renderer/state/models/starter')
const { receiveModels, useModels } = await import('@renderer/state/models/models-store')
const { receiveSettings, useSettings } = await import('@renderer/state/settings-store')
const { useNotices } = await import('@renderer/state/window/notices')

const set = starterSetWith({ hosts: ['huggingface.co', '.hf.co'], missing_bytes: 5 })
const asked = () => useStarterQuestion.getState().question?.hosts
const found = (kind: StarterFound['kind']): StarterFound => ({ kind, entry_id: kind, name: kind, bytes: 1 })
const dropped = (path: string | null, count = 1) =>
  Array.from({ length: count }, () => ({ name: 'stick', size: 0, path, file: new File([], 'stick') }))

beforeEach(() => {
  vi.resetAllMocks()
  useStarterQuestion.setState({ question: null })
  useNotices.setState({ notices: [] })
  receiveSettings(defaultSettings)
  receiveModels(modelsStateWith({ starter: set }))
  engine.fetch.mockResolvedValue({ ...set, stage: 'adding', busy: true })
  engine.take.mockResolvedValue({ ...set, stage: 'added' })
  engine.set.mockImplementation((patch) =>
    Promise.resolve(Settings.parse({ ...defaultSettings, models: { ...defaultSettings.models, ...patch.models } })),
  )
})

describe('the starter set in the window', () => {
  // Would catch a host that is reached before anybody said yes, and a no that is taken for one.
  it('fetches nothing before its hosts are allowed', async () => {
    await fetchStarter(set)
    expect(asked()).toEqual(['huggingface.co', '.hf.co'])
    await answerStarter('no')
    expect(engine.fetch).not.toHaveBeenCalled()
    await fetchStarter(set)
    await answerStarter('always')
    expect(useSettings.getState().settings.models.allowed_hosts).toEqual(['huggingface.co', '.hf.co'])
    expect(engine.fetch.mock.calls).toEqual([[{ allow: [] }]])
    expect(useModels.getState().state?.starter).toMatchObject({ stage: 'adding', busy: true })
  })

  // Would catch a redirect to another host that ends the set, or is asked about for ever.
  it('asks for a host a part was refused at, and passes on what was allowed once', async () => {
    engine.fetch.mockRejectedValueOnce(new CairnError('NETWORK_DENIED', 'No.', 'Allow cdn.example.org.'))
    await fetchStarter(set)
    await answerStarter('once')
    expect(asked()).toEqual(['cdn.example.org'])
    await answerStarter('once')
    expect(engine.fetch.mock.calls.at(-1)).toEqual([{ allow: ['huggingface.co', '.hf.co', 'cdn.example.org'] }])
    engine.fetch.mockRejectedValueOnce(new CairnError('NETWORK_DENIED', 'No.', 'Allow cdn.example.org.'))
    await fetchStarter(set)
    expect(asked()).toBeUndefined()
    expect(useNotices.getState().notices).toHaveLength(1)
  })

  // Would catch a stick that is added as one model, and one model that is taken for a set.
  it('takes a dropped folder only where it holds two of its models', async () => {
    engine.lookIn.mockResolvedValueOnce([found('embedder'), found('language')])
    expect(await takeDroppedStarter(dropped('/stick'))).toBe(true)
    expect(engine.take.mock.calls).toEqual([[{ path: '/stick' }]])
    engine.lookIn.mockResolvedValueOnce([found('language')])
    expect(await takeDroppedStarter(dropped('/stick'))).toBe(false)
    engine.lookIn.mockRejectedValueOnce(new CairnError('FILE_VANISHED', 'Gone.'))
    expect(await takeDroppedStarter(dropped('/a.gguf'))).toBe(false)
    expect(await takeDroppedStarter(dropped(null))).toBe(false)
    expect(await takeDroppedStarter(dropped('/two', 2))).toBe(false)
    expect(engine.take).toHaveBeenCalledOnce()
  })

  // Would catch a pause that stops somebody's other download.
  it('pauses its own downloads only', async () => {
    const offer = {
      name: 'Q',
      licence: 'MIT',
      languages: ['mul'],
      bytes: 1,
      memory_bytes: 1,
      page: 'https://q.example',
    }
    const parts = [{ kind: 'language' as const, lack: null, own: null, in_use: false, error: null }]
    const download = { state: 'running' as const, done: 0, total: 1, bytes_per_second: 1, verified: false, error: null }
    receiveModels(
      modelsStateWith({
        starter: {
          ...set,
          parts: parts.map((one) => ({ ...one, offer: { ...offer, entry_id: 'q', installed: null } })),
        },
        downloads: ['q', 'other'].map((id) => ({ ...download, id, entry_id: id })),
      }),
    )
    await pauseStarter()
    expect(engine.pause.mock.calls).toEqual([[{ id: 'q' }]])
  })

  // Would catch a hint that comes back with every start.
  it('a hint that was sent away stays away', () => {
    const { stored } = new FakeBrowser()
    dismissStarterHint()
    expect(stored.get('cairn.starter.dismissed')).toBe('true')
  })
})
