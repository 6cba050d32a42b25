import { z } from 'zod'
import { TraceSpan, type TraceSummary } from '@shared/diagnostics/trace'

const count = z.number().int().nonnegative()

/** A line of a trace file. A trace's first span comes twice: when it begins, and with its end. */
export const StoredSpan = TraceSpan.extend({
  root: z.object({ spans: count, failed: count, left_out: count }).optional(),
})
export type StoredSpan = z.infer<typeof StoredSpan>

/** How the line of a trace's first span begins. */
export const rootMark = '{"root":'
const traceMark = '"trace":"'

/** The span of a line; undefined for one that is torn or no span. */
export function readLine(line: string): StoredSpan | undefined {
  try {
    return StoredSpan.safeParse(JSON.parse(line)).data
  } catch {
    return undefined
  }
}

/** What a list shows of a trace; undefined for a span inside one. */
export function summaryOf({ root, text: _text, parent: _parent, ...span }: StoredSpan): TraceSummary | undefined {
  return root && { ...span, ...root }
}

/** The trace that a line is of, without parsing the line; empty for none. */
export function traceOf(line: string): string {
  const at = line.indexOf(traceMark)
  return at === -1 ? '' : line.slice(at + traceMark.length, at + traceMark.length + 32)
}
