import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Trace, TraceComparison, TracePage, TraceQuery } from '@shared/diagnostics/trace'
import type { DiagnosticsSettings } from '@shared/settings'
import type { Tracer } from '@engine/platform/tracing/span'
import { compareTraces } from './traces/compare-traces'
import { traceFiles } from './traces/trace-folder'
import { TraceReader } from './traces/trace-reader'
import { TraceWriter } from './traces/trace-writer'
import { createTracer } from './traces/tracer'

interface DiagnosticsOptions {
  /** The store folder, absolute. */
  readonly folder: string
  readonly log: (line: string) => void
}

const megabyte = 1_000_000

/** What Cairn tells of itself to whoever looks for a fault: traces of its work. Kept in the store's folder, and sent nowhere by itself. */
export class Diagnostics {
  readonly tracer: Tracer
  readonly #folder: string
  readonly #writer: TraceWriter
  readonly #reader: TraceReader
  #settings: (() => DiagnosticsSettings) | undefined

  constructor({ folder, log }: DiagnosticsOptions) {
    this.#folder = join(folder, 'traces')
    const now = Date.now
    const mostBytes = () => (this.#settings?.().trace_megabytes ?? 1) * megabyte
    this.#writer = new TraceWriter({ folder: this.#folder, mostBytes, now, log })
    this.#reader = new TraceReader(this.#folder)
    this.tracer = createTracer({
      write: (span) => this.#writer.write(span),
      keeps: () => {
        const settings = this.#settings?.()
        return { traces: settings?.traces ?? false, text: settings?.trace_text ?? false }
      },
      now,
      clock: () => performance.now(),
    })
  }

  /** From here on there are traces: the store is this engine's, and its settings are read. */
  begin(settings: () => DiagnosticsSettings): void {
    this.#settings = settings
  }

  async listTraces(query: TraceQuery): Promise<TracePage> {
    await this.#writer.flush()
    return this.#reader.list(query)
  }

  /** By its id, the beginning of it, or the id that an answer has. Throws NOT_FOUND, INVALID_INPUT. */
  async openTrace(id: string): Promise<Trace> {
    await this.#writer.flush()
    return this.#reader.open(id)
  }

  async compareTraces(a: string, b: string): Promise<TraceComparison> {
    return compareTraces(await this.openTrace(a), await this.openTrace(b))
  }

  /** Deletes all traces. */
  async forgetTraces(): Promise<void> {
    await this.#writer.leaveFile()
    for (const { path } of await traceFiles(this.#folder)) await rm(path, { force: true })
  }

  /** Resolves when what was recorded is on the disk. Never rejects. */
  close(): Promise<void> {
    return this.#writer.close()
  }
}
