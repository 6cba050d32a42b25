import { describe, expect, test } from 'vitest'
import { CairnError } from '@shared/errors'
import { ModelSettings } from '@shared/models/model-settings'
import type { BackendChunk, LanguageBackend } from '@engine/inference/routing/language-backend'
import { parametersInName } from '@engine/inference/routing/fit-to-judge'
import { createModelRouter } from '@engine/inference/routing/model-router'
import type { GenerateRequest, GenerationEvent } from '@engine/ports/models/language-model'
import { HandClock } from '../../../fakes/hand-clock'

const request: GenerateRequest = {
  task: 'answer',
  system: '',
  messages: [{ role: 'user', content: 'Hello?' }],
  temperature: 0,
  seed: 1,
  maxTokens: 9,
}
const usage = { prompt_tokens: 3, completion_tokens: 5, reused_tokens: 0 }
const broken = new CairnError('MODEL_FAILED', 'It broke.')

type Step = string | { readonly thought: string } | CairnError | { readonly takes: number }

/** Takes no notice of any signal: the router must not depend on that. */
const hang: Step = { takes: Infinity }

/** A model that follows a script: one a call, the last one again and again. */
class ScriptedModel implements LanguageBackend {
  readonly name: string
  readonly contextLength = 100
  calls = 0
  signals: AbortSignal[] = []
  prepared: AbortSignal[] = []
  asked: GenerateRequest[] = []
  loading: readonly (number | 'hang' | CairnError)[] = []

  constructor(
    readonly id: string,
    readonly scripts: (readonly Step[])[],
    private readonly clock: HandClock,
  ) {
    this.name = id.toUpperCase()
  }

  async ready(progress: (share: number) => void, signal: AbortSignal): Promise<void> {
    this.prepared.push(signal)
    for (const step of this.loading) {
      if (step === 'hang') await new Promise<never>(() => undefined)
      else if (step instanceof CairnError) throw step
      else progress(step)
      await new Promise((resolve) => setImmediate(resolve))
    }
  }

  async *generate(request: GenerateRequest, signal: AbortSignal): AsyncGenerator<BackendChunk> {
    const script = this.scripts[Math.min(this.calls, this.scripts.length - 1)] ?? []
    this.calls += 1
    this.asked.push(request)
    this.signals.push(signal)
    for (const step of script) {
      if (step === hang) await new Promise<never>(() => undefined)
      else if (step instanceof CairnError) throw step
      else if (typeof step === 'string') yield await Promise.resolve({ type: 'token' as const, text: step })
      else if ('takes' in step) this.clock.now += step.takes
      else yield { type: 'thought', text: step.thought }
    }
    yield { type: 'end', reason: 'stop', usage }
  }

  countTokens(texts: readonly string[]): Promise<number[]> {
    return Promise.resolve(texts.map((text) => text.length))
  }
}

function house(
  scripts: Record<string, (readonly Step[])[]>,
  set: Partial<ModelSettings> = {},
  parameters: Record<string, number> = {},
) {
  const clock = new HandClock()
  const models = new Map(Object.entries(scripts).map(([id, its]) => [id, new ScriptedModel(id, its, clock)]))
  const settings = ModelSettings.parse({ language: 'a', fallback: 'b', cool_down_ms: 10_000, ...set })
  const lines: string[] = []
  let changes = 0
  const router = createModelRouter({
    settings: () => settings,
    backend: (id) => models.get(id),
    parametersOf: (id) => parameters[id] ?? null,
    now: () => clock.now,
    clock,
    log: (line) => lines.push(line),
    changed: () => (changes += 1),
  })
  const ask = async (what: Partial<GenerateRequest> = {}, signal?: AbortSignal, firstTokenMs = 1000) => {
    const events: GenerationEvent[] = []
    try {
      for await (const event of router.generate({ ...request, ...what }, { firstTokenMs, signal })) events.push(event)
    } catch (failure) {
      return { events, failure, ...summary(events) }
    }
    return { events, failure: undefined, ...summary(events) }
  }
  const get = (id: string) => {
    const model = models.get(id)
    if (!model) throw new Error(id)
    return model
  }
  return { router, ask, clock, settings, lines, get, changes: () => changes }
}

