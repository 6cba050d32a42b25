import type { ErrorCode } from '@shared/errors'
import type { SpanFacts, SpanKind, SpanSizes, SpanStatus } from '@shared/diagnostics/trace'

export interface SpanBegin {
  readonly kind: SpanKind
  readonly name: string
  readonly in?: SpanSizes | undefined
  /** Ids, names of models and tools, counts: nothing that a document, a question or an answer says. */
  readonly facts?: SpanFacts | undefined
  /** What goes in, in words; only called where traces may keep it. */
  readonly text?: (() => string) | undefined
}

export interface SpanEnd {
  /** `ok` by default; with a code `error`, or `cancelled` for that code. */
  readonly status?: SpanStatus | undefined
  readonly code?: ErrorCode | undefined
  readonly out?: SpanSizes | undefined
  readonly facts?: SpanFacts | undefined
  /** What came out, in words; only called where traces may keep it. */
  readonly text?: (() => string) | undefined
}

/** A piece of work that has begun. Nothing here throws, or waits. */
export interface Span {
  begin(part: SpanBegin): Span
  /** Further calls change nothing. */
  end(end?: SpanEnd): void
}

/** Where traces begin. */
export interface Tracer {
  /** `traceId`: a UUID that the work is known by elsewhere; a new one by default. Undefined while traces are switched off. */
  trace(begin: SpanBegin, traceId?: string): Span | undefined
}
