import { describe, expect, test } from 'vitest'
import type { GeneratedText } from '@engine/inference/supervision/host-client'
import type { HostProcess } from '@engine/ports/models/host-process'
import { initialCredit, type FromHost, type HostRequest, type ToHost } from '@engine/inference/host/protocol'
import { SupervisedHost, type SupervisedHostOptions } from '@engine/inference/supervision/supervised-host'
import { FakeClock, settled } from '../fake-clock'

const count: HostRequest = { type: 'count', key: 'm', texts: ['a'] }

const files = { kind: 'embedder', format: 'onnx', path: '/models/m' } as const

/** A process that does what the test says. */
class ScriptedProcess implements HostProcess {
  readonly pid = 1
  readonly sent: ToHost[] = []
  killed = false
  #message: (raw: unknown) => void = () => undefined
  #exit: (how: string) => void = () => undefined

  constructor(private readonly answersPings: boolean) {}

  send(message: ToHost): void {
    this.sent.push(message)
    if (message.type === 'ping' && this.answersPings) this.say({ type: 'pong', at: message.at, memory_bytes: 10 })
  }

  onMessage(listener: (raw: unknown) => void): void {
    this.#message = listener
  }

  onExit(listener: (how: string) => void): void {
    this.#exit = listener
  }

  kill(): void {
    this.killed = true
    this.die('SIGKILL')
  }

  say(message: FromHost): void {
    this.#message(message)
  }

  sayAnything(raw: unknown): void {
    this.#message(raw)
  }

  die(how: string): void {
    this.#exit(how)
  }

  requests(): number[] {
    return this.sent.flatMap((message) => (message.type === 'request' ? [message.id] : []))
  }
}

function supervised(options: Partial<SupervisedHostOptions> & { deaf?: boolean; mute?: boolean } = {}) {
  const clock = new FakeClock()
  const processes: ScriptedProcess[] = []
  const host = new SupervisedHost({
    role: 'language',
    fork: () => {
      const child = new ScriptedProcess(!options.deaf)
      processes.push(child)
      if (!options.mute) queueMicrotask(() => child.say({ type: 'started' }))
      return child
    },
    memoryLimitBytes: () => 1000,
    now: clock.now,
    after: clock.after,
    log: () => undefined,
    ...options,
  })
  const last = () => {
    const child = processes.at(-1)
    if (!child) throw new Error('No process was started.')
    return child
  }
  return { clock, host, processes, last }
}

/** A promise's end as a value, so that none is unhandled while the test goes on. */
const outcome = (promise: Promise<unknown>) =>
  promise.then(
    (value) => ({ value }),
    (error: unknown) => ({ error }),
  )

async function read(stream: AsyncGenerator<GeneratedText, unknown>, most: number): Promise<string[]> {
  const texts: string[] = []
  while (texts.length < most) {
    const next = await stream.next()
    if (next.done) break
    texts.push(next.value.text)
  }
  return texts
}

describe('calls', () => {
  test('start the process when first asked, and are answered by their id', async () => {
    const { host, processes, last } = supervised()
    expect(processes).toHaveLength(0)
    expect(host.state()).toMatchObject({ state: 'stopped', deaths: 0 })
    const told: number[] = []
    const one = outcome(host.call(count, { progress: (share) => told.push(share) }))
    const two = outcome(host.call(count))
    expect(host.state().state).toBe('starting')
    await settled()
    expect(host.state().state).toBe('running')
    const [first = -1, second = -1] = last().requests()
    last().say({ type: 'progress', id: first, share: 0.5 })
    last().say({ type: 'done', id: second, value: 'two' })
    last().say({ type: 'failed', id: first, report: { code: 'MODEL_UNUSABLE', message: 'No.', action: 'Other.' } })
    expect(await two).toEqual({ value: 'two' })
    expect(await one).toMatchObject({ error: { code: 'MODEL_UNUSABLE', message: 'No.', action: 'Other.' } })
    expect(told).toEqual([0.5])
    expect(host.incarnation).toBe(1)
  })

  // Catches a cancelled call whose caller still waits, and a late answer given to somebody else.
  test('are cancelled at once, also before they are sent', async () => {
    const { host, last } = supervised({ mute: true })
    const stop = new AbortController()
    const early = outcome(host.call(count, { signal: stop.signal }))
    const kept = outcome(host.call(count))
    stop.abort()
    expect(await early).toMatchObject({ error: { code: 'CANCELLED' } })
    last().say({ type: 'started' })
    const [id = -1] = last().requests()
    expect(last().requests()).toHaveLength(1)
    last().say({ type: 'done', id, value: 1 })
    expect(await kept).toEqual({ value: 1 })
    const sent = new AbortController()
    const running = outcome(host.call(count, { signal: sent.signal }))
    sent.abort()
    expect(await running).toMatchObject({ error: { code: 'CANCELLED' } })
    expect(last().sent.at(-1)).toMatchObject({ type: 'cancel' })
    last().say({ type: 'done', id: last().requests().at(-1) ?? -1, value: 'late' })
    expect(await outcome(host.call(count, { signal: AbortSignal.abort() }))).toMatchObject({
      error: { code: 'CANCELLED' },
    })
  })
})

