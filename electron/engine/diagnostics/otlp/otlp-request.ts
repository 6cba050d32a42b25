import type { TraceSpan } from '@shared/diagnostics/trace'
import { attributesOf, type OtlpAttribute, otlpAttributes } from './otlp-attributes'

/** An `ExportTraceServiceRequest` of OTLP 1.x in the protocol's JSON mapping: ids in hexadecimal, 64-bit numbers as strings. */
interface OtlpRequest {
  readonly resourceSpans: readonly {
    readonly resource: { readonly attributes: readonly OtlpAttribute[] }
    readonly scopeSpans: readonly {
      readonly scope: { readonly name: string; readonly version: string }
      readonly spans: readonly OtlpSpan[]
    }[]
    readonly schemaUrl: string
  }[]
}

interface OtlpSpan {
  readonly traceId: string
  readonly spanId: string
  readonly parentSpanId?: string
  readonly name: string
  /** 1 for what Cairn does itself, 3 for what it has done elsewhere. */
  readonly kind: 1 | 3
  readonly startTimeUnixNano: string
  readonly endTimeUnixNano: string
  readonly attributes: readonly OtlpAttribute[]
  /** 2 for an error; 0, unset, for anything else. */
  readonly status: { readonly code?: 2; readonly message?: string }
}

/** The semantic conventions whose names are used, those for generative AI among them, which are still being developed. */
const schemaUrl = 'https://opentelemetry.io/schemas/1.41.0'

/** Spans as a collector takes them. Kept words are left out unless they are asked for. */
export function otlpRequest(spans: readonly TraceSpan[], version: string, withText = false): OtlpRequest {
  const resource = { attributes: otlpAttributes({ 'service.name': 'cairn', 'service.version': version }) }
  const scope = { name: 'cairn', version }
  return {
    resourceSpans: [
      { resource, scopeSpans: [{ scope, spans: spans.map((span) => otlpSpan(span, withText)) }], schemaUrl },
    ],
  }
}

function otlpSpan(span: TraceSpan, withText: boolean): OtlpSpan {
  const { trace, span: spanId, parent, start, ms, status, code } = span
  const isRemote = span.facts?.['provider'] === 'openai' || span.facts?.['server'] !== undefined
  return {
    traceId: trace,
    spanId,
    ...(parent === undefined ? {} : { parentSpanId: parent }),
    name: nameOf(span),
    kind: isRemote ? 3 : 1,
    startTimeUnixNano: nanoseconds(start),
    endTimeUnixNano: nanoseconds(start + (ms ?? 0)),
    attributes: attributesOf(span, withText),
    status: status === 'error' ? { code: 2, ...(code === undefined ? {} : { message: code }) } : {},
  }
}

/** As the conventions for generative AI name spans, where they do. */
function nameOf({ kind, name, facts = {} }: TraceSpan): string {
  switch (kind) {
    case 'turn':
    case 'aside':
      return 'invoke_agent Cairn'
    case 'tool':
      return `execute_tool ${name}`
    case 'model': {
      const model = facts['model'] ?? facts['requested']
      return [facts['operation'] ?? name, ...(model === undefined ? [] : [model])].join(' ')
    }
    default:
      return `${kind} ${name}`
  }
}

/** Milliseconds as whole nanoseconds; numbers of that size have no digits left for fractions. */
function nanoseconds(ms: number): string {
  const whole = Math.floor(ms)
  return String(BigInt(whole) * 1_000_000n + BigInt(Math.round((ms - whole) * 1_000_000)))
}
