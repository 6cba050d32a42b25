import type { SpanPair, Trace, TraceComparison, TraceSpan } from '@shared/diagnostics/trace'
import { grouped, partsBySpan } from './span-tree'

/**
 * Two traces span by span: the same kind and name in the same place belong together, the first of several with the first. What only the
 * second has stands behind what both have, in its own order.
 */
export function compareTraces(a: Trace, b: Trace): TraceComparison {
  const partsOf = { a: partsBySpan(a.spans), b: partsBySpan(b.spans) }
  const pairUp = (ofA: readonly TraceSpan[], ofB: readonly TraceSpan[], depth: number): SpanPair[] => {
    const left = grouped(ofB, nameOf)
    const pairs: { a: TraceSpan | null; b: TraceSpan | null }[] = ofA.map((span) => ({
      a: span,
      b: left.get(nameOf(span))?.shift() ?? null,
    }))
    const more = new Set([...left.values()].flat())
    for (const span of ofB) if (more.has(span)) pairs.push({ a: null, b: span })
    return pairs.flatMap((pair) => {
      const one = pair.a ?? pair.b
      if (!one) return []
      const parts = pairUp(
        pair.a ? (partsOf.a.get(pair.a.span) ?? []) : [],
        pair.b ? (partsOf.b.get(pair.b.span) ?? []) : [],
        depth + 1,
      )
      return [{ depth, kind: one.kind, name: one.name, ...pair }, ...parts]
    })
  }
  const firstOf = ({ spans }: Trace) => spans.filter(({ parent }) => parent === undefined)
  return { a: a.summary, b: b.summary, pairs: pairUp(firstOf(a), firstOf(b), 0) }
}

function nameOf({ kind, name, parent }: TraceSpan): string {
  // What whole traces are called does not matter: they were chosen to be compared.
  return parent === undefined ? '' : `${kind} ${name}`
}