function summary(events: readonly GenerationEvent[]) {
  return {
    text: events.map((event) => (event.type === 'token' ? event.text : '')).join(''),
    by: events.flatMap((event) => (event.type === 'model' ? [event.model.id] : [])),
  }
}

const ids = (names: readonly { id: string }[]) => names.map(({ id }) => id)

describe('who is asked', () => {
  // Catches a slow model whose reading always comes too late, and a hung one that is waited for without end.
  test('gives a question as long to be read as the model is seen to take, within five to eight seconds', async () => {
    const { router, ask } = house({ a: [[{ takes: 2000 }, 'Yes', { takes: 1000 }]] })
    expect(router.deadlineOf('understand')).toBe(5000)
    await ask({}, undefined, 60_000)
    const { first_token_ms: first, per_second: pace } = router.runtimeOf('a')
    expect([first, pace]).toEqual([2000, 4])
    // Catches a question back that every local model is too slow for.
    expect([router.deadlineOf('understand'), router.deadlineOf('clarify')]).toEqual([8000, 8000])
  })

  test('the one named for this call, the task’s, the one for all, the fallback; each once, those that are there', () => {
    const { router, settings } = house({ a: [[]], b: [[]], c: [[]], d: [[]] })
    expect(ids(router.candidates('answer'))).toEqual(['a', 'b'])
    settings.tasks = { answer: { model: 'c', deadline_ms: 700 }, title: { model: 'rules', deadline_ms: null } }
    expect(ids(router.candidates('answer', 'd'))).toEqual(['d', 'c', 'a', 'b'])
    expect(ids(router.candidates('answer', 'b'))).toEqual(['b', 'c', 'a'])
    expect(ids(router.candidates('summary', 'gone'))).toEqual(['a', 'b'])
    expect(router.candidates('title', 'a')).toEqual([])
    expect(router.candidates('answer', 'rules')).toEqual([])
    expect([router.deadlineOf('answer'), router.deadlineOf('title')]).toEqual([700, 30_000])
    expect([router.contextOf('a'), router.contextOf('gone')]).toEqual([100, null])
  })

  // Catches a small or slow model that judges because nobody else is there.
  test('to judge: the one named for it alone, or the one for all where it is large and was seen to be fast', async () => {
    const quick = [[{ takes: 500 }, 'Yes', { takes: 50 }]]
    const { router, ask, settings } = house({ a: quick, b: quick, c: quick }, {}, { a: 7.6e9, b: 70e9 })
    expect(router.candidates('judge')).toEqual([])
    await ask()
    expect(ids(router.candidates('judge'))).toEqual(['a'])
    settings.tasks = { judge: { model: 'c', deadline_ms: null } }
    expect(ids(router.candidates('judge'))).toEqual(['c'])
    settings.tasks = { judge: { model: 'rules', deadline_ms: null } }
    expect(router.candidates('judge')).toEqual([])
    const slow = house({ a: [[{ takes: 500 }, 'Yes', { takes: 4000 }]] }, {}, { a: 7.6e9 })
    await slow.ask()
    expect(slow.router.candidates('judge')).toEqual([])
    const small = house({ a: quick }, {}, { a: 3e9 })
    await small.ask()
    expect(small.router.candidates('judge')).toEqual([])
  })

  test.each([
    ['qwen2.5:7b-instruct-q4_K_M', 7e9],
    ['Mixtral-8x7B', 56e9],
    ['qwen3:30b-a3b', 30e9],
    ['phi3:3.8b', 3.8e9],
    ['gemma-4bit', null],
    ['gemma3n:e4b', null],
  ])('the size that the name %s says', (name, parameters) => {
    expect(parametersInName(name)).toBe(parameters)
  })

  test('nobody is NOT_FOUND; counting is the model’s own', async () => {
    const { ask, router } = house({}, { language: null, fallback: null })
    expect((await ask()).failure).toMatchObject({ code: 'NOT_FOUND' })
    await expect(router.countTokens('a', ['x'])).rejects.toMatchObject({ code: 'NOT_FOUND' })
    expect(await house({ a: [[]] }).router.countTokens('a', ['xy'])).toEqual([2])
  })
})

