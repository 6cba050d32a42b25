import { describe, expect, test } from 'vitest'
import { CairnError } from '@shared/errors'
import type {
  GeneratedText,
  HostCall,
  HostClient,
  ResidentModel,
  ResidentModels,
} from '@engine/inference/supervision/host-client'
import type { HostRequest, Loaded } from '@engine/inference/host/protocol'
import { LocalLanguageModel } from '@engine/inference/resident/local-language-model'
import type { GenerateRequest } from '@engine/ports/models/language-model'

const model: ResidentModel = {
  id: 'gguf:tiny',
  files: { kind: 'language', format: 'gguf', path: '/models/tiny.gguf' },
  contextLength: 4096,
}
const loaded: Loaded = {
  details: {
    architecture: 'llama',
    parameters: 1,
    quantization: null,
    context_length: 512,
    dimensions: null,
    has_chat_template: true,
    memory_bytes: 1,
  },
  device: 'cpu',
  gpus: [],
}
const request: GenerateRequest = {
  task: 'answer',
  system: '',
  messages: [{ role: 'user', content: 'Hello?' }],
  temperature: 0,
  seed: 1,
  maxTokens: 9,
}
const done = { reason: 'stop', prompt_tokens: 3, completion_tokens: 2, reused_tokens: 1 }

type Step = GeneratedText | 'hang' | CairnError

/** A process that says what it is told to, and the stay of a model in it. */
function room(steps: readonly Step[], value: unknown = done) {
  const seen = { requests: [] as HostRequest[], inUse: 0, uses: 0, streamsOpen: 0, isLoaded: true }
  const host: HostClient = {
    async *stream(asked: HostRequest, options: HostCall = {}): AsyncGenerator<GeneratedText, unknown> {
      seen.requests.push(asked)
      seen.streamsOpen += 1
      try {
        for (const step of steps) {
          if (step === 'hang') {
            await new Promise<never>((_resolve, reject) => {
              options.signal?.addEventListener('abort', () => reject(new CairnError('CANCELLED', 'Cancelled.')))
            })
          } else if (step instanceof CairnError) throw step
          else yield await Promise.resolve(step)
        }
        return value
      } finally {
        seen.streamsOpen -= 1
      }
    },
    call: (asked) => {
      seen.requests.push(asked)
      return Promise.resolve(value)
    },
    incarnation: 1,
    state: () => ({ role: 'language', state: 'running', deaths: 0, memory_bytes: null, last_error: null }),
    onChange: () => () => undefined,
    close: () => Promise.resolve(),
  }
  const ends: string[] = []
  const resident: ResidentModels = {
    async use(_model, work) {
      seen.inUse += 1
      seen.uses += 1
      try {
        const result = await work(host, loaded)
        ends.push('well')
        return result
      } catch (thrown) {
        ends.push(thrown instanceof CairnError ? thrown.code : String(thrown))
        throw thrown
      } finally {
        seen.inUse -= 1
      }
    },
    load: (_model, options) => {
      options?.progress?.(0.5)
      return Promise.resolve(loaded)
    },
    unload: () => Promise.resolve(),
    residenceOf: () => ({ state: 'ready', progress: 1, loaded: seen.isLoaded ? loaded : null }),
    hosts: () => [],
    onChange: () => () => undefined,
    close: () => Promise.resolve(),
  }
  return { seen, ends, resident, backend: new LocalLanguageModel('Tiny', model, resident) }
}

const token = (text: string): GeneratedText => ({ kind: 'token', text })
const forever = () => new AbortController().signal

describe('a language model in its process', () => {
  test('is loaded with progress, streams, and ends with what the process counted', async () => {
    const { backend, seen, ends } = room([{ kind: 'thought', text: 'so' }, token('Yes'), token('.')])
    const shares: number[] = []
    await backend.ready((share) => shares.push(share), forever())
    expect(shares).toEqual([0.5])
    const chunks = []
    for await (const chunk of backend.generate(request, forever())) {
      chunks.push(chunk)
      // Would catch a model that is unloaded as idle while somebody reads its answer.
      expect(seen.inUse).toBe(1)
    }
    expect(chunks).toEqual([
      { type: 'thought', text: 'so' },
      { type: 'token', text: 'Yes' },
      { type: 'token', text: '.' },
      { type: 'end', reason: 'stop', usage: { prompt_tokens: 3, completion_tokens: 2, reused_tokens: 1 } },
    ])
    expect(seen.requests).toEqual([
      {
        type: 'generate',
        key: 'gguf:tiny',
        system: '',
        messages: [{ role: 'user', content: 'Hello?' }],
        temperature: 0,
        seed: 1,
        max_tokens: 9,
        schema: null,
      },
    ])
    expect([seen.inUse, ends]).toEqual([0, ['well']])
  })

  // Would catch a process that goes on writing for a reader who is gone, and a model that stays in use for ever.
  test('leaving the loop ends the stream and the use', async () => {
    const { backend, seen } = room([token('One'), token('two'), 'hang'])
    for await (const chunk of backend.generate(request, forever())) {
      expect(chunk).toEqual(token('One').kind === 'token' ? { type: 'token', text: 'One' } : chunk)
      break
    }
    expect([seen.inUse, seen.uses, seen.streamsOpen]).toEqual([0, 1, 0])
  })

  test('the signal ends one that hangs', async () => {
    const { backend, seen } = room([token('One'), 'hang'])
    const controller = new AbortController()
    const stream = backend.generate(request, controller.signal)
    await stream.next()
    const hanging = stream.next()
    controller.abort()
    await expect(hanging).rejects.toMatchObject({ code: 'CANCELLED' })
    expect([seen.inUse, seen.streamsOpen]).toEqual([0, 0])
  })

  test('its failures come through, and whoever keeps it hears of them too', async () => {
    const dead = new CairnError('MODEL_FAILED', 'It died.')
    const { backend, ends, seen } = room([token('One'), dead])
    const stream = backend.generate(request, forever())
    await stream.next()
    await expect(stream.next()).rejects.toBe(dead)
    expect([ends, seen.inUse]).toEqual([['MODEL_FAILED'], 0])
    const odd = room([token('One')], { reason: 'because' })
    const other = odd.backend.generate(request, forever())
    await other.next()
    await expect(other.next()).rejects.toMatchObject({ code: 'MODEL_FAILED' })
  })

  test('a model that cannot be loaded fails before anything is asked', async () => {
    const { resident, seen } = room([])
    const unusable = new CairnError('MODEL_UNUSABLE', 'It is no model.')
    const broken = { ...resident, use: () => Promise.reject(unusable) }
    const backend = new LocalLanguageModel('Tiny', model, broken)
    await expect(backend.generate(request, forever()).next()).rejects.toBe(unusable)
    expect(seen.requests).toEqual([])
  })

  test('counts with its tokenizer only while it is loaded; its context is what was made', async () => {
    const { backend, seen } = room([], [2, 5])
    expect(await backend.countTokens(['a', 'b'], forever())).toEqual([2, 5])
    expect(backend.contextLength).toBe(512)
    seen.isLoaded = false
    expect(backend.contextLength).toBe(4096)
    await expect(backend.countTokens(['a'], forever())).rejects.toMatchObject({ code: 'NOT_FOUND' })
    expect(seen.uses).toBe(1)
  })
})
