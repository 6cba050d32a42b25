import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { defaultSettings } from '@shared/settings'
import { modelNamed, modelsStateWith } from '../../../../fakes/fake-models'
import { FakeBrowser } from '../browser'

let browser = new FakeBrowser()
beforeEach(() => {
  vi.useFakeTimers()
  vi.resetModules()
  browser = new FakeBrowser()
})
afterEach(() => vi.useRealTimers())

const tiny = modelsStateWith({ installed: [modelNamed('gguf:tiny')] })
async function load(state = tiny) {
  const { receiveModels } = await import('@renderer/state/models/models-store')
  receiveModels(state)
  return import('@renderer/state/models/model-choice')
}

describe('the model of a chat', () => {
  it('is kept by chat and survives a reload; none is what the settings say', async () => {
    const { chooseForChat, modelForChat } = await load()
    chooseForChat('s_1', 'gguf:tiny')
    chooseForChat('s_2', 'rules')
    vi.runAllTimers()
    expect([modelForChat('s_1'), modelForChat('s_2'), modelForChat('s_3')]).toEqual(['gguf:tiny', 'rules', undefined])
    vi.resetModules()
    const again = await load()
    expect(again.modelForChat('s_1')).toBe('gguf:tiny')
    again.chooseForChat('s_1', null)
    vi.runAllTimers()
    expect(browser.stored.has('cairn.model.s_1')).toBe(false)
  })

  // Would catch questions that go to a model that was deleted, or to "rules" chosen where nothing shows it any more.
  it('is not asked where it is gone, nor anything where there is no language model', async () => {
    const { chooseForChat, modelForChat } = await load()
    chooseForChat('s_1', 'gguf:gone')
    chooseForChat('s_2', 'rules')
    expect(modelForChat('s_1')).toBeUndefined()
    const { receiveModels } = await import('@renderer/state/models/models-store')
    receiveModels(modelsStateWith())
    expect(modelForChat('s_2')).toBeUndefined()
  })

  it('goes with the first question of a new chat, and the next new chat starts without', async () => {
    const { chooseForChat, modelForChat, takeChoiceAlong } = await load()
    chooseForChat('new', 'rules')
    takeChoiceAlong('s_9')
    expect([modelForChat('s_9'), modelForChat(null)]).toEqual(['rules', undefined])
  })

  it('is by default what the settings say for answers, before what they say for everything', async () => {
    const { defaultModel } = await load()
    const { models } = defaultSettings
    const tasks = { answer: { model: 'rules', deadline_ms: null } }
    expect(defaultModel(models)).toBe('rules')
    expect(defaultModel({ ...models, language: 'gguf:tiny' })).toBe('gguf:tiny')
    expect(defaultModel({ ...models, language: 'gguf:tiny', tasks })).toBe('rules')
  })
})

describe('asking', () => {
  it('sends the model chosen for the chat, and none where none was chosen', async () => {
    vi.doMock('@renderer/state/connection', async (original) => ({
      ...(await original<object>()),
      reachable: () => Promise.resolve(),
      call: (run: (client: unknown) => unknown) => run({ chat: { start, follow: () => new Promise(() => undefined) } }),
    }))
    const start = vi.fn<(input: { model?: string }) => Promise<void>>().mockResolvedValue()
    const { chooseForChat, modelForChat } = await load()
    const { ask } = await import('@renderer/state/chat/chat-store')
    chooseForChat('new', 'gguf:tiny')
    const asked = ask('Deep?', { sessionId: null })
    ask('Wide?', { sessionId: null })
    await vi.waitFor(() => expect(start).toHaveBeenCalledTimes(2))
    expect(start.mock.calls.map(([input]) => input.model)).toEqual(['gguf:tiny', undefined])
    expect(modelForChat(asked)).toBe('gguf:tiny')
    vi.doUnmock('@renderer/state/connection')
  })
})