describe('an answer', () => {
  test('comes in order: loading, who, thinking, words, end; and is measured', async () => {
    const { ask, get, router, changes } = house({
      a: [[{ takes: 40 }, '\n', { thought: 'so' }, { takes: 1000 }, 'Yes', '.', { takes: 1000 }]],
    })
    get('a').loading = [0.2, 1]
    const { events } = await ask()
    const model = { id: 'a', name: 'A' }
    expect(events).toEqual([
      { type: 'loading', model, progress: 0.2 },
      { type: 'loading', model, progress: 1 },
      { type: 'model', model },
      { type: 'token', text: '\n' },
      { type: 'thought', text: 'so' },
      { type: 'token', text: 'Yes' },
      { type: 'token', text: '.' },
      { type: 'end', reason: 'stop', usage },
    ])
    expect(router.runtimeOf('a')).toEqual({
      per_second: 2,
      first_token_ms: 40,
      breaker: 'closed',
      retry_at: null,
      calls: 1,
      failures: 0,
      last_error: null,
    })
    expect(changes()).toBe(1)
  })

  test.each([
    ['fails before its first token', [broken]],
    ['writes nothing', []],
    ['writes white space only', [' ', '\n']],
    ['has a bug', [new CairnError('INTERNAL', 'Bug.')]],
  ] as const)('of one that %s is the next one’s', async (_what, script) => {
    const { ask, router } = house({ a: [script], b: [['Yes']] })
    expect(await ask()).toMatchObject({ text: 'Yes', by: ['b'], failure: undefined })
    expect(router.runtimeOf('a')).toMatchObject({ calls: 1, failures: 1 })
  })

  // Would catch a turn that hangs with a model that hangs, whether it heeds its signal or not.
  test('that does not begin in time is the next one’s; loading does not count into that time, but has its own', async () => {
    const { ask, clock, get, router } = house({ a: [[hang]], b: [['Yes']] })
    get('a').loading = [0.5]
    const late = ask()
    await clock.waitsFor(180_000)
    await clock.waitsFor(1000)
    expect(clock.pending).toEqual([1000])
    clock.advance(1000)
    expect(await late).toMatchObject({ text: 'Yes', by: ['b'] })
    expect(get('a').signals[0]?.aborted).toBe(true)
    expect(router.runtimeOf('a').last_error).toMatchObject({ code: 'DEADLINE_EXCEEDED' })
    get('a').loading = [0.5, 'hang']
    const stuck = ask()
    await clock.waitsFor(180_000)
    clock.advance(180_000)
    expect(await stuck).toMatchObject({ text: 'Yes', by: ['b'] })
    expect(get('a').calls).toBe(1)
    expect(clock.pending).toEqual([])
  })

  // Would catch an answer whose second half is another model's, or whose first half is lost.
  test('that breaks off after its first token stays as it is, and fails with what broke it', async () => {
    const { ask, router, get } = house({ a: [['Half', broken]], b: [['Yes']] })
    expect(await ask()).toMatchObject({ text: 'Half', by: ['a'], failure: broken })
    expect(get('b').calls).toBe(0)
    expect(router.runtimeOf('a')).toMatchObject({ failures: 1, last_error: { code: 'MODEL_FAILED' } })
  })

  test('that is thinking alone is none', async () => {
    const { ask } = house({ a: [[{ thought: 'so' }]], b: [['Yes']] })
    expect(await ask()).toMatchObject({ failure: { code: 'MODEL_FAILED', message: 'A wrote nothing.' } })
  })

  test('of nobody: the last one’s error', async () => {
    const last = new CairnError('MODEL_OUT_OF_MEMORY', 'Full.')
    const { ask } = house({ a: [[broken]], b: [[last]] })
    expect((await ask()).failure).toBe(last)
  })
})

