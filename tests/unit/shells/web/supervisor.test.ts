import { EventEmitter } from 'node:events'
import { describe, expect, test } from 'vitest'
import { createLinks } from '@shells/web/requests/links'
import type { ToEngine } from '@shells/web/engine-messages'
import { type EngineChild, Supervisor } from '@shells/web/supervisor'

/** A process that does what the test says. */
class FakeChild extends EventEmitter implements EngineChild {
  readonly told: ToEngine[] = []
  killed = false

  send(message: ToEngine, told: (error: Error | null) => void): void {
    this.told.push(message)
    told(null)
  }

  kill(): void {
    this.killed = true
    this.emit('exit', null, 'SIGKILL')
  }

  ready(port: number): void {
    this.emit('message', { type: 'ready', port })
  }
}

function setUp() {
  const children: FakeChild[] = []
  const notices: string[] = []
  const timers: { ms: number; then: () => void; cancelled: boolean }[] = []
  let now = 0
  const links = createLinks()
  const supervisor = new Supervisor({
    fork: () => {
      const child = new FakeChild()
      children.push(child)
      return child
    },
    start: { folder: '/s', resources: '/r', rendererFolder: '/o', port: 0, cookieSecret: 'c', linkSecret: 'l' },
    links,
    onDeath: (reason, waitMs) => notices.push(`${reason} ${waitMs}`),
    onReturn: () => notices.push('back'),
    now: () => now,
    after: (ms, then) => {
      const timer = { ms, then, cancelled: false }
      timers.push(timer)
      return () => {
        timer.cancelled = true
      }
    },
  })
  const latest = (): FakeChild => {
    const child = children.at(-1)
    if (!child) throw new Error('no child')
    return child
  }
  return {
    supervisor,
    links,
    children,
    notices,
    timers,
    latest,
    pass: (ms: number) => {
      now += ms
    },
    /** Lets the latest timer end. */
    elapse: () => {
      const timer = timers.at(-1)
      if (!timer || timer.cancelled) return
      timer.cancelled = true
      timer.then()
    },
  }
}

describe('the supervisor', () => {
  // Catches tabs that lose their server: another port, or a secret that makes their cookie worthless.
  test('starts a dead engine again on the same port with the same secrets', async () => {
    const { supervisor, children, latest, elapse, notices } = setUp()
    const started = supervisor.start()
    latest().ready(4000)
    expect(await started).toBe(4000)
    latest().emit('exit', null, 'SIGKILL')
    expect(children).toHaveLength(1)
    elapse()
    expect(children).toHaveLength(2)
    expect(latest().told[0]).toMatchObject({ type: 'start', port: 4000, cookieSecret: 'c', linkSecret: 'l' })
    latest().ready(4000)
    expect(notices).toEqual(['SIGKILL 300', 'back'])
  })

  // Catches an engine that cannot come back, because what opens its store has become another.
  test('gives the next engine the passphrase that opens the store by then', async () => {
    const { supervisor, latest, elapse } = setUp()
    const started = supervisor.start()
    expect(latest().told[0]).toMatchObject({ type: 'start', passphrase: undefined })
    latest().ready(4000)
    await started
    latest().emit('message', { type: 'passphrase', passphrase: 'pelican lamp' })
    latest().emit('exit', null, 'SIGKILL')
    elapse()
    expect(latest().told[0]).toMatchObject({ type: 'start', passphrase: 'pelican lamp' })
  })

  // Catches a crash loop that fills the terminal and the processor for ever.
  test('waits longer after each quick death and gives up after eight', async () => {
    const { supervisor, children, latest, elapse, timers } = setUp()
    void supervisor.start()
    for (let death = 1; death <= 9; death += 1) {
      latest().ready(4000)
      latest().emit('exit', 1, null)
      elapse()
    }
    expect(timers.map(({ ms }) => ms)).toEqual([300, 600, 1200, 2400, 4800, 5000, 5000, 5000])
    expect(children).toHaveLength(9)
    await expect(supervisor.over).rejects.toThrow(/again and again \(code 1\)/u)
  })

  test('forgets deaths after a healthy minute', () => {
    const { supervisor, latest, elapse, timers, pass } = setUp()
    void supervisor.start()
    for (let death = 1; death <= 12; death += 1) {
      latest().ready(4000)
      pass(60_000)
      latest().emit('exit', 1, null)
      elapse()
    }
    expect(timers.every(({ ms }) => ms === 300)).toBe(true)
  })

  // Catches a locked store that is tried eight times before the user is told.
  test('does not try a first start again, and hands on why it failed', async () => {
    const { supervisor, children, latest, timers } = setUp()
    const started = supervisor.start()
    const report = { code: 'STORE_LOCKED', message: 'Another Cairn has it.', action: 'Use that one.' }
    latest().emit('message', { type: 'failed', report })
    latest().emit('exit', 1, null)
    await expect(started).rejects.toMatchObject(report)
    await expect(supervisor.over).rejects.toMatchObject(report)
    expect([children.length, timers.length]).toEqual([1, 0])
  })

  test('a program that cannot be started at all is a failure in words', async () => {
    const { supervisor, latest } = setUp()
    const started = supervisor.start()
    latest().emit('error', new Error('spawn ENOMEM'))
    latest().emit('exit', 1, null)
    await expect(started).rejects.toThrow(/did not start \(spawn ENOMEM\)/u)
  })

  test('lets the engine finish when it is closed, and does not start it again', async () => {
    const { supervisor, latest, children, timers } = setUp()
    void supervisor.start()
    latest().ready(4000)
    const closed = supervisor.close()
    expect(latest().told.at(-1)).toEqual({ type: 'close' })
    latest().emit('exit', 0, null)
    await closed
    await supervisor.over
    expect([children.length, latest().killed, timers.every(({ cancelled }) => cancelled)]).toEqual([1, false, true])
  })

  // Catches a Ctrl-C that a hanging engine makes useless.
  test('ends an engine that does not close in time', async () => {
    const { supervisor, latest, elapse } = setUp()
    void supervisor.start()
    latest().ready(4000)
    const closed = supervisor.close()
    elapse()
    await closed
    expect(latest().killed).toBe(true)
  })

  test('closed while it waits to restart starts nothing more', async () => {
    const { supervisor, latest, elapse, children } = setUp()
    void supervisor.start()
    latest().ready(4000)
    latest().emit('exit', 1, null)
    await supervisor.close()
    elapse()
    await supervisor.over
    expect(children).toHaveLength(1)
  })

  // Catches a link that was printed before a crash and opens nothing after it.
  test('keeps the links while engines come and go', async () => {
    const { supervisor, links, latest, elapse } = setUp()
    void supervisor.start()
    latest().ready(4000)
    const token = await links.issue()
    latest().emit('exit', 1, null)
    elapse()
    latest().ready(4000)
    latest().emit('message', { type: 'redeem', id: 7, token })
    latest().emit('message', { type: 'redeem', id: 8, token })
    latest().emit('message', { type: 'issue', id: 9 })
    await expect.poll(() => latest().told.length).toBe(4)
    expect(latest().told.slice(1)).toEqual([
      { type: 'redeemed', id: 7, good: true },
      { type: 'redeemed', id: 8, good: false },
      { type: 'issued', id: 9, token: expect.stringMatching(/^[\w-]{43}$/u) as string },
    ])
  })
})
