import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Change } from '@shared/changes'
import type { CairnEvent, EventBody } from '@shared/events'
import { type AskedTurn, TurnRegistry, type TurnWork } from '@engine/session/turn-registry'

function setUp() {
  const closing = new AbortController()
  const published: Change[] = []
  const logged: string[] = []
  const clock = { now: 1000 }
  const turns = new TurnRegistry({
    publish: (change) => published.push(change),
    closing: closing.signal,
    now: () => clock.now,
    log: (line) => logged.push(line),
  })
  return { turns, closing, published, logged, clock }
}

const asked = (turn_id: string, session_id = 's'): AskedTurn => {
  return { session_id, turn_id, question: 'q', asked_at: 0, filter: null, replaces: null }
}

/** Work that says what it is told to, when it is told to. */
function dictated() {
  let emit: (body: EventBody) => void = () => undefined
  let end: () => void = () => undefined
  let fail: (reason: unknown) => void = () => undefined
  let isAborted = () => false
  const work: TurnWork = (say, { signal }) => {
    emit = say
    isAborted = () => signal.aborted
    return new Promise((resolve, reject) => {
      end = resolve
      fail = reject
      signal.addEventListener('abort', () => resolve(), { once: true })
    })
  }
  return {
    work,
    say: (content: string) => emit({ type: 'token', content }),
    end: () => end(),
    fail: (reason: unknown) => fail(reason),
    isAborted: () => isAborted(),
  }
}

async function collect(events: AsyncIterable<CairnEvent>, most = Infinity): Promise<CairnEvent[]> {
  const all: CairnEvent[] = []
  if (most === 0) return all
  for await (const event of events) if (all.push(event) >= most) break
  return all
}

const said = (events: readonly CairnEvent[]) => events.map((event) => (event.type === 'token' ? event.content : ''))

describe('the turn registry', () => {
  // Would catch an event that is lost or told twice between what was kept and what comes live.
  test('any split of follow() calls by after_seq sees each event exactly once', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.nat(4), { minLength: 1, maxLength: 12 }),
        fc.array(fc.nat(6), { maxLength: 8 }),
        async (bursts, reads) => {
          const { turns } = setUp()
          const speech = dictated()
          turns.start(asked('t'), speech.work)
          let count = 0
          const talk = (async () => {
            for (const burst of bursts) {
              for (let n = 0; n < burst; n += 1) speech.say(String(count++))
              await Promise.resolve()
            }
            speech.end()
          })()
          const seen: CairnEvent[] = []
          for (const most of reads) seen.push(...(await collect(turns.follow('t', seen.length - 1), most)))
          seen.push(...(await collect(turns.follow('t', seen.length - 1))))
          await talk
          expect(said(seen)).toEqual(Array.from({ length: count }, (_, n) => String(n)))
          expect(seen.map(({ seq }) => seq)).toEqual(seen.map((_, n) => n))
        },
      ),
      { numRuns: 60 },
    )
  })

  test('one that stands still holds up neither the turn nor the others', async () => {
    const { turns } = setUp()
    const speech = dictated()
    turns.start(asked('t'), speech.work)
    const slow = turns.follow('t', -1)
    const quick = collect(turns.follow('t', -1))
    for (let n = 0; n < 100; n += 1) speech.say(String(n))
    expect((await slow.next()).value).toMatchObject({ seq: 0 })
    speech.end()
    expect(await quick).toHaveLength(100)
    expect(await collect(slow)).toHaveLength(99)
  })

  test('leaving leaves the turn running; a signal lets a waiting reader go', async () => {
    const { turns } = setUp()
    const speech = dictated()
    turns.start(asked('t'), speech.work)
    const controller = new AbortController()
    const reading = collect(turns.follow('t', -1, controller.signal))
    controller.abort()
    expect(await reading).toEqual([])
    expect(speech.isAborted()).toBe(false)
    expect(turns.running()).toEqual([{ session_id: 's', turn_id: 't' }])
    speech.end()
    await turns.idle()
  })

  test('the same id starts nothing twice, not even when it is over; another session may not take it', async () => {
    const { turns, published } = setUp()
    let runs = 0
    const work: TurnWork = () => Promise.resolve(void (runs += 1))
    turns.start(asked('t'), work)
    turns.start(asked('t'), work)
    await turns.idle()
    turns.start(asked('t'), work)
    expect(runs).toBe(1)
    expect(() => turns.start(asked('t', 'other'), work)).toThrow(expect.objectContaining({ code: 'INVALID_INPUT' }))
    expect(published).toEqual([
      { type: 'turn', turn: { session_id: 's', turn_id: 't' }, state: 'running' },
      { type: 'turn', turn: { session_id: 's', turn_id: 't' }, state: 'ended' },
    ])
  })

  // Would catch an Escape that ends a turn which could go on, or one that does nothing at all.
  test('is told to go on only while a stage waits for a model that it can go on without', async () => {
    const { turns } = setUp()
    let say: (body: EventBody) => void = () => undefined
    let goOn: AbortSignal | undefined
    let end: () => void = () => undefined
    turns.start(asked('t'), (emit, signals) => {
      say = emit
      goOn = signals.goOn
      return new Promise((resolve) => (end = resolve))
    })
    expect(turns.goOn('never')).toBe(false)
    expect(turns.goOn('t')).toBe(false)
    say({ type: 'stage_wait', stage: 8, model: 'Tiny', go_on: false })
    expect(turns.goOn('t')).toBe(false)
    say({ type: 'stage_wait', stage: 2, model: 'Tiny', go_on: true })
    expect([turns.goOn('t'), goOn?.aborted]).toEqual([true, true])
    say({ type: 'stage_end', stage: 2, name: 'Query Rewrite', ms: 3, status: 'degraded' })
    expect(turns.goOn('t')).toBe(false)
    end()
    await turns.idle()
  })

  test('stopping cancels and waits for the end; closing cancels all', async () => {
    const { turns, closing } = setUp()
    const [one, two] = [dictated(), dictated()]
    turns.start(asked('1'), one.work)
    turns.start(asked('2'), two.work)
    expect(await turns.stop('1')).toBe(true)
    expect(turns.running()).toEqual([{ session_id: 's', turn_id: '2' }])
    expect(await turns.stop('1')).toBe(false)
    expect(await turns.stop('never')).toBe(false)
    closing.abort()
    await turns.idle()
    expect(two.isAborted()).toBe(true)
    expect(turns.running()).toEqual([])
  })

  test('a turn that fails by a bug fails its readers, early and late, and is logged', async () => {
    const { turns, logged } = setUp()
    const speech = dictated()
    turns.start(asked('t'), speech.work)
    const early = collect(turns.follow('t', -1))
    speech.say('a')
    speech.fail(new TypeError('boom'))
    await expect(early).rejects.toMatchObject({ code: 'INTERNAL' })
    await expect(collect(turns.follow('t', 0))).rejects.toMatchObject({ code: 'INTERNAL' })
    expect(logged.join()).toContain('boom')
  })

  test('finished turns are kept for five minutes, and the last fifty of them', async () => {
    const { turns, clock } = setUp()
    const work: TurnWork = () => Promise.resolve()
    for (let n = 0; n < 60; n += 1) turns.start(asked(`t${n}`), work)
    await turns.idle()
    expect(turns.has('t9')).toBe(false)
    expect(turns.has('t10')).toBe(true)
    clock.now += 5 * 60_000 + 1
    expect(() => turns.follow('t59', -1)).toThrow(expect.objectContaining({ code: 'NOT_FOUND' }))
  })
})
