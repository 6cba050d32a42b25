import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, describe, expect, test } from 'vitest'
import { findServers, serverModelId, serverOfModel, serverUrl } from '@engine/inference/loopback/loopback-models'
import { createNetworkGate } from '@engine/platform/network-gate'
import { servedModel } from '../../../fakes/fake-models'
import { OpenAiServer } from '../../../fakes/openai-server'

const closing: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const close of closing.splice(0)) await close()
})

async function serving(models: readonly string[]): Promise<OpenAiServer> {
  const server = await OpenAiServer.start(models)
  closing.push(() => server.close())
  return server
}

const answers = { reachable: true, has_key: false, needs_key: false }
const chosen: string[] = []
const hasKey = () => false
const gate = () => createNetworkGate({ allowedHosts: () => [], now: () => 0 })

describe('looking for servers', () => {
  test('those that answer where they usually are, with their models but rerankers; named ones in any case', async () => {
    const ollama = await serving([
      'qwen3:4b',
      'nomic-embed-text:latest',
      'bge-m3',
      'all-minilm',
      'x/multilingual-e5-small',
      'bge-reranker-v2-m3',
    ])
    const named = await serving(['a/b'])
    const gone = await OpenAiServer.start()
    await gone.close()
    const wellKnown = [
      { name: 'Ollama', port: ollama.port },
      { name: 'LM Studio', port: gone.port },
    ]
    const servers = [`${named.url}/`, gone.url, gone.url, 'https://models.example.org']
    const log = gate()
    const limitMs = 20_000
    expect(
      await findServers({ chosen, hasKey, gate: log, servers, wellKnown: wellKnown.slice(0, 1), limitMs }),
    ).toEqual([
      {
        url: ollama.url,
        name: 'Ollama',
        ...answers,
        models: [
          servedModel(ollama.port, 'qwen3:4b'),
          ...['nomic-embed-text:latest', 'bge-m3', 'all-minilm', 'x/multilingual-e5-small'].map((name) =>
            servedModel(ollama.port, name, { kind: 'embedder' }),
          ),
        ],
      },
      {
        url: named.url,
        name: `127.0.0.1:${named.port}`,
        ...answers,
        models: [servedModel(named.port, 'a/b')],
      },
      { url: gone.url, name: `127.0.0.1:${gone.port}`, ...answers, reachable: false, models: [] },
      { url: 'https://models.example.org/v1', name: 'models.example.org', ...answers, reachable: false, models: [] },
    ])
    expect(log.attempts().filter(({ outcome }) => outcome === 'denied')).toMatchObject([{ host: 'models.example.org' }])
    expect(await findServers({ chosen, hasKey, gate: gate(), servers: [], wellKnown, limitMs })).toHaveLength(1)
  })

  // Would catch "No server was found" where the program that runs the chosen model was not started.
  test('one that runs a chosen model is listed also while it is away', async () => {
    const gone = await OpenAiServer.start()
    await gone.close()
    const wellKnown = [{ name: 'Ollama', port: gone.port }]
    const ids = [`server:127.0.0.1:${gone.port}/m`, 'gguf:a']
    const found = await findServers({ chosen: ids, hasKey, gate: gate(), servers: [], wellKnown, limitMs: 20_000 })
    expect(found).toEqual([{ url: gone.url, name: 'Ollama', ...answers, reachable: false, models: [] }])
  })

  // Would catch a web server on a well-known port being taken for a model server, or one that hangs holding up the rest.
  test('something else at the port is no server; one that says nothing is waited for no longer than its limit', async () => {
    const other = createServer((request, response) => {
      if (request.url?.startsWith('/v1') === true) response.end('<html></html>')
    })
    other.listen(0, '127.0.0.1')
    await once(other, 'listening')
    closing.push(async () => {
      other.closeAllConnections()
      other.close()
      await once(other, 'close')
    })
    const { port } = other.address() as AddressInfo
    const wellKnown = [{ name: 'llama-server', port }]
    const silent = `http://127.0.0.1:${port}/silent`
    const found = await findServers({ chosen, hasKey, gate: gate(), servers: [], wellKnown, limitMs: 2000 })
    expect(found).toEqual([])
    expect(
      await findServers({ chosen, hasKey, gate: gate(), servers: [silent], wellKnown: [], limitMs: 20 }),
    ).toMatchObject([{ url: silent, reachable: false }])
    const signal = AbortSignal.abort()
    await expect(
      findServers({ chosen, hasKey, gate: gate(), servers: [silent], wellKnown: [], signal }),
    ).rejects.toMatchObject({
      code: 'CANCELLED',
    })
  })
})

describe('the id of a server’s model', () => {
  test('leads back to the server’s address and the model’s name', () => {
    expect(serverModelId('http://127.0.0.1:11434/v1', 'a/b:c')).toBe('server:127.0.0.1:11434/a/b:c')
    expect(serverOfModel('server:127.0.0.1:11434/a/b:c', [])).toEqual({
      url: 'http://127.0.0.1:11434/v1',
      model: 'a/b:c',
    })
    expect(serverOfModel('server:[::1]:8080/m', [])).toEqual({ url: 'http://[::1]:8080/v1', model: 'm' })
    expect(serverOfModel('server:127.0.0.1:5000/m', ['http://127.0.0.1:5000/openai/v1/'])).toEqual({
      url: 'http://127.0.0.1:5000/openai/v1',
      model: 'm',
    })
    expect(serverOfModel('server:models.example.org/m', [])).toEqual({
      url: 'https://models.example.org/v1',
      model: 'm',
    })
    expect(serverOfModel('gguf:m', [])).toBeNull()
    expect(serverOfModel('server:/m', [])).toBeNull()
    expect([serverUrl('http://localhost:1234/'), serverUrl('ftp://a'), serverUrl('x')]).toEqual([
      'http://localhost:1234/v1',
      null,
      null,
    ])
  })
})
