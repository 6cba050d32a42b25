import { afterEach, describe, expect, test } from 'vitest'
import { ModelSettings } from '@shared/models/model-settings'
import { ServerList } from '@engine/inference/loopback/server-list'
import { createNetworkGate } from '@engine/platform/network-gate'
import { OpenAiServer } from '../../../fakes/openai-server'

const closing: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const close of closing.splice(0)) await close()
})

async function serving(...models: string[]): Promise<OpenAiServer> {
  const server = await OpenAiServer.start(models)
  closing.push(() => server.close())
  return server
}

/** A list of that one server. Time stands still unless a test sets it. */
function listOf(server: OpenAiServer) {
  const time = { now: 0 }
  let changes = 0
  const list = new ServerList({
    gate: createNetworkGate({ allowedHosts: () => [], now: () => 0 }),
    settings: () => ModelSettings.parse({ servers: [server.url] }),
    hasKey: () => false,
    now: () => time.now,
    closing: new AbortController().signal,
    changed: () => (changes += 1),
    limitMs: 20_000,
    wellKnown: [],
  })
  const found = async () =>
    (await list.find())[0]?.models.map(({ name, kind, context_length: length }) => [name, kind, length])
  const context = (model: string) => list.contextFor(`server:127.0.0.1:${server.port}/${model}`)
  return { list, found, context, time, changes: () => changes }
}

/** Ollama with models that are loaded once they are asked for: `running` says with which context. */
function speakOllama(server: OpenAiServer, shown: Record<string, object>, running: number) {
  const loaded = new Set<string>()
  const modelOf = (body: unknown) => (body as { model: string }).model
  server.native['GET /api/ps'] = () => ({
    models: [...loaded].map((model) => ({ name: model, model, context_length: running })),
  })
  server.native['POST /api/show'] = (body) => shown[modelOf(body)] ?? {}
  server.native['POST /api/generate'] = (body) => {
    loaded.add(modelOf(body))
    return { done: true }
  }
  return loaded
}
const llama = (length: number) => ({ 'general.architecture': 'llama', 'llama.context_length': length })
const signal = new AbortController().signal

describe('what servers say of their models', () => {
  // Would catch the model's own 131,072 tokens taken for what Ollama gives it, behind which it cuts prompts silently.
  test('Ollama: the running context counts; without it num_ctx, and else nothing is known', async () => {
    const server = await serving('running', 'set', 'unset', 'short', 'nomic')
    const loaded = speakOllama(
      server,
      {
        running: { model_info: llama(131_072), parameters: 'num_ctx 32768', capabilities: ['completion'] },
        set: { model_info: llama(131_072), parameters: 'stop "<x>"\nnum_ctx    16384', capabilities: ['completion'] },
        unset: { model_info: llama(131_072), capabilities: ['completion', 'tools'] },
        short: { model_info: llama(2048), capabilities: ['completion'] },
        nomic: { model_info: llama(2048), parameters: 'num_ctx 8192', capabilities: ['embedding'] },
      },
      8192,
    )
    loaded.add('running')
    expect(await listOf(server).found()).toEqual([
      ['running', 'language', 8192],
      ['set', 'language', 16_384],
      ['unset', 'language', null],
      ['short', 'language', 2048],
      ['nomic', 'embedder', 2048],
    ])
  })

  test('LM Studio: the loaded context, not the longest; its embedders by their type', async () => {
    const server = await serving('a', 'b', 'e')
    server.native['GET /api/v0/models'] = () => ({
      data: [
        { id: 'a', type: 'llm', state: 'loaded', max_context_length: 131_072, loaded_context_length: 6000 },
        { id: 'b', type: 'vlm', state: 'not-loaded', max_context_length: 32_768 },
        { id: 'e', type: 'embeddings', state: 'not-loaded', max_context_length: 512 },
      ],
    })
    expect(await listOf(server).found()).toEqual([
      ['a', 'language', 6000],
      ['b', 'language', null],
      ['e', 'embedder', 512],
    ])
  })

  test('llama-server: what one conversation has; vLLM: what the list says; anything odd is not known', async () => {
    const server = await serving('m')
    server.listed = { meta: { n_ctx_train: 40_960 } }
    expect(await listOf(server).found()).toEqual([['m', 'language', null]])
    server.native['GET /props'] = () => ({ default_generation_settings: { n_ctx: 12_288 }, total_slots: 4 })
    expect(await listOf(server).found()).toEqual([['m', 'language', 12_288]])
    const vllm = await serving('m')
    vllm.listed = { max_model_len: 24_000 }
    expect(await listOf(vllm).found()).toEqual([['m', 'language', 24_000]])
    vllm.listed = { max_model_len: 'many', context_length: -1, meta: 7 }
    expect(await listOf(vllm).found()).toEqual([['m', 'language', null]])
  })

  test('one that wants a key is said to; another that keeps a page to itself is no server', async () => {
    const server = await serving('m')
    server.key = 'k'
    expect((await listOf(server).list.find())[0]).toMatchObject({ reachable: true, needs_key: true, models: [] })
  })
})

describe('the context of a model that is asked', () => {
  // Would catch a first prompt that Ollama cuts, because it says the length only of a loaded model.
  test('Ollama loads it first, then says; that counts for a minute', async () => {
    const server = await serving('m')
    speakOllama(server, { m: { model_info: llama(131_072), capabilities: ['completion'] } }, 2048)
    const { found, context, list, time, changes } = listOf(server)
    expect(await found()).toEqual([['m', 'language', null]])
    await context('m').look(signal)
    expect(context('m').length()).toBe(2048)
    expect([list.list()[0]?.models[0]?.context_length, changes()]).toEqual([2048, 1])
    const asked = server.requests.length
    await context('m').look(signal)
    expect(server.requests).toHaveLength(asked)
    time.now = 60_000
    server.native['GET /api/ps'] = () => ({ models: [{ model: 'm', context_length: 4096 }] })
    await context('m').look(signal)
    expect(context('m').length()).toBe(4096)
  })

  test('LM Studio says it once the model has answered, and is asked for it no more than once', async () => {
    const server = await serving('m')
    const model = { id: 'm', type: 'llm', max_context_length: 32_768 }
    server.native['GET /api/v0/models'] = () => ({ data: [model] })
    const { context } = listOf(server)
    await context('m').look(signal)
    expect(context('m').length()).toBeNull()
    server.native['GET /api/v0/models'] = () => ({ data: [{ ...model, loaded_context_length: 10_000 }] })
    context('m').answered()
    await context('m').look(signal)
    expect(context('m').length()).toBe(10_000)
    const asked = server.requests.length
    context('m').answered()
    expect(server.requests).toHaveLength(asked)
  })

  test('a server that has gone leaves what was known, and fails nothing', async () => {
    const server = await serving('m')
    server.listed = { max_model_len: 9000 }
    const { found, context, time } = listOf(server)
    await found()
    await server.close()
    closing.length = 0
    time.now = 60_000
    await context('m').look(signal)
    expect(context('m').length()).toBe(9000)
  })
})
