import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { writeTinyEncoder } from '../../../bench/tiny-models/tiny-encoder'
import { writeTinyStatic } from '../../../bench/tiny-models/tiny-static'
import { createHashedNgramEmbedder } from '@engine/inference/built-in/hashed-ngrams'
import type { HostClient } from '@engine/inference/supervision/host-client'
import { createHostEmbedder } from '@engine/inference/resident/host-embedder'
import type { LoadedEmbedder } from '@engine/inference/host/loaded-model'
import { openOnnxEmbedder } from '@engine/inference/onnx/onnx-embedder'
import { ServedEmbedders } from '@engine/inference/loopback/served-embedders'
import { ModelRecords } from '@engine/inference/routing/model-records'
import { openStaticEmbedder } from '@engine/inference/static-embedding/static-embedder'
import { createNetworkGate } from '@engine/platform/network-gate'
import type { Embedder } from '@engine/ports/models/embedder'
import { OpenAiServer } from '../../fakes/openai-server'

let folder = ''
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'cairn-contract-'))
  await writeTinyEncoder(join(folder, 'onnx'), {})
  await writeTinyStatic(join(folder, 'static'), {})
})
afterAll(() => rm(folder, { recursive: true, force: true }))

const options = { gpu: 'off', threads: 1, context_length: 512 } as const

/** A model behind the host's protocol, without the process. */
async function inHost(format: 'onnx' | 'static', opening: Promise<LoadedEmbedder>): Promise<Embedder> {
  const opened = await opening
  const call: HostClient['call'] = (request, asked) => {
    if (request.type !== 'embed') throw new Error(`nobody asks for ${request.type}`)
    return opened.embed(request.texts, request.role, asked?.signal ?? new AbortController().signal)
  }
  const unused = () => {
    throw new Error('not asked here')
  }
  const host: HostClient = {
    incarnation: 1,
    call,
    stream: unused,
    state: unused,
    onChange: () => () => undefined,
    close: () => Promise.resolve(),
  }
  const files = { kind: 'embedder', format, path: join(folder, format) } as const
  const dimensions = opened.loaded.details.dimensions ?? 0
  return createHostEmbedder(
    { id: `${format}:tiny`, files, contextLength: 512, dimensions },
    {
      use: (_model, work) => work(host, opened.loaded),
      load: () => Promise.resolve(opened.loaded),
      unload: () => Promise.resolve(),
      residenceOf: () => ({ state: 'ready', progress: 1, loaded: opened.loaded }),
      hosts: () => [],
      onChange: () => () => undefined,
      close: () => Promise.resolve(),
    },
  )
}

let server: OpenAiServer | undefined
afterEach(async () => {
  await server?.close()
  server = undefined
})

async function onServer(): Promise<Embedder> {
  server ??= await OpenAiServer.start(['tiny-embed'])
  const now = () => 0
  const quiet = { log: () => undefined, changed: () => undefined }
  const embedders = new ServedEmbedders({
    gate: createNetworkGate({ allowedHosts: () => [], now }),
    settings: () => ({ servers: [] }),
    kept: { keepsAny: () => false, without: (texts) => Promise.resolve([...texts]), isElsewhere: () => false },
    records: new ModelRecords({ now, coolDownMs: () => 1000, ...quiet }),
    ...{ now, clock: now, closing: new AbortController().signal, changed: quiet.changed },
  })
  return embedders.open(`server:127.0.0.1:${server.port}/tiny-embed`)
}

const embedders: [string, () => Embedder | Promise<Embedder>][] = [
  ['built-in n-grams', createHashedNgramEmbedder],
  ['an ONNX encoder', () => inHost('onnx', openOnnxEmbedder(join(folder, 'onnx'), options))],
  ['a server’s model', onServer],
  ['a lookup table', () => inHost('static', openStaticEmbedder(join(folder, 'static')))],
]

const cosine = (a: Float32Array = new Float32Array(), b: Float32Array = new Float32Array()) =>
  a.reduce((sum, value, at) => sum + value * (b[at] ?? 0), 0)

describe.each(embedders)('the embedder contract: %s', (_name, create) => {
  test('one finite unit vector per text, in order, of the stated length', async () => {
    const embedder = await create()
    const texts = ['water level', '', '水位测量', '🙂', 'a'.repeat(100_000), '\u0000\ud800']
    const vectors = await embedder.embedPassages(texts)
    expect(vectors).toHaveLength(texts.length)
    for (const vector of vectors) {
      expect(vector).toHaveLength(embedder.dimensions)
      expect(vector.every(Number.isFinite)).toBe(true)
      expect(cosine(vector, vector)).toBeCloseTo(1, 4)
    }
  })

  test('is deterministic, and the same text as query and passage is near', async () => {
    const [first, second] = [await create(), await create()]
    const [one, two] = await Promise.all([
      first.embedPassages(['the main pump']),
      second.embedPassages(['the main pump']),
    ])
    expect(one).toEqual(two)
    expect(cosine(one[0], await first.embedQuery('the main pump'))).toBeGreaterThan(0.9)
  })

  test.each([
    ['how often is the pump serviced', 'The pump is serviced twice a year.', 'Visitors must sign the book.'],
    ['水泵多久维护一次', '水泵每半年维护一次。', '访客必须登记。'],
  ])('prefers the text about the question: %s', async (question, near, far) => {
    const embedder = await create()
    const query = await embedder.embedQuery(question)
    const [about, other] = await embedder.embedPassages([near, far])
    expect(cosine(query, about)).toBeGreaterThan(cosine(query, other) + 0.1)
  })

  test('stops when aborted', async () => {
    const controller = new AbortController()
    const embedder = await create()
    const many = embedder.embedPassages(
      Array.from({ length: 3000 }, () => 'water level '.repeat(200)),
      controller.signal,
    )
    controller.abort()
    await expect(many).rejects.toThrow()
  })
})

test('the built-in one reads full-width forms as what they stand for', async () => {
  const embedder = createHashedNgramEmbedder()
  const query = await embedder.embedQuery('ＰＵＭＰ ｓｅｒｖｉｃｅ')
  const [about, other] = await embedder.embedPassages(['pump service', 'visitor book'])
  expect(cosine(query, about)).toBeGreaterThan(cosine(query, other) + 0.1)
})
