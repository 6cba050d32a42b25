import { beforeEach, describe, expect, it, vi } from 'vitest'
import { CairnError } from '@shared/errors'
import { defaultSettings } from '@shared/settings'
import { modelNamed } from '../../../../fakes/fake-models'
import { FakeBrowser } from '../browser'

type Upload = (
  file: File,
  sent: (bytes: number) => void,
  signal: AbortSignal,
  options: { name: string; for: string },
) => Promise<string>
const engine = vi.hoisted(() => ({
  add: vi.fn<(input: { paths: string[] }, options: { signal: AbortSignal }) => Promise<unknown>>(),
  upload: vi.fn<Upload>(),
  pick: vi.fn<() => Promise<string[]>>(),
}))
vi.mock('@renderer/state/connection', () => ({
  reachable: () => Promise.resolve(),
  call: (run: (client: unknown) => unknown) => run({ models: { add: engine.add }, shell: { pick: engine.pick } }),
}))
vi.mock('@renderer/bridge/files', () => ({ upload: engine.upload }))
new FakeBrowser()
const { addModelFiles, addModelPaths, dropAdd, pickModels, retryAdd, useModelAdds } =
  await import('@renderer/state/models/model-adds')
const { receiveSettings } = await import('@renderer/state/settings-store')
const { useNotices } = await import('@renderer/state/window/notices')

const loose = (name: string, path: string | null = null) => ({ name, size: 3, path, file: new File(['xyz'], name) })
const within = (folder: string, inside: string) => ({ ...loose(inside.split('/').at(-1) ?? ''), folder, inside })
const listed = () => useModelAdds.getState().adds.map(({ name, state }) => [name, state])
const done = () => vi.waitUntil(() => useModelAdds.getState().adds.every(({ state }) => state === 'failed'))

beforeEach(async () => {
  await done()
  vi.resetAllMocks()
  useModelAdds.setState({ adds: [] })
  useNotices.setState({ notices: [] })
  receiveSettings(defaultSettings)
  engine.upload.mockImplementation((_, sent, __, { name }) => {
    sent(3)
    return Promise.resolve(`/inbox/${name}`)
  })
  engine.add.mockImplementation(({ paths }) => Promise.resolve(modelNamed(`gguf:${paths[0] ?? ''}`)))
})

describe('adding models', () => {
  it('keeps the parts of one picked model together', async () => {
    engine.pick.mockResolvedValue(['/m/a-00001-of-00002.gguf', '/m/a-00002-of-00002.gguf', '/m/b.gguf'])
    await pickModels('files')
    await done()
    expect(engine.add.mock.calls.map(([input]) => input.paths)).toEqual([
      ['/m/a-00001-of-00002.gguf', '/m/a-00002-of-00002.gguf'],
      ['/m/b.gguf'],
    ])
  })

  it('sends what lies in the browser first, takes the rest in place, one model after the other', async () => {
    expect(
      addModelFiles([loose('a.gguf'), loose('b.gguf', '/m/b.gguf'), loose('c.pdf')]).map(({ name }) => name),
    ).toEqual(['c.pdf'])
    await done()
    expect(engine.add.mock.calls.map(([input]) => input)).toEqual([
      { paths: ['/inbox/a.gguf'] },
      { paths: ['/m/b.gguf'] },
    ])
    expect(engine.upload.mock.calls[0]?.[3]).toEqual({
      name: 'a.gguf',
      model: { batch: expect.stringMatching(/^[0-9a-f-]{36}$/u) as string },
    })
    expect(listed()).toEqual([])
    expect(useNotices.getState().notices.map(({ action }) => action?.key)).toEqual([
      ...['models:add.use.language', 'models:add.use.language'],
    ])
  })

  // Would catch the pooling of an embedder overwritten by its configuration, which has the same name.
  it('tells files of one name in a folder apart', async () => {
    addModelFiles([within('bge', 'model.onnx'), within('bge', 'config.json'), within('bge', '1_Pooling/config.json')])
    await done()
    expect(engine.add.mock.calls[0]?.[0].paths).toEqual([
      ...['/inbox/bge/model.onnx', '/inbox/bge/config.json', '/inbox/bge/1_Pooling/config.json'],
    ])
  })

  it('keeps a refused model listed with the reason, and tries it again', async () => {
    engine.add.mockRejectedValueOnce(new CairnError('MODEL_UNUSABLE', 'It is cut short.', 'Copy it again.'))
    addModelPaths(['/m/a.gguf'])
    await done()
    expect(useModelAdds.getState().adds).toMatchObject([
      { name: 'a.gguf', state: 'failed', error: { code: 'MODEL_UNUSABLE' } },
    ])
    retryAdd(useModelAdds.getState().adds[0]?.id ?? -1)
    await vi.waitUntil(() => useModelAdds.getState().adds.length === 0)
    expect(engine.add).toHaveBeenCalledTimes(2)
  })

  it('that is stopped stops, and the next one goes on', async () => {
    engine.upload.mockImplementationOnce(
      (_, __, signal) =>
        new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(new Error('aborted')))),
    )
    addModelFiles([loose('a.gguf'), loose('b.gguf')])
    expect(listed()).toEqual([
      ['a.gguf', 'sending'],
      ['b.gguf', 'waiting'],
    ])
    dropAdd(useModelAdds.getState().adds[0]?.id ?? -1)
    await done()
    expect(engine.add.mock.calls.map(([input]) => input.paths)).toEqual([['/inbox/b.gguf']])
  })

  it('offers to use a model only where nothing has its job', async () => {
    receiveSettings({ ...defaultSettings, models: { ...defaultSettings.models, language: 'gguf:first' } })
    addModelPaths(['/m/a.gguf'])
    await done()
    expect(useNotices.getState().notices.map(({ action }) => action?.key)).toEqual(['models:add.show'])
  })
})
