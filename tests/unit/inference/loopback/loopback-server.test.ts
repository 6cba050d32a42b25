import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createNetworkGate } from '@engine/platform/network-gate'
import type { BackendChunk } from '@engine/inference/routing/language-backend'
import { LoopbackLanguageModel } from '@engine/inference/loopback/loopback-server'
import type { GenerateRequest } from '@engine/ports/models/language-model'
import { OpenAiServer } from '../../../fakes/openai-server'
import { HandClock } from '../../../fakes/hand-clock'

const request: GenerateRequest = {
  task: 'answer',
  system: 'Be short.',
  messages: [{ role: 'user', content: 'Hello?' }],
  temperature: 0.2,
  seed: 7,
  maxTokens: 50,
}
const schema = { type: 'object', properties: { a: { type: 'string' } } }

let server: OpenAiServer
beforeEach(async () => {
  server = await OpenAiServer.start()
})
afterEach(() => server.close())

function model(more: Partial<ConstructorParameters<typeof LoopbackLanguageModel>[0]> = {}) {
  const gate = createNetworkGate({ allowedHosts: () => [], now: () => 0 })
  return new LoopbackLanguageModel({
    id: 'server:x/tiny',
    name: 'tiny',
    url: server.url,
    model: 'tiny',
    gate,
    now: () => 0,
    ...more,
  })
}

/** What came, and what it failed with. */
async function read(
  chunks: AsyncIterable<BackendChunk>,
): Promise<{ text: string; thoughts: string; end?: BackendChunk; failure?: unknown }> {
  const said = { text: '', thoughts: '' }
  try {
    for await (const chunk of chunks) {
      if (chunk.type === 'token') said.text += chunk.text
      else if (chunk.type === 'thought') said.thoughts += chunk.text
      else return { ...said, end: chunk }
    }
  } catch (failure) {
    return { ...said, failure }
  }
  return said
}

const ask = (from = model(), what = request, signal = new AbortController().signal) => read(from.generate(what, signal))

describe('a model of a loopback server', () => {
  test('streams an answer; the server is asked as it was told to be', async () => {
    const answer = await ask()
    expect(answer.text).toBe('Hello there.')
    expect(answer.end).toEqual({
      type: 'end',
      reason: 'stop',
      usage: { prompt_tokens: 11, completion_tokens: 3, reused_tokens: 4 },
    })
    expect(server.chats).toEqual([
      {
        model: 'tiny',
        messages: [
          { role: 'system', content: 'Be short.' },
          { role: 'user', content: 'Hello?' },
        ],
        temperature: 0.2,
        seed: 7,
        max_tokens: 50,
        stream: true,
        stream_options: { include_usage: true },
      },
    ])
  })

  test('without usage or [DONE] it is whole where it says that it is finished, and counted by its pieces', async () => {
    server.behaviour = { kind: 'answer', words: ['a', 'b'], usage: false, done: false, finish: 'length' }
    expect((await ask()).end).toMatchObject({ reason: 'length', usage: { completion_tokens: 2, reused_tokens: 0 } })
    server.behaviour = { kind: 'answer', words: ['a'], usage: false, finish: null }
    expect((await ask()).end).toMatchObject({ reason: 'stop' })
  })

  // Would catch thinking that is shown, or judged, as the answer.
  test('thinking is told apart: in either field, or between tags; a model that thinks gets more tokens', async () => {
    const thinking = model()
    for (const thoughtField of ['reasoning_content', 'reasoning'] as const) {
      server.next.push({ kind: 'answer', thoughts: ['Well', ', so'], thoughtField, words: ['Yes.'] })
      expect(await ask(thinking)).toMatchObject({ thoughts: 'Well, so', text: 'Yes.' })
    }
    server.next.push({ kind: 'answer', words: ['<thi', 'nk>Well', '</think>', '\n\nYes.'] })
    expect(await ask(thinking)).toMatchObject({ thoughts: 'Well', text: 'Yes.' })
    const [first, second] = server.chats
    expect(first?.max_tokens).toBe(50)
    expect(second?.max_tokens).toBeGreaterThan(1000)
  })
})

describe('JSON', () => {
  test('is asked for by schema where the server knows it', async () => {
    await ask(model(), { ...request, schema })
    expect(server.chats[0]?.response_format).toEqual({
      type: 'json_schema',
      json_schema: { name: 'answer', strict: true, schema },
    })
  })

  // Would catch a server that refuses one form being asked in vain, or in vain again with every question.
  test('in the form the server takes, which is remembered; then the prompt says what is wanted', async () => {
    for (const [takes, forms] of [
      ['json_object', ['json_schema', 'json_object', 'json_object']],
      ['none', ['json_schema', 'json_object', undefined, undefined]],
    ] as const) {
      server.chats.length = 0
      server.behaviour = { kind: 'picky', takes: [takes], words: ['{}'] }
      const asked = model()
      for (let times = 0; times < 2; times += 1) expect((await ask(asked, { ...request, schema })).text).toBe('{}')
      expect(server.chats.map((chat) => chat.response_format?.type)).toEqual(forms)
      expect(server.chats.at(-1)?.messages[0]?.content).toContain('"properties"')
    }
  })

  test('a request that is refused in every form is a failure with the server’s own words', async () => {
    server.behaviour = { kind: 'status', status: 400, message: 'too long' }
    const { failure } = await ask(model(), { ...request, schema })
    expect(failure).toMatchObject({ code: 'MODEL_FAILED', message: expect.stringContaining('too long') as unknown })
    expect(server.chats).toHaveLength(3)
  })

  // Would catch a prompt that is too long counting against a good model.
  test('a prompt that the server finds too long is invalid input', async () => {
    const message = 'the request exceeds the available context size. try increasing the context size'
    server.behaviour = { kind: 'status', status: 400, message }
    expect((await ask(model(), request)).failure).toMatchObject({ code: 'INVALID_INPUT' })
  })
})