describe('making ready', () => {
  // Would catch a turn's first short call that ends the loading the answer behind it needs.
  test('begins to load the first that may be asked, with nobody’s deadline, and counts for nothing', async () => {
    const { router, ask, get, clock } = house({ a: [['Yes']], b: [['Yes']], c: [['Yes']] })
    get('a').loading = ['hang']
    router.prepare('answer')
    const controller = new AbortController()
    const asked = ask({ task: 'understand' }, controller.signal)
    await new Promise((resolve) => setImmediate(resolve))
    controller.abort()
    expect((await asked).failure).toMatchObject({ code: 'CANCELLED' })
    expect(get('a').prepared.map(({ aborted }) => aborted)).toEqual([false, true])
    // One that hangs for ever is given up, so that it is loaded anew.
    clock.advance(180_000)
    expect(get('a').prepared[0]?.aborted).toBe(true)
    get('c').loading = [broken]
    router.prepare('answer', 'c')
    await new Promise((resolve) => setImmediate(resolve))
    expect(router.runtimeOf('c')).toMatchObject({ calls: 0, failures: 0 })
    router.prepare('answer', 'rules')
    expect([get('c').prepared.length, get('b').prepared.length]).toEqual([1, 0])
    expect([router.knows('c'), router.knows('gone')]).toEqual([true, false])
  })

  test('makes the request anew for whom it is asked of, once that is loaded', async () => {
    const { router, get } = house({ a: [[broken]], b: [['Yes']] })
    const fit = ({ id }: { id: string }) => {
      const { prepared, calls } = get(id)
      return Promise.resolve({ system: `${id} ${prepared.length} ${calls}`, messages: [], maxTokens: 7 })
    }
    const asked = router.generate(request, { firstTokenMs: 1000, fit })
    while ((await asked.next()).done !== true);
    expect(get('a').asked).toEqual([{ ...request, system: 'a 1 0', messages: [], maxTokens: 7 }])
    expect(get('b').asked).toMatchObject([{ system: 'b 1 0' }])
  })
})

describe('a model that keeps failing', () => {
  // Would catch long questions that lock a good model.
  test('is not one that was asked for more than it can read', async () => {
    const tooLong = new CairnError('INVALID_INPUT', 'Too long.')
    const { ask, router } = house({ a: [[tooLong]], b: [[tooLong]] })
    for (let times = 0; times < 3; times += 1) expect((await ask()).failure).toBe(tooLong)
    expect(router.runtimeOf('a')).toMatchObject({ breaker: 'closed', calls: 0, last_error: null })
  })

  test('is left alone after two in a row, and tried again once it has cooled down', async () => {
    const { ask, get, router, clock, lines } = house({ a: [[broken], [broken], ['Back']], b: [['Yes']] })
    await ask()
    await ask()
    expect(router.runtimeOf('a')).toMatchObject({ breaker: 'open', retry_at: 10_000, calls: 2, failures: 2 })
    expect(ids(router.candidates('answer'))).toEqual(['b'])
    expect((await ask()).by).toEqual(['b'])
    expect(get('a').calls).toBe(2)
    clock.advance(10_000)
    expect(router.runtimeOf('a').breaker).toBe('half_open')
    expect(await ask()).toMatchObject({ text: 'Back', by: ['a'] })
    expect(router.runtimeOf('a')).toMatchObject({ breaker: 'closed', retry_at: null, last_error: null })
    expect(lines).toEqual(expect.arrayContaining(['model a: breaker open', 'model a: breaker closed']))
  })

  test('when all are left alone, that is said; a person may try again at once', async () => {
    const { ask, router } = house({ a: [[broken], [broken], ['Back']] }, { fallback: null })
    await ask()
    await ask()
    expect((await ask()).failure).toMatchObject({ code: 'NOT_FOUND' })
    router.reset('a')
    expect(router.runtimeOf('a')).toMatchObject({ breaker: 'closed', last_error: null, calls: 0 })
    expect((await ask()).text).toBe('Back')
  })

  test('half open, one call goes through; the others go to the next one', async () => {
    const { ask, clock, router } = house({ a: [[broken], [broken], [hang]], b: [['Yes']] })
    await ask()
    await ask()
    clock.advance(10_000)
    const probe = ask()
    await clock.waitsFor(1000)
    expect((await ask()).by).toEqual(['b'])
    expect(ids(router.candidates('answer'))).toEqual(['b'])
    clock.advance(1000)
    expect((await probe).by).toEqual(['b'])
    expect(router.runtimeOf('a')).toMatchObject({ breaker: 'open', retry_at: 21_000 })
  })
})

