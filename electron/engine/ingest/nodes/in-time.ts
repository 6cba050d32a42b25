import type { SpanSizes } from '@shared/diagnostics/trace'
import { CairnError } from '@shared/errors'
import { timer, withDeadline } from '@engine/platform/deadline'
import { anySignal } from '@engine/platform/tracing/span-of-signal'
import { traced } from '@engine/platform/tracing/traced'

/** Steps behind parsing and chunking, which have their limit in the worker. */
type Node = 'enrich' | 'embed' | 'index'

const minute = 60_000

/**
 * How long a node may take for one document (to embed: for one batch of its chunks), milliseconds. Far above what a slow machine
 * with a large model needs, waiting for other documents included: it ends what would otherwise never end.
 */
export const nodeLimits: Readonly<Record<Node, number>> = {
  enrich: 10 * minute,
  embed: 60 * minute,
  index: 30 * minute,
}

const doing: Readonly<Record<Node, string>> = {
  enrich: 'Preparing its passages for search',
  embed: 'Making its vectors',
  index: 'Writing it to the index',
}

/** A node, with how much goes into it and comes out, for its span. */
interface SizedNode<T> {
  readonly node: Node
  readonly read: SpanSizes
  readonly made: (result: T) => SpanSizes
}

/**
 * Runs a node's work within its limit; when that is over, this document fails with DEADLINE_EXCEEDED and no other. Work that is
 * cancelled is waited for, as it may be writing.
 */
export async function inTime<T>(
  work: Node | SizedNode<T>,
  limits: Readonly<Record<Node, number>>,
  signal: AbortSignal,
  act: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const { node, read, made }: Partial<SizedNode<T>> & { node: Node } = typeof work === 'string' ? { node: work } : work
  const over = new AbortController()
  const after = (ms: number, then: () => void) =>
    timer(ms, () => {
      over.abort()
      then()
    })
  try {
    const timed = (within: AbortSignal) =>
      withDeadline((late) => act(anySignal([within, late])), limits[node], undefined, after)
    const begin = { kind: 'node', name: node, in: read } as const
    return await traced(signal, begin, timed, (result) => ({ out: made?.(result) }))
  } catch (thrown) {
    signal.throwIfAborted()
    // A limit inside the work, such as a model's, speaks for itself.
    if (!over.signal.aborted) throw thrown
    throw new CairnError(
      'DEADLINE_EXCEEDED',
      `${doing[node]} took longer than ${Math.ceil(limits[node] / 1000)} seconds and was stopped.`,
      'Try it again; if that does not help, split the document into smaller files.',
      { cause: thrown },
    )
  }
}
