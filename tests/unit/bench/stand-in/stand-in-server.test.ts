import { afterEach, describe, expect, test } from 'vitest'
import { LoopbackLanguageModel } from '@engine/inference/loopback/loopback-server'
import { createNetworkGate } from '@engine/platform/network-gate'
import type { GenerateRequest } from '@engine/ports/models/language-model'
import { schemaReply } from '../../../../bench/stand-in/schema-reply'
import { StandInServer, type StandInOptions } from '../../../../bench/stand-in/stand-in-server'

const closing: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const close of closing.splice(0)) await close()
})

const gate = createNetworkGate({ allowedHosts: () => [], now: () => 0 })

async function standing(options: StandInOptions = {}) {
  const server = await StandInServer.start(options)
  closing.push(() => server.close())
  const { url } = server
  return {
    server,
    model: new LoopbackLanguageModel({ id: 'm', name: 'M', url, model: 'stand-in', gate, now: () => 0 }),
  }
}

const request: GenerateRequest = {
  task: 'answer',
  system: 'Answer from the evidence.',
  messages: [{ role: 'user', content: 'When was the hut opened?' }],
  temperature: 0.1,
  seed: 1,
  maxTokens: 100,
}

/** What arrives, also where it breaks off. */
async function said(model: LoopbackLanguageModel, asked = request, signal = new AbortController().signal) {
  const pieces: string[] = []
  let end: string | undefined
  try {
    for await (const chunk of model.generate(asked, signal)) {
      if (chunk.type === 'token') pieces.push(chunk.text)
      if (chunk.type === 'end') end = chunk.reason
    }
  } catch (thrown) {
    end = thrown instanceof Error ? thrown.message : String(thrown)
  }
  return { text: pieces.join(''), pieces: pieces.length, end }
}

describe('what it is sent', () => {
  // Would catch a bench that reads less than the model does, or takes one kind of call for another.
  test('is written down whole, and told apart by the form that is wanted', async () => {
    const { server, model } = await standing()
    const schema = { type: 'object', properties: { standalone: { type: 'string' } } }
    await said(model)
    await said(model, { ...request, task: 'understand', schema })
    expect(server.prompts).toMatchObject([
      { system: request.system, messages: request.messages, form: null, maxTokens: 100 },
      { system: request.system, messages: request.messages, form: { name: 'understand', schema } },
    ])
    const [first, second] = server.prompts
    expect(first?.hash).toMatch(/^[0-9a-f]{12}$/u)
    expect(second?.hash).not.toBe(first?.hash)
  })
})

describe('what it says', () => {
  // Would catch hashes that hold something else than the prompt, so that a recorded reply is never played.
  test('is what was recorded for the very prompt, and says so where nothing was', async () => {
    const { server, model } = await standing()
    const { text } = await said(model)
    const [{ hash } = { hash: '' }] = server.prompts
    expect(text).toBe(`PENDING ${hash}`)
    server.record(hash, '小屋于 1923 年开放 [1]。 It is still there.')
    expect(await said(model, { ...request, seed: 2 })).toMatchObject({
      text: '小屋于 1923 年开放 [1]。 It is still there.',
      end: 'stop',
    })
    expect((await said(model, { ...request, system: 'Other.' })).text).toMatch(/^PENDING /u)
  })

  test('is no longer than was asked for', async () => {
    const { model } = await standing({ reply: () => 'one two three' })
    expect(await said(model, { ...request, maxTokens: 3 })).toEqual({ text: 'one two', pieces: 3, end: 'length' })
  })

  test('fits a schema and says only what it was told to', () => {
    const properties = {
      standalone: { type: 'string' },
      parts: { type: 'array' },
      form: { enum: ['list', ''] },
      route: { enum: ['documents', 'program'] },
      sure: { type: 'object', properties: { share: { type: 'number' }, really: { type: 'boolean' } } },
    }
    expect(schemaReply({ type: 'object', properties }, { standalone: 'a?', unknown: 1 })).toEqual({
      standalone: 'a?',
      parts: [],
      form: '',
      route: 'documents',
      sure: { share: 0, really: false },
    })
  })
})

describe('how it says it', () => {
  test('waits for the first token and between tokens, by whatever clock it is given', async () => {
    const waited: number[] = []
    const wait = (ms: number) => Promise.resolve(waited.push(ms))
    const pace = { firstTokenMs: 12_000, tokensPerSecond: 8 }
    const { server, model } = await standing({ reply: () => 'a b', pace, wait })
    expect(await said(model)).toMatchObject({ text: 'a b', end: 'stop' })
    server.reply = () => ({ text: 'c', firstTokenMs: 4000 })
    await said(model)
    expect(waited).toEqual([12_000, 125, 125, 4000])
  })

  test('dies after so many tokens, but for replies that have a form', async () => {
    const { server, model } = await standing({ reply: () => '{"a": 1}', pace: { dieAfter: 2 } })
    expect(await said(model)).toEqual({ text: '{"a": ', pieces: 2, end: 'The connection to the server was cut.' })
    expect(await said(model, { ...request, task: 'title', schema: { type: 'object' } })).toMatchObject({ end: 'stop' })
    server.reply = () => ({ text: 'nothing', dieAfter: 0 })
    expect((await said(model)).text).toBe('')
  })

  test('falls silent after so many tokens, and knows who left', async () => {
    const { server, model } = await standing({ reply: () => 'one two three', pace: { silentAfter: 3 } })
    const leave = new AbortController()
    const pieces: string[] = []
    const reading = (async () => {
      for await (const chunk of model.generate(request, leave.signal)) {
        if (chunk.type === 'token') pieces.push(chunk.text)
        if (pieces.join('') === 'one two') leave.abort()
      }
    })()
    await expect(reading).rejects.toMatchObject({ code: 'CANCELLED' })
    await server.clientsLeft(1)
    expect(server.left).toBe(1)
  })

  // Would catch a test that has to wait for the delay of a prompt nobody waits for any more.
  test('is given up when the client leaves before its first token', async () => {
    const { server, model } = await standing({ pace: { firstTokenMs: 3_600_000 } })
    const leave = new AbortController()
    const reading = said(model, request, leave.signal)
    await server.asked(1)
    leave.abort()
    expect(await reading).toMatchObject({ text: '' })
    await server.clientsLeft(1)
  })
})

test('says how long its context is in its kind’s own way, and nothing of other kinds', async () => {
  const told = async (speaks: NonNullable<StandInOptions['speaks']>) => {
    const { server } = await standing({ speaks, contextLength: 8192 })
    const root = new URL(server.url).origin
    const ask = async (path: string, method = 'GET') => {
      const response = await fetch(`${root}${path}`, { method })
      return response.ok ? JSON.stringify(await response.json()).includes('8192') : response.status
    }
    return [await ask('/v1/models'), await ask('/api/show', 'POST'), await ask('/api/ps'), await ask('/props')]
  }
  expect(await told('ollama')).toEqual([false, true, true, 404])
  expect(await told('llama-server')).toEqual([true, 404, 404, true])
  expect(await told('plain')).toEqual([false, 404, 404, 404])
})
