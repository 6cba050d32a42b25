import { describe, expect, test } from 'vitest'
import type { HostCall, HostClient, ResidentModel } from '@engine/inference/supervision/host-client'
import type { HostRequest } from '@engine/inference/host/protocol'
import { ResidentModelSet } from '@engine/inference/resident/resident-models'
import { CairnError } from '@shared/errors'
import type { HostState } from '@shared/models/models'
import { FakeClock, settled } from '../fake-clock'

const details = {
  architecture: 'llama',
  parameters: 1,
  quantization: null,
  context_length: 100,
  dimensions: null,
  has_chat_template: false,
  memory_bytes: 1,
}

/** Answers loads when told to, and remembers everything. */
class ScriptedHost implements HostClient {
  incarnation = 1
  readonly asked: string[] = []
  current: HostState['state'] = 'running'
  pending: { call: HostCall; resolve(): void; reject(error: CairnError): void }[] = []
  readonly #listeners = new Set<() => void>()

  constructor(
    private readonly held = false,
    private readonly device = 'cpu',
  ) {}

  call(request: HostRequest, call: HostCall = {}): Promise<unknown> {
    this.asked.push('key' in request ? `${request.type} ${request.key}` : request.type)
    if (request.type !== 'load') return Promise.resolve(null)
    const loaded = { details, device: this.device, gpus: [] }
    if (!this.held) return Promise.resolve(loaded)
    return new Promise((resolve, reject) => {
      this.pending.push({ call, resolve: () => resolve(loaded), reject })
      call.signal?.addEventListener('abort', () => reject(new CairnError('CANCELLED', 'Cancelled.')))
    })
  }

  async *stream(): AsyncGenerator<never, unknown> {
    await Promise.resolve()
    return null
  }

  state(): HostState {
    return { role: 'language', state: this.current, deaths: 0, memory_bytes: null, last_error: null }
  }

  onChange(listener: () => void): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  close(): Promise<void> {
    this.asked.push('close')
    return Promise.resolve()
  }

  die(): void {
    this.become('waiting')
  }