describe('a busy server', () => {
  test('is asked again three times, after longer and longer pauses', async () => {
    const clock = new HandClock()
    server.next.push({ kind: 'status', status: 429 }, { kind: 'status', status: 503 }, { kind: 'status', status: 503 })
    const answer = ask(model({ clock }))
    for (const ms of [500, 1000, 2000]) {
      await clock.waitsFor(ms)
      clock.advance(ms)
    }
    expect((await answer).text).toBe('Hello there.')
    expect(server.chats).toHaveLength(4)
  })

  test('is left alone as long as it asks for: seconds or a date; for too long is a refusal', async () => {
    const clock = new HandClock()
    server.next.push(
      { kind: 'status', status: 503, retryAfter: '7' },
      { kind: 'status', status: 429, retryAfter: 'Thu, 01 Jan 1970 00:00:03 GMT' },
    )
    const answer = ask(model({ clock, now: () => 0 }))
    for (const ms of [7000, 3000]) {
      await clock.waitsFor(ms)
      clock.advance(ms)
    }
    expect((await answer).text).toBe('Hello there.')
    server.behaviour = { kind: 'status', status: 429, retryAfter: '3600' }
    expect((await ask()).failure).toMatchObject({ code: 'RATE_LIMITED' })
  })

  test('fails after the third; and waiting for it is cancelled', async () => {
    const clock = new HandClock()
    server.behaviour = { kind: 'status', status: 503 }
    const failing = ask(model({ clock }))
    for (const ms of [500, 1000, 2000]) {
      await clock.waitsFor(ms)
      clock.advance(ms)
    }
    expect((await failing).failure).toMatchObject({ code: 'MODEL_FAILED' })
    expect(server.chats).toHaveLength(4)
    const controller = new AbortController()
    const waiting = ask(model({ clock }), request, controller.signal)
    await clock.waitsFor(500)
    controller.abort()
    expect((await waiting).failure).toMatchObject({ code: 'CANCELLED' })
    expect(clock.pending).toEqual([])
  })
})

describe('what goes wrong is said, with what was written until then', () => {
  test.each([
    [{ kind: 'status', status: 500, message: 'boom' }, 'MODEL_FAILED', ''],
    [{ kind: 'status', status: 401 }, 'MODEL_UNUSABLE', ''],
    [{ kind: 'malformed', words: ['One', ' two'] }, 'MODEL_FAILED', 'One two'],
    [{ kind: 'cut', words: ['One', ' two'] }, 'MODEL_FAILED', 'One two'],
    [{ kind: 'unfinished', words: ['One', ' two'] }, 'MODEL_FAILED', 'One two'],
    [{ kind: 'error-event', words: ['One', ' two'], message: 'gone' }, 'MODEL_FAILED', 'One two'],
  ] as const)('%o', async (behaviour, code, text) => {
    server.behaviour = behaviour
    const said = await ask()
    expect(said.failure).toMatchObject({ code })
    expect(said.text).toBe(text)
  })

  test('a server that is gone, a model it lacks, one that says nothing at all', async () => {
    expect((await ask(model({ model: 'other' }))).failure).toMatchObject({ code: 'MODEL_UNUSABLE' })
    server.behaviour = { kind: 'silent' }
    expect((await ask(model({ firstByteMs: 50 }))).failure).toMatchObject({ code: 'MODEL_FAILED' })
    const gone = await OpenAiServer.start()
    await gone.close()
    expect((await ask(model({ url: gone.url }))).failure).toMatchObject({ code: 'MODEL_FAILED' })
    expect((await ask(model({ url: 'https://models.example.org/v1' }))).failure).toMatchObject({
      code: 'NETWORK_DENIED',
    })
    await expect(model().countTokens()).rejects.toMatchObject({ code: 'NOT_FOUND' })
  })
})

describe('stopping', () => {
  // Would catch a server that goes on computing for nobody.
  test('by the signal or by leaving the loop: the server sees its client leave', async () => {
    server.behaviour = { kind: 'stall', words: ['One'] }
    const controller = new AbortController()
    const said: string[] = []
    const reading = (async () => {
      for await (const chunk of model().generate(request, controller.signal)) {
        if (chunk.type === 'token') said.push(chunk.text)
        controller.abort()
      }
    })()
    await expect(reading).rejects.toMatchObject({ code: 'CANCELLED' })
    await server.clientsLeft(1)
    for await (const chunk of model().generate(request, new AbortController().signal)) {
      said.push(chunk.type)
      break
    }
    await server.clientsLeft(2)
    expect(said).toEqual(['One', 'token'])
  })
})
