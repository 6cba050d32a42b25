import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  admit,
  breakerLimits,
  newCircuit,
  settle,
  stateOf,
  type Admission,
  type Circuit,
  type Outcome,
} from '@engine/inference/routing/circuit-breaker'

const coolDown = 1000

/** Lets calls through one after the other, each over at once. */
function after(outcomes: readonly Outcome[], from: Circuit = newCircuit, now = 0): Circuit {
  return outcomes.reduce((before, outcome) => {
    const { circuit, admission } = admit(before, now, coolDown)
    if (!admission) throw new Error('not let through')
    return settle(circuit, admission, outcome, now)
  }, from)
}

const ok = (times: number) => Array.from({ length: times }, (): Outcome => 'succeeded')

describe('the circuit breaker', () => {
  test('opens after two failures in a row, however long between them, and not after one', () => {
    const one = after(['failed'])
    expect(stateOf(one, 0, coolDown)).toBe('closed')
    expect(stateOf(after(['failed'], one, 86_400_000), 86_400_000, coolDown)).toBe('open')
    expect(stateOf(after(['failed', 'succeeded', 'failed']), 0, coolDown)).toBe('closed')
  })

  test('opens at more than a tenth of at least five calls, of the last twenty within five minutes', () => {
    expect(stateOf(after(['failed', 'succeeded', 'succeeded', 'failed']), 0, coolDown)).toBe('closed')
    expect(stateOf(after([...ok(4), 'failed']), 0, coolDown)).toBe('open')
    expect(stateOf(after([...ok(9), 'failed']), 0, coolDown)).toBe('closed')
    expect(stateOf(after([...ok(17), 'failed', 'succeeded', 'failed']), 0, coolDown)).toBe('closed')
    expect(stateOf(after([...ok(9), 'failed', ...ok(7), 'failed']), 0, coolDown)).toBe('open')
    // The nineteen before have left the window.
    const old = after([...ok(18), 'failed', 'succeeded'])
    expect(stateOf(after([...ok(3), 'failed'], old, breakerLimits.windowMs), breakerLimits.windowMs, coolDown)).toBe(
      'closed',
    )
  })

  test('a cancelled call counts for nothing, not even as an end of a row', () => {
    const circuit = after(['failed', 'cancelled', 'cancelled', 'failed'])
    expect(stateOf(circuit, 0, coolDown)).toBe('open')
    expect(circuit.calls).toHaveLength(2)
  })

  // Would catch a recovering model that is overrun by everybody who waited.
  test('half open lets one call through; that closes it, opens it again, or leaves it', () => {
    const open = after(['failed', 'failed'])
    expect(admit(open, coolDown - 1, coolDown).admission).toBeNull()
    const { circuit: probing, admission } = admit(open, coolDown, coolDown)
    expect(admission).not.toBeNull()
    if (!admission) return
    expect(admit(probing, coolDown, coolDown).admission).toBeNull()
    expect(stateOf(settle(probing, admission, 'succeeded', coolDown), coolDown, coolDown)).toBe('closed')
    const again = settle(probing, admission, 'failed', coolDown)
    expect([stateOf(again, 2 * coolDown - 1, coolDown), stateOf(again, 2 * coolDown, coolDown)]).toEqual([
      'open',
      'half_open',
    ])
    const left = settle(probing, admission, 'cancelled', coolDown)
    expect(admit(left, coolDown, coolDown).admission).not.toBeNull()
  })

  // Would catch a slow call from before that closes, opens or frees a breaker it no longer concerns.
  test('keeps its rules whatever comes in whatever order', () => {
    const Step = fc.oneof(
      fc.record({ do: fc.constant('begin' as const) }),
      fc.record({
        do: fc.constant('end' as const),
        which: fc.nat(20),
        outcome: fc.constantFrom<Outcome>('succeeded', 'failed', 'failed', 'cancelled'),
      }),
      fc.record({ do: fc.constant('wait' as const), ms: fc.integer({ min: 0, max: 1500 }) }),
    )
    fc.assert(
      fc.property(fc.array(Step, { maxLength: 200 }), (steps) => {
        let circuit = newCircuit
        let now = 0
        const running: Admission[] = []
        for (const step of steps) {
          const before = stateOf(circuit, now, coolDown)
          if (step.do === 'wait') {
            now += step.ms
            const waited = stateOf(circuit, now, coolDown)
            // Time alone opens nothing and closes nothing.
            expect(before === waited || (before === 'open' && waited === 'half_open')).toBe(true)
          } else if (step.do === 'begin') {
            const { circuit: next, admission } = admit(circuit, now, coolDown)
            const probes = running.filter(({ era, probe }) => probe && era === circuit.era).length
            expect(admission !== null).toBe(before === 'closed' || (before === 'half_open' && probes === 0))
            expect(admission?.probe ?? before === 'half_open').toBe(before === 'half_open')
            circuit = next
            if (admission) running.push(admission)
          } else if (running.length > 0) {
            const [call] = running.splice(step.which % running.length, 1)
            if (!call) continue
            const next = settle(circuit, call, step.outcome, now)
            const state = stateOf(next, now, coolDown)
            if (step.outcome === 'cancelled' || call.era !== circuit.era) expect(state).toBe(before)
            else if (call.probe) expect(state).toBe(step.outcome === 'succeeded' ? 'closed' : 'open')
            else if (step.outcome === 'succeeded') expect(state).toBe('closed')
            // Stays closed only where neither rule is broken.
            if (state === 'closed' && before === 'closed' && step.outcome === 'failed' && call.era === circuit.era) {
              const failures = next.calls.filter(({ failed }) => failed).length
              expect(next.failedInRow).toBeLessThan(2)
              expect(next.calls.length < 5 || failures / next.calls.length <= 0.1).toBe(true)
            }
            expect(next.calls.length).toBeLessThanOrEqual(20)
            circuit = next
          }
        }
        // Nothing is left alone for ever: once all are over and it has cooled, somebody is let through.
        for (const call of running) circuit = settle(circuit, call, 'cancelled', now)
        expect(admit(circuit, now + coolDown, coolDown).admission).not.toBeNull()
      }),
    )
  })
})