describe('streams', () => {
  async function streaming() {
    const rig = supervised()
    const stop = new AbortController()
    const stream = rig.host.stream(count, { signal: stop.signal })
    const first = stream.next()
    await settled()
    const id = rig.last().requests().at(-1) ?? -1
    const say = (text: string) => rig.last().say({ type: 'chunk', id, kind: 'token', text })
    const credits = () => rig.last().sent.flatMap((message) => (message.type === 'credit' ? [message.chunks] : []))
    return { ...rig, stop, stream, first, id, say, credits }
  }

  // Catches a credit that is given although nobody has read.
  test('give credit for what was read, not for what arrived', async () => {
    const { stream, first, id, say, credits, last } = await streaming()
    for (let n = 0; n < initialCredit; n += 1) say(`${n}`)
    await settled()
    expect(await first).toEqual({ done: false, value: { kind: 'token', text: '0' } })
    expect(credits()).toEqual([])
    await read(stream, initialCredit / 2)
    const given = credits().reduce((sum, chunks) => sum + chunks, 0)
    expect(given).toBeGreaterThan(0)
    expect(given).toBeLessThanOrEqual(initialCredit / 2 + 1)
    last().say({ type: 'done', id, value: 'end' })
    await read(stream, initialCredit / 2 - 1)
    expect(await stream.next()).toEqual({ done: true, value: 'end' })
  })

  // Catches partial text that is lost when the process dies behind it.
  test('give out what arrived before they fail', async () => {
    const { stream, first, say, last } = await streaming()
    say('a')
    say('b')
    last().die('SIGSEGV')
    expect(await first).toMatchObject({ value: { text: 'a' } })
    expect(await read(stream, 1)).toEqual(['b'])
    expect(await outcome(stream.next())).toMatchObject({
      error: { code: 'MODEL_FAILED', message: expect.stringContaining('SIGSEGV') as unknown },
    })
  })

  test('cancel when their reader leaves or their signal says so', async () => {
    const left = await streaming()
    left.say('a')
    await left.first
    await left.stream.return(undefined)
    expect(left.last().sent.at(-1)).toEqual({ type: 'cancel', id: left.id })
    const stopped = await streaming()
    stopped.stop.abort()
    expect(await outcome(stopped.first)).toMatchObject({ error: { code: 'CANCELLED' } })
    expect(stopped.last().sent.at(-1)).toEqual({ type: 'cancel', id: stopped.id })
  })
})

