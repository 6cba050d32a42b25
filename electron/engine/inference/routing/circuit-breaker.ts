import type { BreakerState } from '@shared/models/models'

/**
 * Keeps a model that fails from being asked again and again (specification §8; the pattern is Michael Nygard's, "Release It!").
 * Pure: a circuit is a value, times are milliseconds and come from outside.
 */
export interface Circuit {
  readonly mode: 'closed' | 'open'
  /** Changes with the mode, so that a call which began before tells nothing about what came after. */
  readonly era: number
  /** Newest last. */
  readonly calls: readonly { readonly at: number; readonly failed: boolean }[]
  /** Failures since the last success, however long ago they were. */
  readonly failedInRow: number
  readonly openedAt: number
  /** Whether a trial call is under way that decides if an open circuit closes. */
  readonly probing: boolean
}

/** A call that was let through; handed back with its outcome. */
export interface Admission {
  readonly era: number
  readonly probe: boolean
}

/** `cancelled`: the caller gave up, which says nothing about the model. */
export type Outcome = 'succeeded' | 'failed' | 'cancelled'

export const breakerLimits = {
  calls: 20,
  windowMs: 300_000,
  leastCalls: 5,
  failureRate: 0.1,
  failuresInRow: 2,
} as const

export const newCircuit: Circuit = { mode: 'closed', era: 0, calls: [], failedInRow: 0, openedAt: 0, probing: false }

export function stateOf(circuit: Circuit, now: number, coolDownMs: number): BreakerState {
  if (circuit.mode === 'closed') return 'closed'
  return now >= circuit.openedAt + coolDownMs ? 'half_open' : 'open'
}

/** Whether the breaker lets a call through now. */
export function admits(circuit: Circuit, now: number, coolDownMs: number): boolean {
  const state = stateOf(circuit, now, coolDownMs)
  return state === 'closed' || (state === 'half_open' && !circuit.probing)
}

/** Lets a call through, or not. A cooled-down circuit lets one through at a time. */
export function admit(
  circuit: Circuit,
  now: number,
  coolDownMs: number,
): { circuit: Circuit; admission: Admission | null } {
  if (!admits(circuit, now, coolDownMs)) return { circuit, admission: null }
  const probe = circuit.mode === 'open'
  return { circuit: probe ? { ...circuit, probing: true } : circuit, admission: { era: circuit.era, probe } }
}

/** The state of the circuit after a call has ended. */
export function settle(circuit: Circuit, admission: Admission, outcome: Outcome, now: number): Circuit {
  if (admission.era !== circuit.era) return circuit
  if (outcome === 'cancelled') return admission.probe ? { ...circuit, probing: false } : circuit
  const failed = outcome === 'failed'
  const calls = recentCalls([...circuit.calls, { at: now, failed }], now)
  const failedInRow = failed ? circuit.failedInRow + 1 : 0
  if (admission.probe && !failed) return { ...newCircuit, era: circuit.era + 1, calls: [{ at: now, failed }] }
  const failing = admission.probe || failedInRow >= breakerLimits.failuresInRow || tooMany(calls)
  if (failed && failing) {
    return { mode: 'open', era: circuit.era + 1, calls, failedInRow, openedAt: now, probing: false }
  }
  return { ...circuit, calls, failedInRow }
}

/** The outcomes that count: at most the last twenty of the last five minutes. */
export function recentCalls(calls: Circuit['calls'], now: number): Circuit['calls'] {
  return calls.filter(({ at }) => now - at < breakerLimits.windowMs).slice(-breakerLimits.calls)
}

function tooMany(calls: Circuit['calls']): boolean {
  const failures = calls.filter(({ failed }) => failed).length
  return calls.length >= breakerLimits.leastCalls && failures / calls.length > breakerLimits.failureRate
}
