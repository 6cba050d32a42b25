import type { SpanSizes, Trace, TraceComparison, TraceSpan, TraceSummary } from '@shared/diagnostics/trace'
import { localTime } from '@shared/dates/local-time'
import { columnsOf } from '@engine/text/display-width'
import { fitColumns, tableLines } from '../../print/align-columns'
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
const nameColumns = 34

/** A trace with a bar for each span under a common time. */
export function waterfallLines({ summary, spans }: Trace, say: Say, columns: number): string[] {
  const depths = depthsOf(spans)
  const end = Math.max(...spans.map(({ start, ms }) => start + (ms ?? 0)))
  const whole = Math.max(end - summary.start, 0.001)
  const rows = spans.map((span) => {
    const name = `${'  '.repeat(depths.get(span.span) ?? 0)}${printableLine(span.name)}`
    return [
      fitColumns(name, nameColumns),
      inMilliseconds(span.ms),
      barOf((span.start - summary.start) / whole, (span.ms ?? 0) / whole),
      [stateWord(span, say), ...detailsOf(span)].join(' · '),
    ]
  })
  const head = `${summary.trace}  ${localTime(summary.start)}  ${say('spanCount', { count: summary.spans })}`
  const left = summary.left_out > 0 ? [say('spansLeftOut', { count: summary.left_out })] : []
  return [head, ...tableLines(rows, new Set([1])).map((line) => fitColumns(line, Math.max(columns, 80))), ...left]
}

/** Two traces line by line, with what the second took more or less. */
export function comparisonLines({ a, b, pairs }: TraceComparison, say: Say): string[] {
  const rows = pairs.map((pair) => {
    const [first, second] = [pair.a?.ms ?? null, pair.b?.ms ?? null]
    return [
      fitColumns(`${'  '.repeat(pair.depth)}${printableLine(pair.name)}`, nameColumns),
      pair.a ? inMilliseconds(first) : '–',
      pair.b ? inMilliseconds(second) : '–',
      first === null || second === null ? '' : difference(second - first),
    ]
  })
  const head = [say('traceSpan'), `A ${a.trace.slice(0, 8)}`, `B ${b.trace.slice(0, 8)}`, 'B − A']
  return tableLines([head, ...rows], new Set([1, 2, 3]))
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

function barOf(from: number, share: number): string {
  const start = Math.min(barColumns - 1, Math.floor(from * barColumns))
  const length = Math.min(barColumns - start, Math.max(1, Math.round(share * barColumns)))
  const bar = `${' '.repeat(start)}${'█'.repeat(length)}`
  return `${bar}${' '.repeat(barColumns - columnsOf(bar))}`
}

function stateWord({ status, code }: Pick<TraceSpan, 'status' | 'code'>, say: Say): string {
  const word: Word = `trace_${status ?? 'unfinished'}`
  return code === undefined || code === 'CANCELLED' ? say(word) : `${say(word)} ${code}`
}

/** Sizes and facts as they were recorded; ids are for programs. */
function detailsOf({ in: read, out, facts = {} }: TraceSpan): string[] {
  const shown = Object.entries(facts).filter(
    ([name]) => !name.endsWith('_id') && name !== 'stage' && name !== 'outcome',
  )
  return [
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
