import { z } from 'zod'

/**
 * `ExportTraceServiceRequest` of opentelemetry-proto 1.9 in its JSON mapping, as far as traces without events and links need it. Strict: a field
 * that the protocol does not have is an error here, although a receiver has to ignore it. Source: opentelemetry/proto/trace/v1/trace.proto,
 * common/v1/common.proto, and the OTLP specification on JSON (ids in hexadecimal, 64-bit numbers as decimal strings, enums as numbers).
 */
const int64 = z.string().regex(/^-?\d{1,19}$/u)
const nanoseconds = z.string().regex(/^\d{19}$/u)

const AnyValue: z.ZodType = z.union([
  z.strictObject({ stringValue: z.string() }),
  z.strictObject({ boolValue: z.boolean() }),
  z.strictObject({ intValue: int64 }),
  z.strictObject({ doubleValue: z.number() }),
  z.strictObject({ arrayValue: z.strictObject({ values: z.array(z.lazy(() => AnyValue)) }) }),
])

const attributes = z
  .array(z.strictObject({ key: z.string().min(1), value: AnyValue }))
  .refine((all) => new Set(all.map(({ key }) => key)).size === all.length, 'A key stands twice.')

const OtlpSpan = z.strictObject({
  traceId: z.string().regex(/^(?!0+$)[0-9a-f]{32}$/u),
  spanId: z.string().regex(/^(?!0+$)[0-9a-f]{16}$/u),
  parentSpanId: z
    .string()
    .regex(/^[0-9a-f]{16}$/u)
    .optional(),
  name: z.string().min(1),
  kind: z.number().int().min(1).max(5),
  startTimeUnixNano: nanoseconds,
  endTimeUnixNano: nanoseconds,
  attributes,
  status: z.strictObject({ code: z.number().int().min(0).max(2).optional(), message: z.string().optional() }),
})

export const ExportTraceServiceRequest = z.strictObject({
  resourceSpans: z.array(
    z.strictObject({
      resource: z.strictObject({ attributes }),
      scopeSpans: z.array(
        z.strictObject({
          scope: z.strictObject({ name: z.string(), version: z.string() }),
          spans: z.array(OtlpSpan),
        }),
      ),
      schemaUrl: z.url(),
    }),
  ),
})
