import type { StoredSpan } from '@engine/diagnostics/traces/stored-span'
import { createTracer } from '@engine/diagnostics/traces/tracer'
import type { Tracer } from '@engine/platform/tracing/span'

/** A tracer that keeps the spans which have ended, each as `whole > … > kind name`, in the order they ended. */
export function recordingTracer(): { tracer: Tracer; spans: string[]; ended: StoredSpan[] } {
  const paths = new Map<string | undefined, string>()
  const waiting: StoredSpan[] = []
  const [spans, ended]: [string[], StoredSpan[]] = [[], []]
  const write = (span: StoredSpan) => {
    const own = `${span.kind} ${span.name}`
    if (span.parent === undefined) paths.set(span.span, own)
    if (span.status === null) return
    ended.push(span)
    waiting.push(span)
    // Parts end before what they stand in.
    if (span.parent !== undefined) return
    for (const one of waiting.toReversed())
      if (one.parent !== undefined) paths.set(one.span, `${paths.get(one.parent) ?? '?'} > ${one.kind} ${one.name}`)
    spans.push(...waiting.map((one) => paths.get(one.span) ?? '?'))
    waiting.length = 0
  }
  const clock = () => performance.now()
  return {
    tracer: createTracer({ write, keeps: () => ({ traces: true, text: false }), now: clock, clock }),
    spans,
    ended,
  }
}
