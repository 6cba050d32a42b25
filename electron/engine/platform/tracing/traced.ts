import { toCairnError } from '@shared/errors'
import { linkedSignal } from '../linked-signal'
import { carrySpan, spanOf } from './span-of-signal'
import type { Span, SpanBegin, SpanEnd } from './span'

/**
 * Runs work as a span of what its signal belongs to; without one, or where nothing is traced, it only runs. What the work starts with
 * the signal it is given becomes part of the span. `ended` reads sizes off the result.
 */
export async function traced<T, Signal extends AbortSignal | undefined>(
  outer: Signal,
  begin: SpanBegin | (() => SpanBegin),
  work: (signal: Signal | AbortSignal) => Promise<T> | T,
  ended?: (result: T) => SpanEnd,
): Promise<T> {
  const parent = outer && spanOf(outer)
  if (!parent) return work(outer)
  const span = parent.begin(typeof begin === 'function' ? begin() : begin)
  const { signal, unlink } = linkedSignal(outer)
  try {
    const result = await work(carrySpan(signal, span))
    span.end(ended?.(result))
    return result
  } catch (thrown) {
    span.end(failed(thrown))
    throw thrown
  } finally {
    unlink()
  }
}

/** Runs work as a whole trace, or only runs it where `span` is undefined. */
export async function tracedAs<T>(span: Span | undefined, work: () => Promise<T>): Promise<T> {
  try {
    const result = await work()
    span?.end()
    return result
  } catch (thrown) {
    span?.end(failed(thrown))
    throw thrown
  }
}

/** The end of a span whose work threw. */
export function failed(thrown: unknown): SpanEnd {
  return { code: toCairnError(thrown).code }
}
