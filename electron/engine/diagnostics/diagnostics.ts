import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { TraceExport } from '@shared/api/diagnostics-api'
import type { Trace, TraceComparison, TracePage, TraceQuery, TraceSpan } from '@shared/diagnostics/trace'
import type { DiagnosticsSettings } from '@shared/settings'
import type { NetworkGate } from '@engine/platform/network-gate'
import { version } from '@engine/platform/paths'
import type { Log } from '@engine/platform/log/log'
import { hearUnexpected } from '@engine/ports/unexpected'
import type { Tracer } from '@engine/platform/tracing/span'
import type { KeptText } from '@engine/ports/models/kept-text'
import type { DiagnosticsDesk } from '@engine/ports/diagnostics-desk'
import { Collector, collectorUrl } from './otlp/collector'
import { otlpRequest } from './otlp/otlp-request'
import { bugReport, type ReportParts } from './report/bug-report'
import { compareTraces } from './traces/compare-traces'
import type { StoredSpan } from './traces/stored-span'
import { traceFiles } from './traces/trace-folder'
import { TraceReader } from './traces/trace-reader'
import { TraceWriter } from './traces/trace-writer'
import { createTracer } from './traces/tracer'

interface DiagnosticsOptions {
  /** The store folder, absolute. */
  readonly folder: string
  readonly logs: Log
  readonly log: (line: string) => void
}

/** What is known once the store is open. */
interface Opened {
  readonly settings: () => DiagnosticsSettings
  readonly gate: Pick<NetworkGate, 'fetch'>
  /** What kept words are exported without. */
  readonly kept: Pick<KeptText, 'without'>
}

const megabyte = 1_000_000
/** Traces of one export. */
const mostExported = 500

/** What Cairn tells of itself to whoever looks for a fault: traces of its work. Kept in the store's folder, and sent nowhere by itself. */
export class Diagnostics implements DiagnosticsDesk {
  readonly tracer: Tracer
  readonly #folder: string
  readonly #writer: TraceWriter
  readonly #reader: TraceReader
  #opened: Opened | undefined
  #collector: Collector | undefined
  #report: ReportParts | undefined
  #stopHearing: (() => void) | undefined

  constructor(private readonly options: DiagnosticsOptions) {
    this.#folder = join(options.folder, 'traces')
    const now = Date.now
    const mostBytes = () => (this.#settings()?.trace_megabytes ?? 1) * megabyte
    this.#writer = new TraceWriter({ folder: this.#folder, mostBytes, now, log: options.log })
    this.#reader = new TraceReader(this.#folder)
    this.tracer = createTracer({
      write: (span) => this.#write(span),
      keeps: () => ({ traces: this.#settings()?.traces ?? false, text: this.#settings()?.trace_text ?? false }),
      now,
      clock: () => performance.now(),
    })
  }

  /** From here on there are traces: the store is this engine's, and its settings are read. */
  begin(opened: Opened): void {
    this.#opened = opened
    const { logs } = this.options
    logs.begin(() => ({ level: opened.settings().log_level, text: opened.settings().log_text }))
    this.#stopHearing ??= hearUnexpected((line) => logs.error(`Unexpected: ${line}`))
    logs.note('info', 'opened', { version, node: process.version, platform: process.platform })
    const address = () => opened.settings().collector
    this.#collector = new Collector({ address, gate: opened.gate, version, log: this.options.log })
  }

  async listTraces(query: TraceQuery): Promise<TracePage> {
    await this.#writer.flush()
    return this.#reader.list(query)
  }

  async openTrace(id: string): Promise<Trace> {
    await this.#writer.flush()
    return this.#reader.open(id)
  }

  async compareTraces(a: string, b: string): Promise<TraceComparison> {
    return compareTraces(await this.openTrace(a), await this.openTrace(b))
  }

  async *exportTraces(wanted: TraceExport, signal?: AbortSignal): AsyncGenerator<string> {
    for (const { spans } of await this.#wanted(wanted)) {
      signal?.throwIfAborted()
      const shown = wanted.with_text ? await this.#withoutKept(spans) : spans
      yield `${JSON.stringify(otlpRequest(shown, version, wanted.with_text))}\n`
    }
  }

  /** What confidential documents say stays in the store, also where the words of a trace are asked for. */
  async #withoutKept(spans: readonly TraceSpan[]): Promise<TraceSpan[]> {
    const { kept } = this.#opened ?? {}
    return Promise.all(
      spans.map(async (span) => {
        if (!kept || !span.text) return span
        const texts = Object.entries(span.text).filter((entry): entry is [string, string] => entry[1] !== undefined)
        const shown = await kept.without(texts.map(([, text]) => text))
        return { ...span, text: Object.fromEntries(texts.map(([side], at) => [side, shown[at]])) }
      }),
    )
  }

  async sendTraces(wanted: TraceExport): Promise<number> {
    // Said before anything is read: whether it may be sent at all.
    collectorUrl(this.#settings()?.collector ?? '')
    const traces = await this.#wanted(wanted)
    for (const { spans } of traces) await this.#collector?.send(spans)
    return traces.length
  }

  async report(): Promise<string> {
    if (!this.#report) throw new Error('A report was asked for before the store was open.')
    const { traces } = await this.listTraces({ limit: 30 })
    const [failed] = (await this.listTraces({ limit: 1, states: ['error'] })).traces
    const spans = failed ? (await this.openTrace(failed.trace)).spans : []
    return bugReport(this.#report, { traces, failed: spans, logs: this.options.logs.paths() })
  }

  /** From here on there are reports. */
  reportOn(parts: ReportParts): void {
    this.#report = parts
  }

  async forgetTraces(): Promise<void> {
    await this.#writer.leaveFile()
    for (const { path } of await traceFiles(this.#folder)) await rm(path, { force: true })
  }

  /** Resolves when what was recorded is on the disk, and sent where the settings say so. Never rejects. */
  async close(): Promise<void> {
    this.#stopHearing?.()
    await Promise.all([this.#writer.close(), this.#collector?.flush()])
  }

  async #wanted({ ids, query }: TraceExport): Promise<Trace[]> {
    if (ids) return Promise.all(ids.map((id) => this.openTrace(id)))
    const { traces } = await this.listTraces({ ...query, limit: query?.limit ?? mostExported })
    return this.#reader.openAll(traces)
  }

  #write(span: StoredSpan): void {
    this.#writer.write(span)
    if (span.ms === null) return
    this.#collector?.add(span)
    logSpan(this.options.logs, span, this.#settings()?.log_text ?? false)
  }

  #settings(): DiagnosticsSettings | undefined {
    return this.#opened?.settings()
  }
}

/** What a whole trace was, and with `debug` each call of a model or tool, as a line of the log that leads to the trace. */
function logSpan(logs: Log, span: StoredSpan, withText: boolean): void {
  const { root, trace, kind, name, ms, status, code, facts } = span
  const text = withText ? span.text : undefined
  const isCall = kind === 'model' || kind === 'tool'
  if (!root && !isCall) return
  logs.note(root ? 'info' : 'debug', root ? kind : `${kind} ${name}`, {
    trace,
    ms,
    status,
    code,
    ...facts,
    ...root,
    text,
  })
}
