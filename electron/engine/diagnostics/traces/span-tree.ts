import type { TraceSpan } from '@shared/diagnostics/trace'

/** Lists by what `keyOf` says of their members, in their order. */
export function grouped<T>(items: readonly T[], keyOf: (item: T) => string): Map<string, T[]> {
  const groups = new Map<string, T[]>()
  for (const item of items) {
    const key = keyOf(item)
    const group = groups.get(key)
    if (group) group.push(item)
    else groups.set(key, [item])
  }
  return groups
}

/** The parts of each span by its id; whole traces under the empty one. */
export function partsBySpan(spans: readonly TraceSpan[]): Map<string, TraceSpan[]> {
  return grouped(spans, ({ parent }) => parent ?? '')
}

/** Each span behind the one it is part of, parts in the order they began. Parts whose whole was lost stand at the end. */
export function inTreeOrder(spans: readonly TraceSpan[]): TraceSpan[] {
  const begun = spans.toSorted((a, b) => a.start - b.start)
  const parts = partsBySpan(begun)
  const taken = new Set<TraceSpan>()
  const take = (span: TraceSpan): TraceSpan[] => {
    if (taken.has(span)) return []
    taken.add(span)
    return [span, ...(parts.get(span.span) ?? []).flatMap(take)]
  }
  const known = new Set(begun.map(({ span }) => span))
  const firsts = begun.filter(({ parent }) => parent === undefined)
  const orphans = begun.filter(({ parent }) => parent !== undefined && !known.has(parent))
  return [...firsts, ...orphans].flatMap(take)
}