  become(state: HostState['state']): void {
    this.current = state
    if (state === 'starting') this.incarnation += 1
    for (const listener of this.#listeners) listener()
  }
}

const model = (id: string, kind: 'language' | 'embedder' = 'language'): ResidentModel => ({
  id,
  files: { kind, format: kind === 'language' ? 'gguf' : 'onnx', path: `/models/${id}` },
  contextLength: 100,
})
const a = model('a')
const b = model('b')

function residents({ held = false, memoryBytes = 0, device = 'cpu' } = {}) {
  const clock = new FakeClock()
  const language = new ScriptedHost(held, device)
  const vectors = new ScriptedHost()
  const settings: { gpu: 'auto' | 'off'; threads: number | null; idle_unload_ms: number | null } = {
    gpu: 'auto',
    threads: null,
    idle_unload_ms: 1000,
  }
  const lines: string[] = []
  const models = new ResidentModelSet({
    log: (line) => lines.push(line),
    language,
    vectors,
    options: () => settings,
    memoryBytes: () => memoryBytes,
    after: clock.after,
    now: clock.now,
  })
  return { clock, language, vectors, models, settings, lines }
}
const work = () => Promise.resolve('worked')
/** Work that ends when it is told to. */
function longWork() {
  let end: () => void = () => undefined
  const done = new Promise<void>((resolve) => (end = resolve))
  return { work: () => done, end: () => end() }
}

describe('loading', () => {
  test('once, when first used, in the process of its kind', async () => {
    const { models, language, vectors } = residents()
    expect(models.residenceOf('a').state).toBe('unloaded')
    expect(await models.use(a, work)).toBe('worked')
    expect(await models.use(a, work)).toBe('worked')
    await models.use(model('e', 'embedder'), work)
    expect(language.asked).toEqual(['load a'])
    expect(vectors.asked).toEqual(['load e'])
    expect(models.residenceOf('a')).toMatchObject({ state: 'ready', progress: 1, loaded: { device: 'cpu' } })
  })

  // Catches two who ask at once loading twice, and one who gives up taking the loading from the other.
  test('is shared and told to all', async () => {
    const { models, language } = residents({ held: true })
    const told: number[] = []
    const stop = new AbortController()
    const one = models.use(a, work, { signal: stop.signal })
    const two = models.use(a, work, { progress: (share) => told.push(share) })
    await settled()
    expect(language.asked).toEqual(['load a'])
    language.pending[0]?.call.progress?.(0.4)
    expect(told).toEqual([0.4])
    expect(models.residenceOf('a')).toMatchObject({ state: 'loading', progress: 0.4 })
    stop.abort()
    await expect(one).rejects.toMatchObject({ code: 'CANCELLED' })
    language.pending[0]?.resolve()
    expect(await two).toBe('worked')
  })

  // Catches a model whose loading takes longer than anybody waits, and which therefore is never there.
  test('goes on when everyone has given up, and what nobody uses then goes after its idle time', async () => {
    const { clock, models, language } = residents({ held: true })
    for (let turn = 0; turn < 2; turn += 1) {
      const stop = new AbortController()
      const impatient = models.use(a, work, { signal: stop.signal })
      await settled()
      stop.abort()
      await expect(impatient).rejects.toMatchObject({ code: 'CANCELLED' })
    }
    expect(models.residenceOf('a').state).toBe('loading')
    expect(language.asked).toEqual(['load a'])
    language.pending[0]?.resolve()
    await settled()
    expect(models.residenceOf('a').state).toBe('ready')
    expect(await models.use(a, work)).toBe('worked')
    expect(language.asked).toEqual(['load a'])
    await clock.advance(1000)
    expect(language.asked).toEqual(['load a', 'unload a'])
    expect(clock.waiting).toBe(0)
    const stop = new AbortController()
    const impatient = models.use(a, work, { signal: stop.signal })
    await settled()
    stop.abort()
    await expect(impatient).rejects.toMatchObject({ code: 'CANCELLED' })
    language.pending[1]?.resolve()
    await clock.advance(1000)
    expect(language.asked).toEqual(['load a', 'unload a', 'load a', 'unload a'])
  })

  test.each(['unload', 'close'] as const)('ends with %s', async (how) => {
    const { clock, models, language } = residents({ held: true })
    const waiting = models.use(a, work).catch((thrown: unknown) => thrown)
    await settled()
    await (how === 'close' ? models.close() : models.unload('a'))
    expect(await waiting).toMatchObject({ code: 'CANCELLED' })
    expect(language.pending[0]?.call.signal?.aborted).toBe(true)
    expect(models.residenceOf('a').state).toBe('unloaded')
    expect(clock.waiting).toBe(0)
  })

  // Catches one who comes right after an unloading being handed the loading that was called off.
  test('begins anew for who comes right after it was called off', async () => {
    const { models, language } = residents({ held: true })
    void models.use(a, work).catch(() => undefined)
    await settled()
    const unloading = models.unload('a')
    const next = models.use(a, work)
    await unloading
    await settled()
    language.pending[1]?.resolve()
    expect(await next).toBe('worked')
  })

  // Catches a file on a disk that never answers being loaded for ever.
  test('that takes longer than its limit has failed', async () => {
    const { clock, models, language } = residents({ held: true })
    const waiting = models.use(a, work).catch((thrown: unknown) => thrown)
    await clock.advance(180_000)
    expect(await waiting).toMatchObject({ code: 'MODEL_FAILED', message: expect.stringContaining('180') as unknown })
    expect(language.pending[0]?.call.signal?.aborted).toBe(true)
    expect(models.residenceOf('a').state).toBe('failed')
  })

  // Catches two language models in memory because the first one's loading outlived whoever wanted it.
  test('makes way for another language model once nobody waits', async () => {
    const { models, language } = residents({ held: true })
    const stop = new AbortController()
    void models.use(a, work, { signal: stop.signal }).catch(() => undefined)
    await settled()
    stop.abort()
    await settled()
    const other = models.use(b, work)
    await settled()
    expect(models.residenceOf('a').state).toBe('unloaded')
    language.pending[1]?.resolve()
    expect(await other).toBe('worked')
  })

  // Catches a broken view of the models keeping them from being loaded.
  test('is not held up by a listener that throws', async () => {
    const { models, language, lines } = residents()
    models.onChange(() => {
      throw new Error('The window is gone.')
    })
    expect(await models.use(a, work)).toBe('worked')
    language.die()
    expect(models.residenceOf('a').state).toBe('unloaded')
    expect(lines.join('')).toContain('The window is gone.')
  })

  test('that fails is told, and tried again by the next use', async () => {
    const { models, language } = residents({ held: true })
    const one = models.use(a, work)
    await settled()
    language.pending[0]?.reject(new CairnError('MODEL_OUT_OF_MEMORY', 'Too big.'))
    await expect(one).rejects.toMatchObject({ code: 'MODEL_OUT_OF_MEMORY' })
    expect(models.residenceOf('a').state).toBe('failed')
    const two = models.use(a, work)
    await settled()
    language.pending[1]?.resolve()
    expect(await two).toBe('worked')
  })

  // Catches a changed setting that only a restart would bring into force.
  test('happens again when what it was loaded with has changed', async () => {
    const { models, language, settings } = residents()
    await models.use(a, work)
    settings.gpu = 'off'
    await models.use(a, work)
    await models.use({ ...a, contextLength: 50 }, work)
    expect(language.asked).toEqual(['load a', 'unload a', 'load a', 'unload a', 'load a'])
  })

  // Catches a model that answers in place of the one which was added under its id.
  test('happens again for another model of the same id', async () => {
    const { models, language } = residents()
    await models.use({ ...a, stamp: 'one' }, work)
    await models.use({ ...a, stamp: 'one' }, work)
    await models.use({ ...a, stamp: 'two' }, work)
    expect(language.asked).toEqual(['load a', 'unload a', 'load a'])
  })
})

describe('after the process died', () => {
  // Catches a model that is believed to be loaded in a process that is gone.
  test('a model is loaded again, and a failed use is not repeated', async () => {
    const { models, language } = residents()
    let uses = 0
    const failing = models.use(a, () => {
      uses += 1
      language.die()
      return Promise.reject(new CairnError('MODEL_FAILED', 'It died.'))
    })
    await expect(failing).rejects.toMatchObject({ code: 'MODEL_FAILED' })
    expect(uses).toBe(1)
    expect(models.residenceOf('a')).toMatchObject({ state: 'failed', loaded: null })
    language.become('starting')
    language.become('running')
    expect(await models.use(a, work)).toBe('worked')
    expect(language.asked).toEqual(['load a', 'load a'])
  })
})

describe('leaving', () => {
  test('after its idle time, not while it is used, and never where it is to stay', async () => {
    const { clock, models, language, settings } = residents()
    const { work: long, end } = longWork()
    const using = models.use(a, long)
    await clock.advance(5000)
    expect(models.residenceOf('a').state).toBe('busy')
    end()
    await using
    await clock.advance(999)
    expect(models.residenceOf('a').state).toBe('ready')
    await clock.advance(1)
    expect(language.asked).toEqual(['load a', 'unload a'])
    expect(models.residenceOf('a').state).toBe('unloaded')
    settings.idle_unload_ms = null
    await models.use(a, work)
    await clock.advance(1e9)
    expect(models.residenceOf('a').state).toBe('ready')
  })

  // Catches two language models in memory at once, and a model taken away under an answer.
  test('for another language model, unless it is at work', async () => {
    const { models, language } = residents()
    await models.use(a, work)
    await models.use(b, work)
    expect(language.asked).toEqual(['load a', 'unload a', 'load b'])
    const { work: long, end } = longWork()
    const using = models.use(b, long)
    await models.use(a, work)
    expect(models.residenceOf('b').state).toBe('busy')
    end()
    await using
    expect(models.residenceOf('b').state).toBe('ready')
  })

  // Catches two models of one turn that push each other out each time, and memory that fills up without end.
  test.each([
    {
      device: 'cpu',
      memoryBytes: 2,
      asked: ['load a', 'load b', 'unload b', 'load c', 'unload a', 'unload c', 'load d'],
    },
    { device: 'cpu', memoryBytes: 1, asked: ['load a', 'unload a', 'load b', 'unload b', 'load a', 'unload a'] },
    { device: 'vulkan, 2 of 2 layers', memoryBytes: 9, asked: ['load a', 'unload a', 'load b', 'unload b', 'load a'] },
  ])('when it is the longest unused one and $memoryBytes bytes on $device do not hold it too', async (one) => {
    const { clock, models, language } = residents(one)
    for (const next of ['a', 'b', 'a', 'c', 'd']) {
      await clock.advance(1)
      await models.use({ ...model(next), memoryBytes: next === 'd' ? undefined : 1 }, work)
    }
    expect(language.asked.slice(0, one.asked.length)).toEqual(one.asked)
    // Of one whose need is not known nothing else stays.
    expect(language.asked.slice(-2)).toEqual(['unload c', 'load d'])
  })

  test('when told, and with everything else', async () => {
    const { models, language, vectors } = residents()
    const changes: string[] = []
    const stopListening = models.onChange(() => changes.push(models.residenceOf('a').state))
    await models.load(a)
    await models.unload('a')
    await models.unload('unknown')
    expect(language.asked).toEqual(['load a', 'unload a'])
    expect(changes).toEqual(expect.arrayContaining(['loading', 'ready', 'unloaded']))
    stopListening()
    await models.close()
    expect([language.asked.at(-1), vectors.asked.at(-1)]).toEqual(['close', 'close'])
    expect(models.hosts()).toHaveLength(2)
  })
})
