import { mkdtemp, open, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { mulberry32 } from '@shared/hash'
import { chatMlTemplate, tinyGguf, writeTinyGguf } from '../../bench/tiny-models/tiny-gguf'
import { forkHost } from '@engine/inference/supervision/fork-host'
import type { GeneratedText, HostClient, ResidentModel } from '@engine/inference/supervision/host-client'
import type { HostProcess } from '@engine/ports/models/host-process'
import { Generated, initialCredit, Loaded, type HostRequest } from '@engine/inference/host/protocol'
import { ResidentModelSet } from '@engine/inference/resident/resident-models'
import { SupervisedHost, type SupervisedHostOptions } from '@engine/inference/supervision/supervised-host'
import { ModelDetails } from '@shared/models/models'
import { builtEntry } from '../built-entry'
import { rounds } from '../rounds'

const times = rounds(2, 50)
const kills = rounds(1, 50)
const script =
  'The gauge at the north dam read 4.2 metres on Monday [1]. 水位在周二下降到三点九米 [2]. It was checked twice, and nothing else was noted that week.'
const json = '{"intent": "KB", "rewrite": "gauge north dam monday"}'
const schema = {
  type: 'object',
  properties: { intent: { enum: ['KB', 'MCP', 'SYSTEM'] }, rewrite: { type: 'string', maxLength: 60 } },
  required: ['intent', 'rewrite'],
  additionalProperties: false,
}
const Said = z.object({ type: z.string() })
const after = (ms: number, then: () => void) => {
  const timer = setTimeout(then, ms)
  return () => clearTimeout(timer)
}

/** What is quick to read, where it does not matter what is read. */
const brief = { system: 'Be short.' }

let scratch = ''
const entry = builtEntry('inference-host')
let sayer: ResidentModel
let endless: ResidentModel
let random: ResidentModel
/** One for all tests, because starting it and llama.cpp in it is what takes time. */
let shared: Hosted
/** Bytes that its process may take. */
let limit = Number.POSITIVE_INFINITY
const opened: HostClient[] = []

beforeAll(async () => {
  scratch = await mkdtemp(join(tmpdir(), 'cairn-host-'))
  sayer = await tinyModel('sayer', { script, json, chatTemplate: chatMlTemplate })
  endless = await tinyModel('endless', { script, loop: true, chatTemplate: chatMlTemplate })
  random = await tinyModel('random', {})
  shared = supervised({ hangMs: 20_000, startMs: 20_000, memoryLimitBytes: () => limit })
  opened.pop()
})

afterEach(async () => {
  for (const host of opened.splice(0)) await host.close()
})

afterAll(async () => {
  await shared.host.close()
  await rm(scratch, { recursive: true, force: true })
})

async function tinyModel(name: string, options: Parameters<typeof writeTinyGguf>[1]): Promise<ResidentModel> {
  const path = join(scratch, `${name}.gguf`)
  await writeTinyGguf(path, options)
  return modelAt(name, path)
}

function modelAt(name: string, path: string): ResidentModel {
  return { id: `gguf:${name}`, files: { kind: 'language', format: 'gguf', path }, contextLength: 4096 }
}

interface Hosted {
  readonly host: HostClient
  readonly processes: HostProcess[]
  readonly words: string[]
  /** Types of the messages that came, in order. */
  readonly said: string[]
  /** Lets time run a hundred times as fast, or no longer. */
  readonly hurry: (isHurried: boolean) => void
}

function supervised(options: Partial<SupervisedHostOptions> = {}): Hosted {
  const processes: HostProcess[] = []
  const words: string[] = []
  const said: string[] = []
  let isHurried = false
  const host = new SupervisedHost({
    role: 'language',
    fork: () => {
      const child = forkHost(entry, (line) => words.push(line))
      child.onMessage((raw) => said.push(Said.parse(raw).type))
      processes.push(child)
      return child
    },
    memoryLimitBytes: () => Number.POSITIVE_INFINITY,
    now: () => performance.now(),
    // Waits between restarts are cut short; that they are kept is a unit test's.
    after: (ms, then) => after(isHurried ? ms / 100 : Math.min(ms, 100), then),
    pingMs: 100,
    hangMs: 60_000,
    startMs: 60_000,
    log: (line) => words.push(line),
    ...options,
  })
  opened.push(host)
  return { host, processes, words, said, hurry: (is) => (isHurried = is) }
}

function asking(model: ResidentModel, change: Partial<Extract<HostRequest, { type: 'generate' }>> = {}): HostRequest {
  return {
    type: 'generate',
    key: model.id,
    system: 'Answer from the passages only. '.repeat(20),
    messages: [{ role: 'user', content: 'What did the gauge read on Monday?' }],
    temperature: 0,
    seed: 1,
    max_tokens: 400,
    schema: null,
    ...change,
  }
}

async function load(host: HostClient, model: ResidentModel, told: number[] = []): Promise<Loaded> {
  const answer = await host.call(
    {
      type: 'load',
      key: model.id,
      files: model.files,
      options: { gpu: 'off', threads: 1, context_length: model.contextLength },
    },
    { progress: (share) => told.push(share) },
  )
  return Loaded.parse(answer)
}

async function readAll(stream: AsyncGenerator<GeneratedText, unknown>) {
  const chunks: GeneratedText[] = []
  for (;;) {
    const next = await stream.next()
    if (next.done) return { chunks, text: chunks.map(({ text }) => text).join(''), end: Generated.parse(next.value) }
    chunks.push(next.value)
  }
}

/** The rest of an answer that has begun; wrapped, so that only its beginning is waited for. */
async function midToken(host: HostClient): Promise<[Promise<unknown>]> {
  await load(host, endless)
  const stream = host.stream(asking(endless, { ...brief, max_tokens: 3000 }))
  await stream.next()
  const rest = readAll(stream)
  // Looked at later.
  rest.catch(() => undefined)
  return [rest]
}

function pidOf(processes: readonly HostProcess[]): number {
  const pid = processes.at(-1)?.pid
  if (pid === undefined) throw new Error('There is no process.')
  return pid
}

describe('a real model in a real process', () => {
  // Catches a host that answers in one piece, or with what the model did not say.
  test('says its text piece by piece, tells of its loading, and says how it went', async () => {
    const { host } = shared
    const told: number[] = []
    const loaded = await load(host, sayer, told)
    expect(told.at(-1)).toBe(1)
    expect(loaded).toMatchObject({ device: 'cpu', details: { architecture: 'llama', has_chat_template: true } })
    const { chunks, text, end } = await readAll(host.stream(asking(sayer)))
    expect(text).toBe(script)
    expect(chunks.length).toBeGreaterThan(1)
    expect(end).toMatchObject({ reason: 'stop', reused_tokens: 0 })
    expect(end.prompt_tokens).toBeGreaterThan(600)
    const short = await readAll(host.stream(asking(sayer, { max_tokens: 5 })))
    expect(short.end.reason).toBe('length')
    expect(script.startsWith(short.text)).toBe(true)
    expect(short.text.length).toBeLessThan(script.length)
  })

  // Catches a schema that is not kept to, and one that costs the conversation its evaluated prefix.
  test('keeps to a schema, and reuses what two calls have in common', async () => {
    const { host } = shared
    await load(host, sayer)
    const constrained = await readAll(host.stream(asking(sayer, { schema })))
    expect(JSON.parse(constrained.text)).toEqual(JSON.parse(json))
    await load(host, random)
    for (const seed of [1, 2, 3, 4, 5]) {
      const { text } = await readAll(host.stream(asking(random, { schema, seed, temperature: 1 })))
      expect(JSON.parse(text)).toEqual({
        intent: expect.stringMatching(/^(?:KB|MCP|SYSTEM)$/u) as unknown,
        rewrite: expect.any(String) as unknown,
      })
    }
    const first = await readAll(host.stream(asking(sayer)))
    await readAll(host.stream(asking(sayer, { schema })))
    const again = await readAll(
      host.stream(
        asking(sayer, {
          messages: [
            { role: 'user', content: 'What did the gauge read on Monday?' },
            { role: 'assistant', content: script },
            { role: 'user', content: 'And on Tuesday?' },
          ],
        }),
      ),
    )
    expect(again.end.reused_tokens).toBeGreaterThan(first.end.prompt_tokens * 0.9)
  })

  // Catches a seed that does nothing, or is not enough to repeat an answer.
  test('gives the same text for the same seed and another for another', async () => {
    const { host } = shared
    await load(host, random)
    const say = async (seed: number) =>
      (await readAll(host.stream(asking(random, { seed, temperature: 1.2, max_tokens: 40 })))).text
    const one = await say(7)
    expect(await say(7)).toBe(one)
    expect(await say(8)).not.toBe(one)
  })

  // Catches a stop that waits for the answer's end, or a model that stays busy behind it.
  test('stops at once and answers the next question', async () => {
    const { host } = shared
    await load(host, endless)
    const stop = new AbortController()
    const stream = host.stream(asking(endless, { max_tokens: 3000 }), { signal: stop.signal })
    const before = [await stream.next(), await stream.next()]
    expect(before.every(({ done }) => done === false)).toBe(true)
    const order: string[] = []
    stop.abort()
    await expect(
      (async () => {
        for await (const { text } of stream) order.push(text)
      })(),
    ).rejects.toMatchObject({ code: 'CANCELLED' })
    // At most what had arrived before.
    expect(order.length).toBeLessThanOrEqual(2)
    const { end } = await readAll(host.stream(asking(endless, { max_tokens: 10 })))
    expect(end).toMatchObject({ reason: 'length' })
  })

  // Catches text that outgrows the context and ends the process, or silently loses the question.
  test('leaves out the oldest of a long conversation, and says when even the question is too long', async () => {
    const { host } = shared
    const small = { ...sayer, id: 'gguf:small', contextLength: 1024 }
    await load(host, small)
    const said = { role: 'user', content: 'word '.repeat(60) } as const
    const fits = await readAll(
      host.stream(asking(small, { system: 'Be short.', messages: [said, said, said, said, said, said] })),
    )
    expect(fits.text.slice(0, 20)).toBe(script.slice(0, 20))
    expect(fits.end.prompt_tokens).toBeLessThan(1024)
    await expect(
      readAll(host.stream(asking(small, { messages: [{ role: 'user', content: 'word '.repeat(1000) }] }))),
    ).rejects.toMatchObject({ code: 'INVALID_INPUT' })
    expect(await host.call({ type: 'count', key: small.id, texts: ['', 'a', 'ab'] })).toEqual([0, 1, 2])
  })

  // Catches a model that runs on while nobody reads, filling memory, and one that then never goes on.
  test('waits for a slow reader and then goes on', async () => {
    const { host, said } = shared
    await load(host, sayer)
    await load(host, endless)
    const before = said.length
    const chunks = () => said.slice(before).filter((type) => type === 'chunk').length
    const stop = new AbortController()
    const stream = host.stream(asking(endless, { ...brief, max_tokens: 3000 }), { signal: stop.signal })
    const first = await stream.next()
    await expect.poll(chunks, { timeout: 60_000 }).toBe(initialCredit)
    // It would have said a good deal more in the time that this takes; the other's one word comes in one piece.
    await readAll(host.stream(asking(sayer, { max_tokens: 1 })))
    expect(chunks()).toBe(initialCredit + 1)
    const texts = [first.done ? '' : first.value.text]
    while (texts.length < 2 * initialCredit) {
      const next = await stream.next()
      if (next.done) break
      texts.push(next.value.text)
    }
    expect(texts).toHaveLength(2 * initialCredit)
    expect(texts.join('').startsWith(script)).toBe(true)
    stop.abort()
  })

  test('a file cut short, overwritten, or damaged in its header: refused in words, the process lives', async () => {
    const { host } = shared
    await load(host, sayer)
    const whole = tinyGguf({ script })
    const draw = mulberry32(11)
    const damaged: [string, Buffer][] = []
    for (let round = 0; round < 2 * times; round += 1) {
      damaged.push([`cut-${round}`, whole.subarray(0, Math.floor(whole.length * draw()))])
      damaged.push([`noise-${round}`, Buffer.from(Array.from({ length: 5000 }, () => Math.floor(draw() * 256)))])
      // Counts, lengths and types of the header are anything.
      const header = Buffer.from(whole)
      const at = 8 + Math.floor(draw() * 60)
      header.fill(0xff, at, at + 8)
      damaged.push([`header-${round}`, header])
    }
    for (const [name, bytes] of damaged) {
      const path = join(scratch, `${name}.gguf`)
      await writeFile(path, bytes)
      const model = modelAt(name, path)
      await expect(load(host, model), name).rejects.toMatchObject({ code: 'MODEL_UNUSABLE' })
      await expect(host.call({ type: 'inspect', files: model.files }), name).rejects.toMatchObject({
        code: 'MODEL_UNUSABLE',
      })
      await rm(path)
    }
    expect((await readAll(host.stream(asking(sayer, brief)))).text).toBe(script)
    expect(host.state()).toMatchObject({ deaths: 0, state: 'running' })
  })

  // Catches a model larger than the machine's memory being mapped, which would bring the machine to a halt.
  test('a model that needs more memory than there is is refused with both figures', async () => {
    const { host } = shared
    const path = join(scratch, 'huge.gguf')
    const bytes = tinyGguf({ script })
    // One more layer's worth than any machine has: the last tensor's rows are made many, the file sparse.
    const name = Buffer.from('output.weight')
    const at = bytes.lastIndexOf(name) + name.length + 4
    const rows = bytes.readBigUInt64LE(at + 8)
    bytes.writeBigUInt64LE(rows * 2n ** 22n, at + 8)
    await writeFile(path, bytes)
    const file = await open(path, 'r+')
    await file.truncate(Number(rows) * 2 ** 22 * 4096)
    await file.close()
    await expect(load(host, modelAt('huge', path))).rejects.toMatchObject({
      code: 'MODEL_OUT_OF_MEMORY',
      message: expect.stringMatching(/takes .* GB and .* GB is free/u) as unknown,
    })
    await rm(path)
    expect(host.state().deaths).toBe(0)
  })

  // Catches what is read of a file before loading being guessed.
  test('a file is told by its own words', async () => {
    const { host } = shared
    const details = ModelDetails.parse(await host.call({ type: 'inspect', files: sayer.files }))
    const { length } = await readFile(sayer.files.path)
    expect(details).toMatchObject({ architecture: 'llama', quantization: 'F32', context_length: 16_384 })
    expect(details.memory_bytes).toBeGreaterThan(length * 0.9)
    expect(details.has_chat_template).toBe(true)
    expect(ModelDetails.parse(await host.call({ type: 'inspect', files: random.files })).has_chat_template).toBe(false)
  })
})

describe('faults: a typed error, and the next call works', () => {
  test(`killed mid-token, ${kills} times`, async () => {
    const { host, processes } = shared
    const { incarnation } = host
    const { deaths } = host.state()
    for (let round = 1; round <= kills; round += 1) {
      const [answer] = await midToken(host)
      process.kill(pidOf(processes), 'SIGKILL')
      await expect(answer).rejects.toMatchObject({
        code: 'MODEL_FAILED',
        message: expect.stringContaining('SIGKILL') as unknown,
      })
      expect(host.state()).toMatchObject({ state: 'waiting', deaths: deaths + round })
    }
    await load(host, sayer)
    expect((await readAll(host.stream(asking(sayer, brief)))).text).toBe(script)
    expect(host.incarnation).toBe(incarnation + kills)
  })

  test(`hangs, ${times} times`, async () => {
    const { host, processes, hurry } = shared
    for (let round = 1; round <= times; round += 1) {
      const { deaths, state } = host.state()
      const running = processes.length + (state === 'running' ? 0 : 1)
      // In the middle of an answer, or before it has even begun.
      const work = await (round % 2 === 1 ? midToken(host) : [load(host, endless)])
      await expect.poll(() => processes.length).toBe(running)
      process.kill(pidOf(processes), 'SIGSTOP')
      hurry(true)
      await expect(work[0]).rejects.toMatchObject({
        code: 'MODEL_FAILED',
        message: expect.stringContaining('stopped answering') as unknown,
      })
      expect(host.state().deaths).toBe(deaths + 1)
      hurry(false)
    }
    await load(host, sayer)
    expect((await readAll(host.stream(asking(sayer, brief)))).text).toBe(script)
  })

  // Catches an application that is damaged, and whose users wait for an answer for ever.
  test('a host that is not there', async () => {
    const { host } = supervised({ fork: () => forkHost(join(scratch, 'gone.mjs'), () => undefined) })
    for (let round = 1; round <= 2; round += 1) {
      await expect(host.call({ type: 'inspect', files: sayer.files })).rejects.toMatchObject({ code: 'MODEL_FAILED' })
      expect(host.state()).toMatchObject({ state: 'waiting', deaths: round })
    }
  })

  test(`the memory limit, ${times} times`, async () => {
    const { host } = shared
    for (let round = 1; round <= times; round += 1) {
      // In the middle of an answer, or while a new process loads.
      const work = await (round % 2 === 1 ? midToken(host) : [load(host, endless)])
      limit = 1
      await expect(work[0]).rejects.toMatchObject({ code: 'MODEL_OUT_OF_MEMORY' })
      limit = Number.POSITIVE_INFINITY
    }
    await load(host, sayer)
    expect((await readAll(host.stream(asking(sayer, brief)))).text).toBe(script)
  })
})

// Catches a model that is not loaded again after its process died, and one that stays in memory for ever.
test('models are loaded when used, again after a crash, and one language model at a time', async () => {
  const { host, processes } = shared
  const { deaths } = host.state()
  const models = new ResidentModelSet({
    language: host,
    vectors: supervised({ role: 'vectors' }).host,
    options: () => ({ gpu: 'off', threads: 1, idle_unload_ms: null }),
    after,
    now: () => performance.now(),
  })
  const ask = (model: ResidentModel) =>
    models.use(model, async (client) => (await readAll(client.stream(asking(model, { max_tokens: 20 })))).text)
  const said = await ask(sayer)
  expect(script.startsWith(said)).toBe(true)
  process.kill(pidOf(processes), 'SIGKILL')
  await expect.poll(() => host.state().deaths, { timeout: 30_000 }).toBe(deaths + 1)
  expect(models.residenceOf(sayer.id)).toMatchObject({ state: 'unloaded', loaded: null })
  expect(await ask(sayer)).toBe(said)
  await ask(random)
  expect(models.residenceOf(sayer.id).state).toBe('unloaded')
  expect(models.residenceOf(random.id).state).toBe('ready')
  await models.close()
})
