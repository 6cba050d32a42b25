import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import type { LoopbackServer } from '@shared/models/models'
import { defaultSettings } from '@shared/settings'
import { modelsStateWith, servedModel, serverNamed } from '../../../../fakes/fake-models'
import { FakeBrowser } from '../../state/browser'

const engine = vi.hoisted(() => ({ key: vi.fn<(input: unknown) => Promise<unknown>>() }))
vi.mock('@renderer/state/connection', () => ({
  useConnection: { getState: () => ({ status: 'open' }), subscribe: () => () => undefined },
  reachable: () => Promise.resolve(),
  call: (run: (client: unknown) => unknown) => run({ models: { set_server_key: engine.key } }),
}))
new FakeBrowser()
vi.stubGlobal('navigator', { platform: 'Linux', language: 'en', userAgent: '', vendor: '', maxTouchPoints: 0 })
const { startTranslations } = await import('@renderer/locales/i18n')
const { default: i18next } = await import('i18next')
const { ServerRow } = await import('@renderer/features/models/servers/server-row')
const { receiveModels, setServerKey, useModels } = await import('@renderer/state/models/models-store')
const { receiveSettings } = await import('@renderer/state/settings-store')

beforeAll(() => startTranslations('en'))
beforeEach(async () => {
  await i18next.changeLanguage('en')
  receiveSettings(defaultSettings)
})

const pageOf = (server: LoopbackServer) => renderToStaticMarkup(createElement(ServerRow, { server }))
const wordsOf = (server: LoopbackServer) =>
  pageOf(server)
    .replace(/<[^>]*>/gu, ' ')
    .replace(/\s+/gu, ' ')

describe('a server in the window', () => {
  it('says each model’s kind and context, and what is only assumed, in both languages', async () => {
    const server = {
      ...serverNamed('Ollama', 1),
      models: [
        servedModel(1, 'a', { context_length: 8192 }),
        servedModel(1, 'b'),
        servedModel(1, 'e', { kind: 'embedder', context_length: 512 }),
        servedModel(1, 'f', { kind: 'embedder' }),
      ],
    }
    expect(wordsOf(server)).toMatch(
      /a context 8,192 tokens Answer with it b context not known, 4,096 assumed Answer with it e Embedder · context 512 tokens Search with it f Embedder Search with it/u,
    )
    await i18next.changeLanguage('zh')
    expect(wordsOf(server)).toMatch(/上下文 8,192 个 token .*上下文长度未知，按 4,096 个 token 计 .*向量模型/u)
  })

  // Would catch a key that can be read on the screen, or a server without one that is said to have no models.
  it('asks for a key where one is needed, in a field that hides it, and says that one is saved', () => {
    const closed = { ...serverNamed('LM Studio', 2), needs_key: true }
    expect(wordsOf(closed)).toMatch(/Needs a key .*It answers only with a key\. Key for LM Studio/u)
    expect(wordsOf(closed)).not.toContain('no model')
    expect(pageOf(closed)).toMatch(/<input[^>]*type="password"[^>]*value=""/u)
    expect(wordsOf({ ...closed, has_key: true })).toContain('It does not take the key that is saved.')
    const open = { ...serverNamed('LM Studio', 2, ['m']), has_key: true }
    expect(wordsOf(open)).toContain('A key is saved')
    expect(pageOf(open)).not.toContain('<input')
  })

  it('gives a key to the engine, and keeps what it says of the servers', async () => {
    receiveModels(modelsStateWith({ servers: [{ ...serverNamed('S', 3), needs_key: true }] }))
    engine.key.mockResolvedValue([{ ...serverNamed('S', 3, ['m']), has_key: true }])
    expect(await setServerKey('http://127.0.0.1:3/v1', 'k')).toBe(true)
    expect(engine.key).toHaveBeenCalledWith({ url: 'http://127.0.0.1:3/v1', key: 'k' })
    expect(useModels.getState().state?.servers).toMatchObject([{ has_key: true, needs_key: false }])
    expect(JSON.stringify(useModels.getState())).not.toContain('"k"')
  })
})
