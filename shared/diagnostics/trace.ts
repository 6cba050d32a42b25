import { z } from 'zod'
import { ErrorCode } from '../errors'

/** What kind of work a span is of. The first four are whole traces; the others stand inside one. */
const spanKinds = [
  'turn',
  'ingest',
  'research',
  'aside',
  'wait',
  'stage',
  'search',
  'processor',
  'model',
  'tool',
  'document',
  'node',
  'task',
] as const
export const SpanKind = z.enum(spanKinds)
export type SpanKind = z.infer<typeof SpanKind>

export const SpanStatus = z.enum(['ok', 'degraded', 'skipped', 'cancelled', 'error'])
export type SpanStatus = z.infer<typeof SpanStatus>

/** How much went in or came out; never what. */
export const SpanSizes = z.partialRecord(
  z.enum(['characters', 'passages', 'tokens', 'texts', 'documents', 'chunks', 'bytes', 'rows']),
  z.number().nonnegative(),
)
export type SpanSizes = z.infer<typeof SpanSizes>

const facts = z.record(z.string(), z.union([z.string(), z.number(), z.boolean()]))
export type SpanFacts = z.infer<typeof facts>

/** 32 hexadecimal digits, and 16, as OpenTelemetry has them. */
const TraceId = z.string().regex(/^[0-9a-f]{32}$/, 'A trace id has 32 hexadecimal digits.')
const spanId = z.string().regex(/^[0-9a-f]{16}$/)

/** One piece of work with the times it really began and ended. */
export const TraceSpan = z.object({
  trace: TraceId,
  span: spanId,
  /** The span it is part of; absent for a whole trace. */
  parent: spanId.optional(),
  kind: SpanKind,
  name: z.string(),
  /** Milliseconds since the epoch, with fractions. */
  start: z.number(),
  /** How long it took; null for one whose end was never written. */
  ms: z.number().nonnegative().nullable(),
  /** Null as long as it is not known how it ended. */
  status: SpanStatus.nullable(),
  code: ErrorCode.optional(),
  in: SpanSizes.optional(),
  out: SpanSizes.optional(),
  facts: facts.optional(),
  /** What went in and came out in words: only where the settings have traces keep it. */
  text: z.object({ in: z.string().optional(), out: z.string().optional() }).optional(),
})
export type TraceSpan = z.infer<typeof TraceSpan>

/** A trace as a list shows it: its first span, with what is known of the others once it has ended. */
export const TraceSummary = TraceSpan.omit({ parent: true, text: true }).extend({
  spans: z.number().int().nonnegative(),
  failed: z.number().int().nonnegative(),
  /** Spans that were not kept because there were too many. */
  left_out: z.number().int().nonnegative(),
})
export type TraceSummary = z.infer<typeof TraceSummary>

export const TraceState = z.enum([...SpanStatus.options, 'unfinished'])
export type TraceState = z.infer<typeof TraceState>

/** Which traces, newest first. Every condition that is given must hold. */
export const TraceQuery = z.object({
  kinds: z.array(SpanKind).max(spanKinds.length).optional(),
  states: z.array(TraceState).max(6).optional(),
  /** Milliseconds. */
  slower_than: z.number().nonnegative().optional(),
  session_id: z.string().max(64).optional(),
  /** Milliseconds since the epoch, of its start. */
  since: z.number().optional(),
  until: z.number().optional(),
  limit: z.number().int().min(1).max(500).default(50),
  /** `next` of the page before. */
  after: z.string().max(80).optional(),
})
export type TraceQuery = z.infer<typeof TraceQuery>

export const TracePage = z.object({
  traces: z.array(TraceSummary),
  /** How many there are on all pages. */
  total: z.number().int().nonnegative(),
  /** Null on the last page. */
  next: z.string().nullable(),
})
export type TracePage = z.infer<typeof TracePage>

/** A whole trace: every span after the one it is part of, in the order they began. */
export const Trace = z.object({ summary: TraceSummary, spans: z.array(TraceSpan) })
export type Trace = z.infer<typeof Trace>

/** The same piece of work in two traces; null where one has none. */
export const SpanPair = z.object({
  depth: z.number().int().nonnegative(),
  kind: SpanKind,
  name: z.string(),
  a: TraceSpan.nullable(),
  b: TraceSpan.nullable(),
})
export type SpanPair = z.infer<typeof SpanPair>

export const TraceComparison = z.object({ a: TraceSummary, b: TraceSummary, pairs: z.array(SpanPair) })
export type TraceComparison = z.infer<typeof TraceComparison>
