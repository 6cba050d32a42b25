import type { TraceExport } from '@shared/api/diagnostics-api'
import type { Trace, TraceComparison, TracePage, TraceQuery } from '@shared/diagnostics/trace'

/** What Cairn knows of its own work. */
export interface DiagnosticsDesk {
  listTraces(query: TraceQuery): Promise<TracePage>
  /** By its id, the beginning of it, or the id that an answer has. Throws NOT_FOUND; INVALID_INPUT where several begin so. */
  openTrace(id: string): Promise<Trace>
  compareTraces(a: string, b: string): Promise<TraceComparison>
  /** Lines in OTLP's JSON, one trace each, newest first. Throws as `openTrace`. */
  exportTraces(wanted: TraceExport, signal?: AbortSignal): AsyncGenerator<string>
  /** To the collector of the settings. Throws NETWORK_DENIED, INVALID_INPUT, UNREACHABLE. */
  sendTraces(wanted: TraceExport): Promise<number>
  forgetTraces(): Promise<void>
  /** A report for whoever is to find a fault, as Markdown, without anything that documents, questions and people say. */
  report(): Promise<string>
}
