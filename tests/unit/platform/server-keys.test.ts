import { chmod, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { keyedGate } from '@engine/inference/loopback/loopback-request'
import { LoopbackLanguageModel } from '@engine/inference/loopback/loopback-server'
import { createNetworkGate } from '@engine/platform/network-gate'
import { ServerKeys } from '@engine/platform/server-keys'
import { OpenAiServer } from '../../fakes/openai-server'

const secret = 'sk-tiny-secret'
let folder = ''
const said: string[] = []
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'cairn-keys-'))
  said.length = 0
})
afterEach(() => rm(folder, { recursive: true, force: true }))

const open = () => ServerKeys.open(folder, (line) => said.push(line))
const file = () => join(folder, 'server-keys.json')
const modeOf = async () => (await stat(file())).mode & 0o777

describe('keys of servers', () => {
  test.skipIf(process.platform === 'win32')(
    'lie in a file that only its owner may read, also after a copy',
    async () => {
      const keys = await open()
      await keys.set('http://127.0.0.1:1234/v1', secret)
      expect(await modeOf()).toBe(0o600)
      await chmod(file(), 0o644)
      await open()
      expect(await modeOf()).toBe(0o600)
    },
  )

  // Would catch a key that stays in memory when it was replaced or taken away, or when Cairn closes.
  test('are overwritten in memory when they go', async () => {
    const kept: Buffer[] = []
    const allocate = vi.spyOn(Buffer, 'allocUnsafeSlow').mockImplementation((size) => {
      const bytes = Buffer.alloc(size)
      kept.push(bytes)
      return bytes
    })
    const keys = await open()
    await keys.set('http://127.0.0.1:1/v1', secret)
    await keys.set('http://127.0.0.1:2/v1', 'sk-other')
    expect(kept.map(String)).toEqual([secret, 'sk-other'])
    await keys.set('http://127.0.0.1:1/v1', 'sk-next')
    const isGone = (bytes: Buffer | undefined) => bytes?.every((byte) => byte === 0)
    expect(kept.map(isGone)).toEqual([true, false, false])
    await keys.set('http://127.0.0.1:2/v1', null)
    keys.forget()
    expect(kept.map(isGone)).toEqual([true, true, true])
    expect(keys.has('http://127.0.0.1:1/v1')).toBe(false)
    // Closing forgets no file.
    expect((await open()).headersFor('http://127.0.0.1:1/v1')).toEqual({ authorization: 'Bearer sk-next' })
    allocate.mockRestore()
  })

  // Would catch a key that goes to another program of this machine, or to another host's server.
  test('are there after a start, for exactly their origin', async () => {
    await (await open()).set('https://models.example.org/openai/v1', secret)
    const keys = await open()
    expect(keys.headersFor('https://models.example.org/v1/models')).toEqual({ authorization: `Bearer ${secret}` })
    for (const other of [
      'http://models.example.org/v1',
      'https://models.example.org:8443/v1',
      'https://example.org/v1',
      'http://127.0.0.1:1234/v1',
    ]) {
      expect(keys.headersFor(other)).toEqual({})
    }
    await keys.set('https://models.example.org', null)
    expect([keys.has('https://models.example.org'), (await open()).has('https://models.example.org')]).toEqual([
      false,
      false,
    ])
    expect(await readFile(file(), 'utf8')).not.toContain(secret)
  })

  test('a damaged file costs the keys, not the start; nothing of it is logged', async () => {
    await writeFile(file(), `{"http://a": "${secret}`)
    const keys = await open()
    expect(keys.has('http://a')).toBe(false)
    expect(said).toHaveLength(1)
    expect(said.join()).not.toContain(secret)
  })
})

describe('a request with a key', () => {
  const ask = async (server: OpenAiServer, keys: ServerKeys) => {
    const gate = keyedGate(createNetworkGate({ allowedHosts: () => [], now: () => 0 }), keys)
    const model = new LoopbackLanguageModel({ id: 'm', name: 'm', url: server.url, model: 'tiny', gate, now: () => 0 })
    const request = { task: 'answer', system: '', messages: [], temperature: 0, seed: 1, maxTokens: 5 } as const
    for await (const chunk of model.generate(request, new AbortController().signal))
      if (chunk.type === 'end') return chunk
    return null
  }

  test('is let in; without the right one the refusal says that a key is needed, and never repeats it', async () => {
    const server = await OpenAiServer.start()
    try {
      server.key = secret
      const keys = await open()
      await expect(ask(server, keys)).rejects.toMatchObject({ code: 'MODEL_UNUSABLE', message: /wants a key/u })
      await keys.set(server.url, 'sk-another')
      const failure: unknown = await ask(server, keys).catch((thrown: unknown) => thrown)
      expect(failure).toMatchObject({ code: 'MODEL_UNUSABLE' })
      expect(JSON.stringify([failure, String(failure)])).not.toContain('sk-another')
      await keys.set(server.url, secret)
      expect(await ask(server, keys)).toMatchObject({ reason: 'stop' })
      server.behaviour = { kind: 'status', status: 400, message: `Budget of ${secret} is spent` }
      await expect(ask(server, keys)).rejects.toMatchObject({ message: /Budget of … is spent/u })
      server.behaviour = { kind: 'error-event', words: ['a'], message: `no ${secret}` }
      await expect(ask(server, keys)).rejects.toMatchObject({ message: /“no …”/u })
    } finally {
      await server.close()
    }
  })
})
