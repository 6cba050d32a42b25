import type { CairnError, ErrorReport } from '@shared/errors'
import type { ModelRuntime } from '@shared/models/models'
import { admit, admits, newCircuit, recentCalls, settle, stateOf, type Circuit, type Outcome } from './circuit-breaker'

/** Speed, failures and breaker of a model's calls since Cairn started. */
export type CallRecord = Pick<
  ModelRuntime,
  'per_second' | 'first_token_ms' | 'breaker' | 'retry_at' | 'calls' | 'failures' | 'last_error'
>

export interface Measured {
  readonly firstTokenMs: number
  readonly tokens: number
  /** Milliseconds from the first token to the end. */
  readonly ms: number
}

/** A call under way. What is said of it first counts, the rest does nothing then. */
export interface ModelCall {
  succeeded(measured: Measured): void
  /** Succeeded, for a model that reads: so many texts in so many milliseconds. */
  read(texts: number, ms: number): void
  failed(error: CairnError): void
  cancelled(): void
}

interface ModelRecord {
  circuit: Circuit
  perSecond: number | null
  firstTokenMs: number | null
  lastError: ErrorReport | null
}

export interface ModelRecordsOptions {
  readonly now: () => number
  readonly coolDownMs: () => number
  readonly log: (line: string) => void
  readonly changed: () => void
}

/** Each model's circuit breaker and figures. */
export class ModelRecords {
  readonly #records = new Map<string, ModelRecord>()

  constructor(private readonly options: ModelRecordsOptions) {}

  /** Whether the breaker lets a call through now. */
  admits(id: string): boolean {
    const { now, coolDownMs } = this.options
    return admits(this.#record(id).circuit, now(), coolDownMs())
  }

  /** Lets a call through, or not: then null. */
  begin(id: string): ModelCall | null {
    const { now, coolDownMs } = this.options
    const record = this.#record(id)
    const { circuit, admission } = admit(record.circuit, now(), coolDownMs())
    if (!admission) return null
    record.circuit = circuit
    let settled = false
    const end = (outcome: Outcome, note: () => void) => {
      if (settled) return
      settled = true
      const before = record.circuit
      record.circuit = settle(before, admission, outcome, now())
      note()
      if (record.circuit.mode !== before.mode) this.options.log(`model ${id}: breaker ${record.circuit.mode}`)
      this.options.changed()
    }
    return {
      succeeded: ({ firstTokenMs, tokens, ms }) =>
        end('succeeded', () => {
          record.firstTokenMs = firstTokenMs
          // The first token came before the time that is measured; too short a time measures nothing.
          if (tokens > 1 && ms > 0) record.perSecond = ((tokens - 1) / ms) * 1000
          record.lastError = null
        }),
      read: (texts, ms) =>
        end('succeeded', () => {
          if (ms > 0) record.perSecond = (texts / ms) * 1000
          record.lastError = null
        }),
      failed: (error) =>
        end('failed', () => {
          record.lastError = error.report()
          this.options.log(`model ${id}: ${error.code}`)
        }),
      cancelled: () => end('cancelled', () => undefined),
    }
  }

  /** Milliseconds until a call is let through again; 0 where one would be now, or where one is on its way to find out. */
  retryInMs(id: string): number {
    const { now, coolDownMs } = this.options
    const { circuit } = this.#record(id)
    return circuit.mode === 'open' ? Math.max(0, circuit.openedAt + coolDownMs() - now()) : 0
  }

  runtimeOf(id: string): CallRecord {
    const { now, coolDownMs } = this.options
    const { circuit, perSecond, firstTokenMs, lastError } = this.#record(id)
    const calls = recentCalls(circuit.calls, now())
    return {
      per_second: perSecond,
      first_token_ms: firstTokenMs,
      breaker: stateOf(circuit, now(), coolDownMs()),
      retry_at: circuit.mode === 'open' ? circuit.openedAt + coolDownMs() : null,
      calls: calls.length,
      failures: calls.filter(({ failed }) => failed).length,
      last_error: lastError,
    }
  }

  reset(id: string): void {
    const record = this.#record(id)
    // Another era: calls that are still under way belong to the time before.
    record.circuit = { ...newCircuit, era: record.circuit.era + 1 }
    record.lastError = null
    this.options.changed()
  }

  #record(id: string): ModelRecord {
    let record = this.#records.get(id)
    if (!record) {
      record = { circuit: newCircuit, perSecond: null, firstTokenMs: null, lastError: null }
      this.#records.set(id, record)
    }
    return record
  }
}