describe('cancelling', () => {
  // Would catch impatient people who make a good model look bad.
  test('counts for nothing: before, while loading, while waiting, within the answer, by leaving the loop', async () => {
    const { ask, clock, router, get } = house({ a: [[hang], ['One', hang], ['One', 'two']], b: [['Yes']] })
    expect((await ask({}, AbortSignal.abort())).failure).toMatchObject({ code: 'CANCELLED' })
    for (const waits of ['load', 'first', 'second'] as const) {
      const controller = new AbortController()
      get('a').loading = waits === 'load' ? ['hang'] : []
      const stream = router.generate(request, { firstTokenMs: 1000, signal: controller.signal })
      const reading = (async () => {
        for await (const event of stream) if (event.type === 'token') controller.abort()
      })()
      if (waits !== 'second') await clock.waitsFor(waits === 'load' ? 180_000 : 1000)
      if (waits !== 'second') controller.abort()
      await expect(reading).rejects.toMatchObject({ code: 'CANCELLED' })
    }
    for await (const event of router.generate(request, { firstTokenMs: 1000 })) if (event.type === 'token') break
    expect(get('a').signals.map(({ aborted }) => aborted)).toEqual([true, true, true])
    expect(get('b').calls).toBe(0)
    expect(router.runtimeOf('a')).toMatchObject({ calls: 0, failures: 0, last_error: null })
    expect(clock.pending).toEqual([])
  })

  test('by something else, as unloading, says nothing about the model but leaves the answer to the next one', async () => {
    const { ask, router } = house({ a: [[new CairnError('CANCELLED', 'Unloaded.')]], b: [['Yes']] })
    for (let times = 0; times < 3; times += 1) expect((await ask()).by).toEqual(['b'])
    expect(router.runtimeOf('a')).toMatchObject({ breaker: 'closed', calls: 0 })
  })
})

describe('time', () => {
  // Catches an answer given up because a process that starts has no progress to tell.
  test('a load without progress is heard of again and again', async () => {
    const { router, clock, get } = house({ a: [['Yes']] })
    get('a').loading = ['hang']
    const stop = new AbortController()
    const stream = router.generate(request, { firstTokenMs: 1000, signal: stop.signal })
    for (let beats = 0; beats < 3; beats += 1) {
      const next = stream.next()
      await clock.waitsFor(800)
      clock.advance(800)
      expect(await next).toMatchObject({ value: { type: 'loading', progress: 0 } })
    }
    const last = stream.next()
    stop.abort()
    await expect(last).rejects.toMatchObject({ code: 'CANCELLED' })
    expect(clock.pending).toEqual([])
  })

  // Catches a turn that a stuck model holds for ever.
  test('a model that stops writing fails, and what it wrote is kept', async () => {
    const { ask, clock } = house({ a: [['Half', hang]] })
    const stuck = ask()
    await clock.waitsFor(5000)
    clock.advance(5000)
    expect(await stuck).toMatchObject({ text: 'Half', failure: { code: 'DEADLINE_EXCEEDED' } })
  })

  // Catches a slow model taken for one that stopped, and a quick one whose death nobody notices for two minutes.
  test('may be silent for three times its longest pause', async () => {
    const { ask, clock } = house({ a: [[{ takes: 900 }, 'One', { takes: 4000 }, ' two', hang]] })
    const stuck = ask({}, undefined, 60_000)
    await clock.waitsFor(12_000)
    clock.advance(12_000)
    expect(await stuck).toMatchObject({ text: 'One two', failure: { code: 'DEADLINE_EXCEEDED' } })
  })

  // Catches a hung model whose deadline every question waits for, and one locked out of answers for being slow at JSON.
  test('a model late for a small task three times is not asked for that one for a while, but for others', async () => {
    const { ask, clock, router } = house({ a: [[hang]] }, { fallback: null })
    for (let times = 0; times < 3; times += 1) {
      const over = new AbortController()
      const late = ask({ task: 'understand' }, over.signal, Infinity)
      await new Promise((resolve) => setImmediate(resolve))
      over.abort(new CairnError('DEADLINE_EXCEEDED', 'Too late.'))
      expect((await late).failure).toBeDefined()
    }
    expect([ids(router.candidates('understand')), ids(router.candidates('answer'))]).toEqual([[], ['a']])
    expect(router.runtimeOf('a')).toMatchObject({ calls: 0, breaker: 'closed' })
    clock.advance(10_000)
    expect(ids(router.candidates('understand'))).toEqual(['a'])
  })
})
