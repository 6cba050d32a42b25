import { describe, expect, it } from 'vitest'
import { CairnError } from '@shared/errors'
import { CallLimits, type CallLimitSizes, callLimitSizes } from '@engine/api/limits/call-limits'
import { SteppedClock } from './stepped-clock'

function limited(sizes: Partial<CallLimitSizes> = {}) {
  const clock = new SteppedClock()
  const limits = new CallLimits(clock, { ...callLimitSizes, ...sizes })
  const through: { readonly id: string; readonly at: number }[] = []
  const refused: CairnError[] = []
  const call = (id: string, more: { session?: string; signal?: AbortSignal; burst?: number } = {}) => {
    const { burst, ...rest } = more
    const client = burst === undefined ? { id } : { id, burst }
    limits.admit({ client, ...rest }).then(
      () => through.push({ id, at: clock.now() }),
      (thrown: unknown) => refused.push(thrown as CairnError),
    )
  }
  const countOf = (id: string) => through.filter((one) => one.id === id).length
  return { clock, limits, through, refused, call, countOf }
}

function times(count: number, act: (at: number) => void): void {
  for (let at = 0; at < count; at += 1) act(at)
}

describe('the limits of the API', () => {
  it('let a client make ten calls at once, and one more every tenth of a second', async () => {
    const { clock, call, through } = limited()
    times(13, () => call('a'))
    await clock.pass(0)
    expect(through).toHaveLength(10)
    await clock.pass(99)
    expect(through).toHaveLength(10)
    await clock.pass(201)
    expect(through.slice(10).map(({ at }) => at)).toEqual([100, 200, 300])
  })

  it('let a window that opens ask for more at once', async () => {
    const { clock, call, through } = limited()
    times(20, () => call('window', { burst: 20 }))
    await clock.pass(0)
    expect(through).toHaveLength(20)
  })

  it('refuse what finds the queue full, and say after how long a call goes through', async () => {
    const { clock, call, through, refused } = limited()
    times(10 + callLimitSizes.waiting.perClient, () => call('a'))
    await clock.pass(0)
    expect(refused).toEqual([])
    call('a')
    await clock.pass(0)
    expect(refused[0]?.report()).toMatchObject({
      code: 'RATE_LIMITED',
      action: 'Ask again in 4 s.',
      retry_after_ms: 3300,
    })
    await clock.pass(3300)
    expect(through).toHaveLength(42)
    call('a')
    await clock.pass(0)
    expect(through).toHaveLength(43)
  })

  it('count at most five questions of a session in any second, whoever asks them', async () => {
    const { clock, call, through } = limited()
    times(4, () => call('a', { session: 's' }))
    times(4, () => call('b', { session: 's' }))
    await clock.pass(0)
    expect(through).toHaveLength(5)
    await clock.pass(999)
    expect(through).toHaveLength(5)
    await clock.pass(1)
    expect(through).toHaveLength(8)
  })

  it('let a call of another session pass one that waits for its own', async () => {
    const { clock, call, through, limits } = limited()
    times(6, () => call('a', { session: 's' }))
    let other = false
    void limits.admit({ client: { id: 'a' }, session: 't' }).then(() => (other = true))
    await clock.pass(0)
    expect(other).toBe(true)
    expect(through).toHaveLength(5)
  })

  it('serve a hundred clients alike, and the one that floods no more than the others', async () => {
    // Two hundred a second for a hundred clients: each may have two, however much one of them asks for.
    const { clock, call, countOf, refused } = limited({ overall: { perSecond: 200, burst: 1 } })
    times(1000, () => call('flood', { burst: 1000 }))
    times(99, (at) => times(4, () => call(`quiet ${at}`)))
    await clock.pass(1000)
    const quiet = Array.from({ length: 99 }, (_, at) => countOf(`quiet ${at}`))
    expect(Math.min(...quiet)).toBeGreaterThanOrEqual(2)
    expect(countOf('flood')).toBeLessThanOrEqual(Math.max(...quiet) + 1)
    // All but what was let through at once, and what may wait.
    expect(refused).toHaveLength(1000 - 1 - callLimitSizes.waiting.perClient)
    await clock.pass(2000)
    expect(Array.from({ length: 99 }, (_, at) => countOf(`quiet ${at}`))).toEqual(Array(99).fill(4))
  })

  it('let a hundred clients make a thousand calls a second together, and no more', async () => {
    const { clock, call, through, refused } = limited({ overall: { perSecond: 1000, burst: 1 } })
    for (let second = 0; second < 2; second += 1) {
      times(100, (at) => times(10, () => call(`client ${at}`)))
      await clock.pass(1000)
    }
    expect(refused).toEqual([])
    expect(through.length).toBeGreaterThanOrEqual(1999)
    expect(through.length).toBeLessThanOrEqual(2001)
  })

  it('let go of a call whose caller has gone, and of its place', async () => {
    const { clock, call, through, refused } = limited()
    times(10, () => call('a'))
    const gone = new AbortController()
    call('a', { signal: gone.signal })
    call('a')
    gone.abort()
    await clock.pass(100)
    expect(refused.map(({ code }) => code)).toEqual(['CANCELLED'])
    expect(through).toHaveLength(11)
  })

  it('lose nobody when the clock is set back', async () => {
    const now = { at: 5000 }
    const waiting: (() => void)[] = []
    const clock = { now: () => now.at, after: (_: number, then: () => void) => (waiting.push(then), () => undefined) }
    const limits = new CallLimits(clock)
    const done: number[] = []
    times(11, (at) => void limits.admit({ client: { id: 'a' } }).then(() => done.push(at)))
    now.at = 0
    waiting.at(-1)?.()
    now.at = 100
    waiting.at(-1)?.()
    await new Promise((resolve) => setImmediate(resolve))
    expect(done).toHaveLength(11)
  })
})
