import { describe, expect, test } from 'vitest'
import { serveHost } from '@engine/inference/host/host-server'
import type { LoadedLanguageModel } from '@engine/inference/host/loaded-model'
import type { ModelOpeners } from '@engine/inference/host/open-model'
import { initialCredit, type FromHost, type HostRequest, type ToHost } from '@engine/inference/host/protocol'
import { CairnError } from '@shared/errors'
import type { GeneratedText } from '@engine/inference/supervision/host-client'
import { FakeClock, settled } from './fake-clock'

const details = {
  architecture: 'llama',
  parameters: 1,
  quantization: null,
  context_length: 100,
  dimensions: null,
  has_chat_template: false,
  memory_bytes: 1,
}
const files = { kind: 'language', format: 'gguf', path: '/m.gguf' } as const
const load: HostRequest = {
  type: 'load',
  key: 'm',
  files,
  options: { gpu: 'off', threads: null, context_length: 100 },
}
const generate: HostRequest = {
  type: 'generate',
  key: 'm',
  system: '',
  messages: [{ role: 'user', content: 'q' }],
  temperature: 0,
  seed: 0,
  max_tokens: 10,
  schema: null,
}
const end = { reason: 'stop', prompt_tokens: 1, completion_tokens: 1, reused_tokens: 0 } as const

type Generate = LoadedLanguageModel['generate']

function served(work: Generate = () => Promise.resolve(end), openers: Partial<ModelOpeners> = {}) {
  const clock = new FakeClock()
  const sent: FromHost[] = []
  const happened: string[] = []
  let listener: (raw: unknown) => void = () => undefined
  let opened = 0
  const model = (): LoadedLanguageModel => ({
    kind: 'language',
    loaded: { details, device: 'cpu', gpus: [] },
    generate: work,
    count: (texts) => texts.map(({ length }) => length),
    dispose: () => Promise.resolve(void happened.push('disposed')),
  })
  serveHost(
    { send: (message) => sent.push(message), on: (call) => (listener = call) },
    {
      inspect: () => Promise.resolve(details),
      open: () => {
        opened += 1
        return Promise.resolve(model())
      },
      ...openers,
    },
    { after: clock.after, now: clock.now, memoryBytes: () => 123, closed: () => happened.push('closed') },
  )
  const tell = async (message: ToHost) => {
    listener(message)
    await settled()
  }
  return { clock, sent, happened, tell, listen: (raw: unknown) => listener(raw), opened: () => opened }
}

const chunksOf = (sent: readonly FromHost[]) => sent.filter((message) => message.type === 'chunk')
const token = (text: string): GeneratedText => ({ kind: 'token', text })

describe('a host answers', () => {
  // Catches a model loaded twice, and a load that leaves one of two who asked without an answer.
  test('loads of the same model with one loading, progress to both', async () => {
    const { sent, tell, opened } = served(undefined, {
      open: (_files, _options, progress) => {
        progress(0.5)
        return Promise.reject(new CairnError('MODEL_UNUSABLE', 'Broken.', 'Choose another.'))
      },
    })
    await tell({ type: 'request', id: 1, request: load })
    expect(sent).toContainEqual({
      type: 'failed',
      id: 1,
      report: { code: 'MODEL_UNUSABLE', message: 'Broken.', action: 'Choose another.' },
    })
    const other = served()
    await Promise.all([
      other.tell({ type: 'request', id: 1, request: load }),
      other.tell({ type: 'request', id: 2, request: load }),
    ])
    await other.tell({ type: 'request', id: 3, request: load })
    expect(other.opened()).toBe(1)
    expect(other.sent.filter(({ type }) => type === 'done')).toHaveLength(3)
    expect(opened()).toBe(0)
  })

  // Catches a model that cannot be loaded again after a failed try.
  test('loads again after a failure', async () => {
    let tries = 0
    const first = served()
    const { sent, tell } = served(undefined, {
      open: () => {
        tries += 1
        return Promise.reject(new Error('native words'))
      },
    })
    await tell({ type: 'request', id: 1, request: load })
    await tell({ type: 'request', id: 2, request: load })
    expect(tries).toBe(2)
    expect(sent.at(-1)).toMatchObject({ type: 'failed', report: { code: 'MODEL_FAILED' } })
    expect(first.sent).toEqual([{ type: 'started' }])
  })

  // Catches a loading that goes on for nobody, and one that is cut off under somebody.
  test('stops loading when all who waited have given up, not before', async () => {
    const signals: AbortSignal[] = []
    const { sent, tell } = served(undefined, {
      open: (_files, _options, _progress, signal) => {
        signals.push(signal)
        return new Promise(() => undefined)
      },
    })
    await tell({ type: 'request', id: 1, request: load })
    await tell({ type: 'request', id: 2, request: load })
    await tell({ type: 'cancel', id: 1 })
    expect(signals[0]?.aborted).toBe(false)
    await tell({ type: 'cancel', id: 2 })
    expect(signals[0]?.aborted).toBe(true)
    expect(sent.filter(({ type }) => type === 'failed')).toHaveLength(2)
    await tell({ type: 'request', id: 3, request: load })
    expect(signals).toHaveLength(2)
  })

  test('unloading, counting, and what is not loaded or of another kind', async () => {
    const { sent, tell, happened } = served()
    await tell({ type: 'request', id: 1, request: load })
    await tell({ type: 'request', id: 2, request: { type: 'count', key: 'm', texts: ['ab', ''] } })
    expect(sent.at(-1)).toEqual({ type: 'done', id: 2, value: [2, 0] })
    await tell({ type: 'request', id: 3, request: { type: 'embed', key: 'm', texts: [], role: 'query' } })
    expect(sent.at(-1)).toMatchObject({ type: 'failed', id: 3, report: { code: 'MODEL_FAILED' } })
    await tell({ type: 'request', id: 4, request: { type: 'unload', key: 'm' } })
    expect(happened).toEqual(['disposed'])
    await tell({ type: 'request', id: 5, request: generate })
    expect(sent.at(-1)).toMatchObject({ type: 'failed', id: 5, report: { code: 'MODEL_FAILED' } })
  })

  // Catches a cancelled call that is answered twice, late, or never.
  test('a cancelled request at once, and only once', async () => {
    let finish: () => void = () => undefined
    const { sent, tell } = served(async (_request, write, signal) => {
      await new Promise<void>((resolve) => (finish = resolve))
      expect(signal.aborted).toBe(true)
      await write(token('late'))
      return end
    })
    await tell({ type: 'request', id: 1, request: load })
    await tell({ type: 'request', id: 2, request: generate })
    await tell({ type: 'cancel', id: 2 })
    expect(sent.at(-1)).toMatchObject({ type: 'failed', id: 2, report: { code: 'CANCELLED' } })
    const before = sent.length
    finish()
    await settled()
    expect(sent).toHaveLength(before)
  })

  test('pings with its memory, and closes only when all is let go', async () => {
    const { sent, tell, happened, listen } = served()
    await tell({ type: 'request', id: 1, request: load })
    await tell({ type: 'ping', at: 7 })
    expect(sent.at(-1)).toEqual({ type: 'pong', at: 7, memory_bytes: 123 })
    await tell({ type: 'close' })
    expect(happened).toEqual(['disposed', 'closed'])
    expect(() => listen({ type: 'nonsense' })).toThrow(/invalid/iu)
  })
})

