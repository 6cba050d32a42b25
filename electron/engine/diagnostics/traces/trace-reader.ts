import { readFile } from 'node:fs/promises'
import type { Trace, TracePage, TraceQuery, TraceSpan, TraceState, TraceSummary } from '@shared/diagnostics/trace'
import { CairnError, hasCode } from '@shared/errors'
import { readLine, rootMark, summaryOf, traceOf } from './stored-span'
import { inTreeOrder } from './span-tree'
import { type TraceFile, traceFiles } from './trace-folder'

/** What was read of a file that has not grown since. */
interface Read {
  readonly bytes: number
  readonly roots: readonly TraceSummary[]
}

/** Lists and opens traces. Of a file only the lines of first spans are parsed for a list, and only once. */
export class TraceReader {
  readonly #read = new Map<string, Read>()

  constructor(private readonly folder: string) {}

  /** Newest first. */
  async list({ limit, after, ...wanted }: TraceQuery): Promise<TracePage> {
    const found = (await this.#all()).filter((trace) => fits(trace, wanted))
    const behind = after === undefined ? found : found.filter((trace) => isBehind(trace, after))
    const traces = behind.slice(0, limit)
    const last = traces.at(-1)
    return { traces, total: found.length, next: last && behind.length > limit ? placeOf(last) : null }
  }

  /** By its id, or the beginning of it. Throws NOT_FOUND; INVALID_INPUT where several begin so. */
  async open(idOrBeginning: string): Promise<Trace> {
    const wanted = idOrBeginning.replaceAll('-', '').toLowerCase()
    const all = wanted === '' ? [] : (await this.#all()).filter(({ trace }) => trace.startsWith(wanted))
    const [summary, another] = all
    if (!summary) {
      throw new CairnError('NOT_FOUND', 'There is no such trace (any more).', 'List the traces to see which there are.')
    }
    if (another) {
      throw new CairnError('INVALID_INPUT', 'Several traces begin like this.', 'Give more of its id.')
    }
    const spans = await this.#spansOf(new Set([summary.trace]))
    return { summary, spans: inTreeOrder(spans.get(summary.trace) ?? []) }
  }

  /** Several, newest first, with one reading of the files; those that are gone are left out. */
  async openAll(summaries: readonly TraceSummary[]): Promise<Trace[]> {
    const spans = await this.#spansOf(new Set(summaries.map(({ trace }) => trace)))
    return summaries.flatMap((summary) => {
      const own = spans.get(summary.trace)
      return own ? [{ summary, spans: inTreeOrder(own) }] : []
    })
  }

  /** Everything that is kept, newest first. */
  async #all(): Promise<TraceSummary[]> {
    const files = await traceFiles(this.folder)
    const names = new Set(files.map(({ name }) => name))
    for (const name of this.#read.keys()) if (!names.has(name)) this.#read.delete(name)
    const byId = new Map<string, TraceSummary>()
    for (const file of files) {
      for (const root of await this.#rootsOf(file)) {
        const known = byId.get(root.trace)
        // What was written at its end counts, wherever that stands.
        if (!known || known.ms === null) byId.set(root.trace, root)
      }
    }
    return [...byId.values()].toSorted((a, b) => b.start - a.start || (a.trace < b.trace ? 1 : -1))
  }

  async #rootsOf(file: TraceFile): Promise<readonly TraceSummary[]> {
    const known = this.#read.get(file.name)
    if (known?.bytes === file.bytes) return known.roots
    const lines = (await linesOf(file)).filter((line) => line.startsWith(rootMark))
    const roots = lines.flatMap((line) => {
      const span = readLine(line)
      return (span && summaryOf(span)) ?? []
    })
    this.#read.set(file.name, { bytes: file.bytes, roots })
    return roots
  }

  async #spansOf(traces: ReadonlySet<string>): Promise<Map<string, TraceSpan[]>> {
    const byTrace = new Map([...traces].map((trace) => [trace, new Map<string, TraceSpan>()]))
    for (const file of await traceFiles(this.folder)) {
      for (const line of await linesOf(file)) {
        const spans = byTrace.get(traceOf(line))
        const span = spans && readLine(line)
        if (!span) continue
        const { root: _root, ...plain } = span
        if (plain.ms !== null || !spans.has(plain.span)) spans.set(plain.span, plain)
      }
    }
    return new Map([...byTrace].flatMap(([trace, spans]) => (spans.size > 0 ? [[trace, [...spans.values()]]] : [])))
  }
}

async function linesOf({ path }: TraceFile): Promise<string[]> {
  try {
    return (await readFile(path, 'utf8')).split('\n')
  } catch (thrown) {
    // Another writer has made room meanwhile.
    if (hasCode(thrown, 'ENOENT')) return []
    throw thrown
  }
}

function stateOf({ status }: Pick<TraceSummary, 'status'>): TraceState {
  return status ?? 'unfinished'
}

function fits(trace: TraceSummary, wanted: Omit<TraceQuery, 'limit' | 'after'>): boolean {
  const { kinds, states, slower_than: slower, session_id: session, since, until } = wanted
  return (
    (kinds?.includes(trace.kind) ?? true) &&
    (states?.includes(stateOf(trace)) ?? true) &&
    (slower === undefined || (trace.ms ?? 0) > slower) &&
    (session === undefined || trace.facts?.['session_id'] === session) &&
    (since === undefined || trace.start >= since) &&
    (until === undefined || trace.start <= until)
  )
}

/** Where a trace stands in the list, which stays the same when newer ones come. */
function placeOf({ start, trace }: TraceSummary): string {
  return `${start}-${trace}`
}

function isBehind(trace: TraceSummary, place: string): boolean {
  const [start = '', id = ''] = place.split('-')
  return trace.start < Number(start) || (trace.start === Number(start) && trace.trace < id)
}
