import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { CairnError } from '@shared/errors'
import { ModelSettings } from '@shared/models/model-settings'
import { LoopbackLanguageModel } from '@engine/inference/loopback/loopback-server'
import { createModelRouter } from '@engine/inference/routing/model-router'
import { createNetworkGate } from '@engine/platform/network-gate'
import type { GenerateRequest } from '@engine/ports/models/language-model'
import { HandClock } from '../fakes/hand-clock'
import { OpenAiServer, type ServerBehaviour } from '../fakes/openai-server'
import { rounds } from '../rounds'

/** The second begins where the first has closed the breaker again. */
const times = rounds(2, 10)
const coolDownMs = 300_000
/** Nobody's pace: the shortest silence after which a model is taken to have stopped. */
const silenceMs = 5000
const firstTokenMs = 60_000
const request: GenerateRequest = {
  task: 'answer',
  system: 'Be short.',
  messages: [{ role: 'user', content: 'Hello?' }],
  temperature: 0,
  seed: 1,
  maxTokens: 50,
}

let bad: OpenAiServer
let good: OpenAiServer
beforeEach(async () => {
  bad = await OpenAiServer.start()
  good = await OpenAiServer.start()
})
afterEach(async () => {
  await bad.close()
  await good.close()
})

/** Two servers behind one router, and time that passes when the test says so. */
function cairn(servers: Record<string, OpenAiServer>) {
  const clock = new HandClock()
  const now = () => clock.now
  const gate = createNetworkGate({ allowedHosts: () => [], now })
  const models = new Map(
    Object.entries(servers).map(([id, { url }]) => [
      id,
      new LoopbackLanguageModel({ id, name: id, url, model: 'tiny', gate, now, clock }),
    ]),
  )
  const settings = ModelSettings.parse({ language: 'bad', fallback: 'good', cool_down_ms: coolDownMs })
  const quiet = { log: () => undefined, changed: () => undefined }
  const router = createModelRouter({ settings: () => settings, backend: (id) => models.get(id), now, clock, ...quiet })
  const ask = async () => {
    const said = { text: '', by: '', failure: '' }
    try {
      for await (const event of router.generate(request, { firstTokenMs })) {
        if (event.type === 'model') said.by = event.model.id
        if (event.type === 'token') said.text += event.text
        if (said.text === 'One two' && bad.behaviour.kind === 'stall') {
          void clock.waitsFor(silenceMs).then(() => clock.advance(silenceMs))
        }
      }
    } catch (thrown) {
      if (!(thrown instanceof CairnError)) throw thrown
      said.failure = thrown.code
    }
    return said
  }
  return { router, ask, clock }
}

const healthy: ServerBehaviour = { kind: 'answer', words: ['Hello', '.'] }
const fromFallback = { text: 'Hello there.', by: 'good', failure: '' }

const atOnce: [string, ServerBehaviour][] = [
  ['500', { kind: 'status', status: 500 }],
  ['a malformed stream', { kind: 'malformed', words: [] }],
  ['a cut connection', { kind: 'cut', words: [] }],
  ['a stream that just ends', { kind: 'unfinished', words: [] }],
]
const later: [string, ServerBehaviour, string][] = [
  ['a malformed stream', { kind: 'malformed', words: ['One', ' two'] }, 'MODEL_FAILED'],
  ['a stall', { kind: 'stall', words: ['One', ' two'] }, 'DEADLINE_EXCEEDED'],
  ['a cut connection', { kind: 'cut', words: ['One', ' two'] }, 'MODEL_FAILED'],
  ['an error event', { kind: 'error-event', words: ['One', ' two'], message: 'gone' }, 'MODEL_FAILED'],
]

describe.each(atOnce)(`%s before the first word, ${times} times`, (_what, behaviour) => {
  test('the fallback answers every time; the breaker opens after two and closes when the server is well', async () => {
    const { ask, router, clock } = cairn({ bad, good })
    for (let round = 0; round < times; round += 1) {
      bad.behaviour = behaviour
      bad.chats.length = 0
      expect(await ask()).toEqual(fromFallback)
      expect(router.runtimeOf('bad')).toMatchObject({ breaker: 'closed', last_error: { code: 'MODEL_FAILED' } })
      expect(await ask()).toEqual(fromFallback)
      expect(router.runtimeOf('bad')).toMatchObject({ breaker: 'open', retry_at: clock.now + coolDownMs })
      expect(await ask()).toEqual(fromFallback)
      expect(bad.chats).toHaveLength(2)
      clock.advance(coolDownMs)
      expect(router.runtimeOf('bad').breaker).toBe('half_open')
      bad.behaviour = healthy
      expect(await ask()).toEqual({ text: 'Hello.', by: 'bad', failure: '' })
      expect(router.runtimeOf('bad')).toMatchObject({ breaker: 'closed', retry_at: null, last_error: null })
      // Out of the window, so that each round begins the same.
      clock.advance(coolDownMs)
    }
  })
})

describe.each(later)(`%s after the first words, ${times} times`, (_what, behaviour, failure) => {
  test('what was written is kept, the error typed; the breaker opens after two and closes later', async () => {
    const { ask, router, clock } = cairn({ bad, good })
    for (let round = 0; round < times; round += 1) {
      bad.behaviour = behaviour
      const partial = { text: 'One two', by: 'bad', failure }
      expect(await ask()).toEqual(partial)
      expect(await ask()).toEqual(partial)
      expect(router.runtimeOf('bad').breaker).toBe('open')
      expect(await ask()).toEqual(fromFallback)
      clock.advance(coolDownMs)
      bad.behaviour = healthy
      expect(await ask()).toEqual({ text: 'Hello.', by: 'bad', failure: '' })
      expect(router.runtimeOf('bad').breaker).toBe('closed')
      clock.advance(coolDownMs)
    }
  })
})

test(`a server that says nothing, ${times} times: the fallback answers once the time for a first word is over`, async () => {
  const { ask, router, clock } = cairn({ bad, good })
  for (let round = 0; round < times; round += 1) {
    bad.behaviour = { kind: 'silent' }
    bad.chats.length = 0
    for (const nth of [1, 2]) {
      const answer = ask()
      await bad.asked(nth)
      await clock.waitsFor(firstTokenMs)
      clock.advance(firstTokenMs)
      expect(await answer).toEqual(fromFallback)
    }
    expect(router.runtimeOf('bad')).toMatchObject({ breaker: 'open', last_error: { code: 'DEADLINE_EXCEEDED' } })
    clock.advance(coolDownMs)
    bad.behaviour = healthy
    expect((await ask()).by).toBe('bad')
    clock.advance(coolDownMs)
  }
  await bad.clientsLeft(2 * times)
})

test('a server that is not there at all is the fallback’s turn', async () => {
  await bad.close()
  const { ask, router } = cairn({ bad, good })
  expect(await ask()).toEqual(fromFallback)
  expect(router.runtimeOf('bad').last_error).toMatchObject({ code: 'MODEL_FAILED' })
  bad = await OpenAiServer.start()
})
