import type { SpanSizes, Trace, TraceComparison, TraceSpan, TraceSummary } from '@shared/diagnostics/trace'
import { localTime } from '@shared/dates/local-time'
import { columnsOf } from '@engine/text/display-width'
import { fitColumns, tableLines } from '../../print/align-columns'
import type { Output } from '../../print/output'
import { printableLine } from '../../print/printable'
import type { Say, Word } from '../../words/terminal-words'

/** One line a trace: when, what, how long, how it ended, and how it is opened. */
export function listLines(traces: readonly TraceSummary[], say: Say): string[] {
  const rows = traces.map((trace) => [
    localTime(trace.start),
    trace.trace.slice(0, 12),
    trace.kind === trace.name ? trace.kind : `${trace.kind} ${printableLine(trace.name)}`,
    inMilliseconds(trace.ms),
    stateWord(trace, say),
    say('spanCount', { count: trace.spans }),
    printableLine(String(trace.facts?.['session_id'] ?? '')),
  ])
  return tableLines(rows, new Set([3, 5]))
}

const barColumns = 32
/** In a narrow terminal, so that a document's id has room behind it. */
const shortBarColumns = 12
const narrowColumns = 100
const nameColumns = 34
/** A terminal that says it is narrower is taken for this wide. */
const leastColumns = 80

/** Whatever is not a terminal gets lines and names whole. */
type Room = Pick<Output, 'columns' | 'room'>

/** A trace with a bar for each span under a common time. */
export function waterfallLines({ summary, spans }: Trace, say: Say, out: Room): string[] {
  const bar = out.columns < narrowColumns ? shortBarColumns : barColumns
  const depths = depthsOf(spans)
  const end = Math.max(...spans.map(({ start, ms }) => start + (ms ?? 0)))
  const whole = Math.max(end - summary.start, 0.001)
  const rows = spans.map((span) => {
    return [
      nameAt(depths.get(span.span) ?? 0, nameOf(span), out),
      inMilliseconds(span.ms),
      barOf((span.start - summary.start) / whole, (span.ms ?? 0) / whole, bar),
      [stateWord(span, say), ...detailsOf(span)].join(' · '),
    ]
  })
  const first = spans[0]?.facts?.['first_token_ms']
  const head = [
    summary.trace,
    localTime(summary.start),
    say('spanCount', { count: summary.spans }),
    ...(typeof first === 'number' ? [say('traceFirstWord', { ms: Math.round(first) })] : []),
  ].join('  ')
  const left = summary.left_out > 0 ? [say('spansLeftOut', { count: summary.left_out })] : []
  const lines = tableLines(rows, new Set([1])).map((line) => fitColumns(line, Math.max(out.room, leastColumns)))
  return [head, ...lines, ...left]
}

/** Two traces line by line, with what the second took more or less. */
export function comparisonLines({ a, b, pairs }: TraceComparison, say: Say, out: Room): string[] {
  const rows = pairs.map((pair) => {
    const [first, second] = [pair.a?.ms ?? null, pair.b?.ms ?? null]
    return [
      nameAt(pair.depth, pair.name, out),
      pair.a ? inMilliseconds(first) : '–',
      pair.b ? inMilliseconds(second) : '–',
      first === null || second === null ? '' : difference(second - first),
    ]
  })
  const head = [say('traceSpan'), `A ${a.trace.slice(0, 8)}`, `B ${b.trace.slice(0, 8)}`, 'B − A']
  return tableLines([head, ...rows], new Set([1, 2, 3]))
}

function nameAt(depth: number, name: string, { room }: Room): string {
  const indented = `${'  '.repeat(depth)}${printableLine(name)}`
  return room === Infinity ? indented : fitColumns(indented, nameColumns)
}

/** A document is named by its format, also where that was known only when it had been read; a wait is told from the work of its name. */
function nameOf({ kind, name, facts }: TraceSpan): string {
  const format = facts?.['format']
  if (kind === 'wait') return `wait ${name}`
  return kind === 'document' && typeof format === 'string' ? format : name
}

/** How deep each span stands in its trace, by id. */
function depthsOf(spans: readonly TraceSpan[]): Map<string, number> {
  const depths = new Map<string, number>()
  for (const { span, parent } of spans) depths.set(span, parent === undefined ? 0 : (depths.get(parent) ?? 0) + 1)
  return depths
}

function inMilliseconds(ms: number | null): string {
  if (ms === null) return '…'
  return ms >= 100 ? `${Math.round(ms)} ms` : `${ms.toFixed(1)} ms`
}

function difference(ms: number): string {
  const sign = ms > 0 ? '+' : ms < 0 ? '−' : ''
  return `${sign}${inMilliseconds(Math.abs(ms))}`
}

function barOf(from: number, share: number, columns: number): string {
  const start = Math.min(columns - 1, Math.floor(from * columns))
  const length = Math.min(columns - start, Math.max(1, Math.round(share * columns)))
  const bar = `${' '.repeat(start)}${'█'.repeat(length)}`
  return `${bar}${' '.repeat(columns - columnsOf(bar))}`
}

function stateWord({ status, code }: Pick<TraceSpan, 'status' | 'code'>, say: Say): string {
  const word: Word = `trace_${status ?? 'unfinished'}`
  return code === undefined || code === 'CANCELLED' ? say(word) : `${say(word)} ${code}`
}

const untold: ReadonlySet<string> = new Set(['stage', 'outcome'])

/** Sizes and facts as they were recorded. Of ids only that of a document: it says which one was slow, and names nobody. */
function detailsOf({ kind, in: read, out, facts = {} }: TraceSpan): string[] {
  const shown = Object.entries(facts).filter(
    ([name]) => !name.endsWith('_id') && !untold.has(name) && !(kind === 'document' && name === 'format'),
  )
  const document = facts['document_id']
  return [
    ...(typeof document === 'string' ? [printableLine(document)] : []),
    ...(read ? [`→ ${sizesOf(read)}`] : []),
    ...(out ? [`← ${sizesOf(out)}`] : []),
    ...shown.map(([name, value]) => `${name} ${printableLine(String(value))}`),
  ]
}

function sizesOf(sizes: SpanSizes): string {
  return Object.entries(sizes)
    .map(([unit, count]) => `${count} ${unit}`)
    .join(', ')
}
