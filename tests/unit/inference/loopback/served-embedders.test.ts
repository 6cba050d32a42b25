import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { ServedEmbedders } from '@engine/inference/loopback/served-embedders'
import { ModelRecords } from '@engine/inference/routing/model-records'
import { createNetworkGate } from '@engine/platform/network-gate'
import { OpenAiServer } from '../../../fakes/openai-server'

let server: OpenAiServer
beforeEach(async () => {
  server = await OpenAiServer.start(['tiny-embed', 'nomic-embed-text'])
})
afterEach(() => server.close())

function embedders() {
  const now = () => 0
  let changes = 0
  const changed = () => (changes += 1)
  const records = new ModelRecords({ now, coolDownMs: () => 1000, log: () => undefined, changed: () => undefined })
  const all = new ServedEmbedders({
    gate: createNetworkGate({ allowedHosts: () => [], now }),
    settings: () => ({ servers: [] }),
    kept: { keepsAny: () => false, without: (texts) => Promise.resolve([...texts]), isElsewhere: () => false },
    ...{ records, now, clock: now, closing: new AbortController().signal, changed },
  })
  const id = (model: string) => `server:127.0.0.1:${server.port}/${model}`
  return { all, records, id, changes: () => changes }
}

const lengthOf = (vector: Float32Array | undefined) => Math.hypot(...(vector ?? []))

describe('an embedder of a server', () => {
  test('is there once its first answer said how wide its vectors are; it is the same one then', async () => {
    const { all, id, changes } = embedders()
    expect(all.find(id('tiny-embed'))).toBeUndefined()
    const embedder = await all.open(id('tiny-embed'))
    expect(all.find(id('tiny-embed'))).toBe(embedder)
    expect([embedder.id, changes()]).toEqual([id('tiny-embed'), 1])
    expect(lengthOf(await embedder.embedQuery('x'))).toBeCloseTo(1, 5)
  })

  // Would catch vectors of another passage, where a server answers in an order of its own, and a batch it refuses.
  test('passages go by 32, in order, with the prefixes of its family; a question with its own, once', async () => {
    const { all, id } = embedders()
    const embedder = await all.open(id('nomic-embed-text'))
    server.embedded.length = 0
    const texts = Array.from({ length: 70 }, (_, at) => `passage ${at} of the pump`)
    const vectors = await embedder.embedPassages(texts)
    expect(server.embedded.map((batch) => batch.length)).toEqual([32, 32, 6])
    expect(server.embedded[0]?.[0]).toBe('search_document: passage 0 of the pump')
    const [alone] = await embedder.embedPassages([texts[33] ?? ''])
    expect(vectors[33]).toEqual(alone)
    server.embedded.length = 0
    await Promise.all([embedder.embedQuery('pump'), embedder.embedQuery('pump')])
    expect(server.embedded).toEqual([['search_query: pump']])
  })

  test('a text longer than its model reads is cut; the others stay whole', async () => {
    const { all, id } = embedders()
    const embedder = await all.open(id('tiny-embed'))
    server.longestText = 300
    server.embedded.length = 0
    const vectors = await embedder.embedPassages(['a pump', 'p'.repeat(1000)])
    expect(vectors.map(lengthOf).every((length) => Math.abs(length - 1) < 1e-4)).toBe(true)
    expect(server.embedded).toEqual([['a pump'], ['p'.repeat(250)]])
  })

  // Would catch vectors of another width being padded or cut to fit the index.
  test('vectors that are suddenly of another width are refused, and it has to be opened anew', async () => {
    const { all, id } = embedders()
    const embedder = await all.open(id('tiny-embed'))
    server.dimensions = 300
    await expect(embedder.embedPassages(['The main pump was replaced in March.'])).rejects.toMatchObject({
      code: 'MODEL_UNUSABLE',
    })
    expect(all.find(id('tiny-embed'))).toBeUndefined()
    expect((await all.open(id('tiny-embed'))).dimensions).toBe(300)
  })

  test('without its server a question fails at once after two failures; passages are tried all the same', async () => {
    const { all, id, records } = embedders()
    const embedder = await all.open(id('tiny-embed'))
    const { port } = server
    await server.close()
    for (const text of ['a', 'b']) {
      await expect(embedder.embedQuery(text)).rejects.toMatchObject({ code: 'MODEL_FAILED' })
    }
    expect(records.runtimeOf(id('tiny-embed'))).toMatchObject({ breaker: 'open', failures: 2 })
    server = await OpenAiServer.start(['tiny-embed'], port)
    await expect(embedder.embedQuery('c')).rejects.toMatchObject({ code: 'MODEL_FAILED' })
    expect(server.embedded).toEqual([])
    await embedder.embedPassages(['d'])
    expect(lengthOf(await embedder.embedQuery('c'))).toBeCloseTo(1, 5)
  })

  test('what is no vector is a failure', async () => {
    const { all, id } = embedders()
    server.dimensions = 0
    await expect(all.open(id('tiny-embed'))).rejects.toMatchObject({ code: 'MODEL_FAILED' })
    await expect(all.open('gguf:a')).rejects.toMatchObject({ code: 'MODEL_UNUSABLE' })
  })
})
