import type { Trace, TraceComparison, TracePage, TraceQuery } from '@shared/diagnostics/trace'
import { download } from '@renderer/bridge/saved-file'
import { call } from './connection'
import { attempt, notify } from './window/notices'

/** What a list of traces is limited to; absent for everything. */
export type TraceFilter = Partial<Pick<TraceQuery, 'kinds' | 'states' | 'slower_than' | 'session_id' | 'since'>>

/** Newest first. Throws CairnError. */
export function readTraces(filter: TraceFilter, limit: number): Promise<TracePage> {
  return call((client) => client.diagnostics.traces.list({ ...filter, limit }))
}

/** Throws CairnError. */
export function readTrace(id: string): Promise<Trace> {
  return call((client) => client.diagnostics.traces.get({ id }))
}

/** Two traces span by span. Throws CairnError. */
export function compareTraces(a: string, b: string): Promise<TraceComparison> {
  return call((client) => client.diagnostics.traces.compare({ a, b }))
}

/** Saves traces as a file of OTLP in JSON. There is no file unless all of it came. */
export async function saveTraces(wanted: { readonly ids: string[] } | { readonly filter: TraceFilter }): Promise<void> {
  const query = 'filter' in wanted ? { query: { ...wanted.filter, limit: 500 } } : wanted
  await attempt(async () => {
    const lines = await call(async (client) => {
      const all: string[] = []
      for await (const line of await client.diagnostics.traces.export(query)) all.push(line)
      return all
    })
    download(new Blob(lines, { type: 'application/x-ndjson' }), 'cairn-traces.otlp.jsonl')
    notify({ key: 'diagnostics:traces.saved', values: { count: lines.length } })
  })
}

/** False where that failed, which was said. */
export function clearTraces(): Promise<boolean> {
  return attempt(() => call((client) => client.diagnostics.traces.clear()))
}

/** The text of a report on this Cairn. Throws CairnError. */
export async function readReport(): Promise<string> {
  const { text } = await call((client) => client.diagnostics.report())
  return text
}

/** Saves a report as it was shown. */
export function saveReport(text: string): void {
  download(new Blob([text], { type: 'text/markdown' }), 'cairn-report.md')
}