describe('a process that ends', () => {
  // Catches a call that waits for ever for an answer of a process that is gone.
  test('fails what was pending, waits, and serves what was asked meanwhile', async () => {
    const { clock, host, processes, last } = supervised()
    const changes: string[] = []
    host.onChange(() => changes.push(host.state().state))
    const lost = outcome(host.call(count))
    await settled()
    last().die('exit code 1')
    expect(await lost).toMatchObject({ error: { code: 'MODEL_FAILED' } })
    expect(host.state()).toMatchObject({ state: 'waiting', deaths: 1, last_error: { code: 'MODEL_FAILED' } })
    const waits = outcome(host.call(count))
    const stop = new AbortController()
    const impatient = outcome(host.call(count, { signal: stop.signal }))
    stop.abort()
    expect(await impatient).toMatchObject({ error: { code: 'CANCELLED' } })
    await clock.advance(299)
    expect(processes).toHaveLength(1)
    await clock.advance(1)
    expect(processes).toHaveLength(2)
    last().say({ type: 'done', id: last().requests()[0] ?? -1, value: 'again' })
    expect(await waits).toEqual({ value: 'again' })
    expect(host.incarnation).toBe(2)
    expect(changes).toEqual(expect.arrayContaining(['starting', 'running', 'waiting']))
  })

  // Catches a broken process being started hundreds of times a second, and one bad minute slowing a whole day.
  test('is waited for twice as long each time, at most ten seconds, and forgiven after a healthy minute', async () => {
    const { clock, host, processes, last } = supervised({ memoryLimitBytes: () => 1e9 })
    const waitsOf = async () => {
      void outcome(host.call(count))
      await settled()
      last().die('exit code 1')
      void outcome(host.call(count))
      const before = processes.length
      const from = clock.time
      while (processes.length === before) await clock.advance(100)
      return clock.time - from
    }
    const waits: number[] = []
    for (let death = 0; death < 8; death += 1) waits.push(await waitsOf())
    expect(waits).toEqual([300, 600, 1200, 2400, 4800, 9600, 10_000, 10_000])
    await clock.advance(60_000)
    expect(await waitsOf()).toBe(300)
  })

  test('when nobody asks, stays away until somebody does', async () => {
    const { clock, host, processes, last } = supervised()
    void outcome(host.call(count))
    await settled()
    last().die('exit code 1')
    await clock.advance(100_000)
    expect(processes).toHaveLength(1)
    expect(host.state().state).toBe('stopped')
    void outcome(host.call(count))
    expect(processes).toHaveLength(2)
  })

  // Catches a model that loops or deadlocks being waited for for ever.
  test('because it hangs is killed, and a slow start is given its time', async () => {
    const { clock, host, last } = supervised({ deaf: true, hangMs: 6000, startMs: 20_000, pingMs: 2000, mute: true })
    const pending = outcome(host.call(count))
    await clock.advance(12_000)
    expect(last().killed).toBe(false)
    last().say({ type: 'started' })
    await clock.advance(6000)
    expect(last().killed).toBe(false)
    await clock.advance(2000)
    expect(last().killed).toBe(true)
    expect(await pending).toMatchObject({
      error: { code: 'MODEL_FAILED', message: expect.stringContaining('stopped answering') as unknown },
    })
    expect(host.state().deaths).toBe(1)
  })

  // Catches a large model's file being opened, for which the process answers nothing for a minute, taken for a hang.
  test.each([
    ['load', { type: 'load', key: 'm', files, options: { gpu: 'off', threads: 1, context_length: 1 } }],
    ['inspect', { type: 'inspect', files }],
  ] as const)('because it hangs is given more time while it opens a file: %s', async (_, request) => {
    const { clock, host, last } = supervised({ deaf: true, hangMs: 6000, openingMs: 60_000 })
    const stop = new AbortController()
    const opening = outcome(host.call(request, { signal: stop.signal }))
    await clock.advance(30_000)
    // Nobody waits for it any more; it is still opening.
    stop.abort()
    await opening
    await clock.advance(28_000)
    expect(last().killed).toBe(false)
    await clock.advance(6000)
    expect(last().killed).toBe(true)
  })

  test('because it hangs is given more time only until it answers', async () => {
    const { clock, host, last } = supervised({ deaf: true, hangMs: 6000, openingMs: 60_000 })
    const stop = new AbortController()
    void outcome(host.call({ type: 'inspect', files }, { signal: stop.signal }))
    await clock.advance(20_000)
    stop.abort()
    last().say({ type: 'pong', at: 0, memory_bytes: 1 })
    await clock.advance(10_000)
    expect(last().killed).toBe(true)
  })

  // Catches a laptop that slept an hour and finds its models ended.
  test('is not one that was asleep with the whole machine', async () => {
    const { clock, host, last } = supervised({ hangMs: 6000, pingMs: 2000 })
    void outcome(host.call(count))
    await clock.advance(3000)
    clock.time += 3_600_000
    await clock.advance(60_000)
    expect(last().killed).toBe(false)
  })

  test('because it holds too much is killed, and the calls told so', async () => {
    let limit = 1000
    const { clock, host, last } = supervised({ memoryLimitBytes: () => limit })
    const pending = outcome(host.call(count))
    await clock.advance(2000)
    expect(host.state().memory_bytes).toBe(10)
    limit = 5
    await clock.advance(2000)
    expect(last().killed).toBe(true)
    expect(await pending).toMatchObject({ error: { code: 'MODEL_OUT_OF_MEMORY' } })
    expect(host.state()).toMatchObject({ memory_bytes: null, last_error: { code: 'MODEL_OUT_OF_MEMORY' } })
  })

  test('before it began, because the system starts none, fails the call and is tried again', async () => {
    let broken = true
    const { clock, host } = supervised()
    const other = new SupervisedHost({
      role: 'vectors',
      fork: () => {
        if (broken) throw new Error('spawn EAGAIN')
        const child = new ScriptedProcess(true)
        queueMicrotask(() => child.say({ type: 'started' }))
        return child
      },
      memoryLimitBytes: () => 1000,
      now: clock.now,
      after: clock.after,
      log: () => undefined,
    })
    expect(await outcome(other.call(count))).toMatchObject({
      error: { code: 'MODEL_FAILED', message: expect.stringContaining('EAGAIN') as unknown },
    })
    broken = false
    void outcome(other.call(count))
    await clock.advance(300)
    expect(other.state()).toMatchObject({ role: 'vectors', state: 'running' })
    expect(host.incarnation).toBe(0)
  })

  // Catches a machine without memory for a process being asked for one hundreds of times a second.
  test('before it began is waited for longer each time', async () => {
    const clock = new FakeClock()
    const tries: number[] = []
    const host = new SupervisedHost({
      role: 'vectors',
      fork: () => {
        tries.push(clock.time)
        throw new Error('spawn ENOMEM')
      },
      memoryLimitBytes: () => 1000,
      now: clock.now,
      after: clock.after,
      log: () => undefined,
    })
    for (let call = 0; call < 4; call += 1) {
      const asked = outcome(host.call(count))
      await clock.advance(10_000)
      expect(await asked).toMatchObject({ error: { code: 'MODEL_FAILED' } })
    }
    // Each was asked ten seconds after the one before; nothing is tried while nobody asks.
    expect(tries).toEqual([0, 10_000, 20_000, 30_000])
    const asked = [outcome(host.call(count))]
    const from = clock.time
    for (let call = 0; call < 3; call += 1) {
      await asked.at(-1)
      asked.push(outcome(host.call(count)))
      while (tries.length === 5 + call) await clock.advance(100)
    }
    expect(tries.slice(4).map((at) => at - from)).toEqual([0, 4800, 4800 + 9600, 4800 + 9600 + 10_000])
  })

  // Catches a host that stays `starting` without a process for ever, because a window that had closed was told of it first.
  test('is started and ended whatever those who are told of it do', async () => {
    const lines: string[] = []
    const { clock, host, processes, last } = supervised({ log: (line) => lines.push(line) })
    const heard: string[] = []
    host.onChange(() => {
      throw new Error('The window is gone.')
    })
    host.onChange(() => heard.push(host.state().state))
    const lost = outcome(host.call(count))
    await settled()
    last().die('exit code 1')
    expect(await lost).toMatchObject({ error: { code: 'MODEL_FAILED' } })
    const again = outcome(
      host.call(count, {
        progress: () => {
          throw new Error('So is this one.')
        },
      }),
    )
    await clock.advance(300)
    expect(processes).toHaveLength(2)
    const [id = -1] = last().requests()
    last().say({ type: 'progress', id, share: 0.5 })
    last().say({ type: 'done', id, value: 1 })
    expect(await again).toEqual({ value: 1 })
    expect(heard).toEqual(expect.arrayContaining(['starting', 'running', 'waiting']))
    expect(lines.join('\n')).toMatch(/The window is gone[^]*So is this one/u)
  })

  test('after it said nonsense is no longer listened to', async () => {
    const { host, last } = supervised()
    const pending = outcome(host.call(count))
    await settled()
    const child = last()
    child.sayAnything({ type: 'done', id: 'x' })
    expect(child.killed).toBe(true)
    expect(await pending).toMatchObject({ error: { code: 'MODEL_FAILED' } })
    child.say({ type: 'started' })
    expect(host.state().state).toBe('waiting')
  })
})

describe('closing', () => {
  test('asks first, then ends it, and refuses what comes after', async () => {
    const { clock, host, last } = supervised()
    const pending = outcome(host.call(count))
    await settled()
    const closing = host.close()
    expect(await pending).toMatchObject({ error: { code: 'CANCELLED' } })
    expect(last().sent.at(-1)).toEqual({ type: 'close' })
    await clock.advance(2999)
    expect(last().killed).toBe(false)
    await clock.advance(1)
    expect(last().killed).toBe(true)
    await closing
    expect(host.state()).toMatchObject({ state: 'stopped', deaths: 0 })
    expect(await outcome(host.call(count))).toMatchObject({ error: { code: 'CANCELLED' } })
    expect(clock.waiting).toBe(0)
  })

  test('does not kill one that goes by itself, and needs none', async () => {
    const { host, last } = supervised()
    void outcome(host.call(count))
    await settled()
    const closing = host.close()
    last().die('exit code 0')
    await closing
    expect(last().killed).toBe(false)
    await supervised().host.close()
  })
})