describe('what is generated', () => {
  // Catches a first token that waits for others, and a message for each of thousands of tokens.
  test('goes at once at first, then gathered, in order, thoughts apart', async () => {
    const { clock, sent, tell } = served(async (_request, write) => {
      await write({ kind: 'thought', text: 'hm' })
      for (const text of ['a', 'b', 'c']) await write(token(text))
      return new Promise(() => undefined)
    })
    await tell({ type: 'request', id: 1, request: load })
    await tell({ type: 'request', id: 2, request: generate })
    expect(chunksOf(sent)).toEqual([{ type: 'chunk', id: 2, kind: 'thought', text: 'hm' }])
    await clock.advance(16)
    expect(chunksOf(sent).slice(1)).toEqual([{ type: 'chunk', id: 2, kind: 'token', text: 'abc' }])
  })

  test('is all sent before the answer', async () => {
    const { sent, tell } = served(async (_request, write) => {
      for (const text of ['a', 'b', 'c']) await write(token(text))
      return end
    })
    await tell({ type: 'request', id: 1, request: load })
    await tell({ type: 'request', id: 2, request: generate })
    expect(chunksOf(sent).map(({ text }) => text)).toEqual(['a', 'bc'])
    expect(sent.at(-1)).toEqual({ type: 'done', id: 2, value: end })
  })

  // Catches partial text lost with the failure that came after it.
  test('is kept when the model then fails', async () => {
    const { sent, tell } = served(async (_request, write) => {
      await write(token('a'))
      await write(token('b'))
      throw new Error('broke')
    })
    await tell({ type: 'request', id: 1, request: load })
    await tell({ type: 'request', id: 2, request: generate })
    expect(chunksOf(sent).map(({ text }) => text)).toEqual(['a', 'b'])
    expect(sent.at(-1)).toMatchObject({ type: 'failed', id: 2, report: { code: 'MODEL_FAILED' } })
  })

  // Catches a model that runs ahead of a reader that is not there, and one that never goes on.
  test('waits for a reader that is behind, and goes on with its credit', async () => {
    let written = 0
    const { clock, sent, tell } = served(async (_request, write) => {
      for (; written < 500; written += 1) {
        await write(token(`${written} `))
        clock.time += 20
      }
      return end
    })
    await tell({ type: 'request', id: 1, request: load })
    await tell({ type: 'request', id: 2, request: generate })
    expect(chunksOf(sent)).toHaveLength(initialCredit)
    expect(written).toBeLessThanOrEqual(initialCredit)
    await tell({ type: 'credit', id: 2, chunks: 10 })
    expect(chunksOf(sent)).toHaveLength(initialCredit + 10)
    await tell({ type: 'credit', id: 2, chunks: 1000 })
    expect(
      chunksOf(sent)
        .map(({ text }) => text)
        .join(''),
    ).toBe(Array.from({ length: 500 }, (_, n) => `${n} `).join(''))
    expect(sent.at(-1)).toMatchObject({ type: 'done', id: 2 })
  })
})
