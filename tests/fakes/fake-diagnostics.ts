import type { Trace, TraceSummary } from '@shared/diagnostics/trace'
import type { DiagnosticsDesk } from '@engine/ports/diagnostics-desk'
import { compareTraces } from '@engine/diagnostics/traces/compare-traces'
import { otlpRequest } from '@engine/diagnostics/otlp/otlp-request'
import { CairnError } from '@shared/errors'

const id = (digit: string) => digit.repeat(32)
const start = Date.UTC(2026, 4, 1, 9)

/** A turn of two stages; `slower` milliseconds more in the second. */
export function tracedAnswer(digit: string, slower = 0): Trace {
  const whole = { trace: id(digit), span: `${digit.repeat(15)}0`, start, status: 'ok' } as const
  const facts = { session_id: `s_${digit}`, turn_id: `t_${digit}` }
  const summary: TraceSummary = {
    ...whole,
    kind: 'turn',
    name: 'turn',
    ms: 50 + slower,
    facts,
    spans: 3,
    failed: 0,
    left_out: 0,
  }
  const stage = { kind: 'stage', trace: id(digit), parent: whole.span } as const
  return {
    summary,
    spans: [
      { ...whole, kind: 'turn', name: 'turn', ms: 50 + slower, facts, in: { characters: 12 } },
      { ...stage, span: `${digit.repeat(15)}1`, name: 'Memory Load', start: start + 1, ms: 4, status: 'ok' },
      {
        ...stage,
        span: `${digit.repeat(15)}2`,
        name: 'Multi-Channel',
        start: start + 6,
        ms: 40 + slower,
        status: 'error',
        code: 'DEADLINE_EXCEEDED',
        out: { passages: 5 },
      },
    ],
  }
}

/** Two traces, and what was asked of them. */
export class FakeDiagnostics implements DiagnosticsDesk {
  traces: Trace[] = [tracedAnswer('a'), tracedAnswer('b', 25)]
  readonly queries: unknown[] = []
  cleared = 0

  listTraces(query: unknown) {
    this.queries.push(query)
    return Promise.resolve({ traces: this.traces.map(({ summary }) => summary), total: this.traces.length, next: null })
  }

  openTrace(name: string) {
    const found = this.traces.find(({ summary }) => summary.trace.startsWith(name))
    return found ? Promise.resolve(found) : Promise.reject(new CairnError('NOT_FOUND', 'There is no such trace.'))
  }

  async compareTraces(a: string, b: string) {
    return compareTraces(await this.openTrace(a), await this.openTrace(b))
  }

  async *exportTraces() {
    for (const { spans } of this.traces) yield await Promise.resolve(`${JSON.stringify(otlpRequest(spans, '1.0.0'))}\n`)
  }

  sendTraces() {
    return Promise.resolve(this.traces.length)
  }

  report() {
    return Promise.resolve('# Report on Cairn\n\nmade by a test\n')
  }

  forgetTraces() {
    this.cleared += 1
    return Promise.resolve()
  }
}
