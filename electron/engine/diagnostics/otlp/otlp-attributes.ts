import type { SpanSizes, TraceSpan } from '@shared/diagnostics/trace'

type Value =
  | { readonly stringValue: string }
  | { readonly boolValue: boolean }
  | { readonly intValue: string }
  | { readonly doubleValue: number }
  | { readonly arrayValue: { readonly values: readonly Value[] } }

export interface OtlpAttribute {
  readonly key: string
  readonly value: Value
}

type Plain = string | number | boolean | readonly string[]

export function otlpAttributes(plain: Readonly<Record<string, Plain | undefined>>): OtlpAttribute[] {
  return Object.entries(plain).flatMap(([key, value]) => {
    if (value === undefined) return []
    return [{ key, value: doubles.has(key) ? { doubleValue: Number(value) } : valueOf(value) }]
  })
}

/** What the conventions have as fractions, also where there is none. */
const doubles: ReadonlySet<string> = new Set(['gen_ai.request.temperature', 'gen_ai.response.time_to_first_chunk'])

function valueOf(value: Plain): Value {
  if (typeof value === 'string') return { stringValue: value }
  if (typeof value === 'boolean') return { boolValue: value }
  if (typeof value === 'number')
    return Number.isSafeInteger(value) ? { intValue: String(value) } : { doubleValue: value }
  return { arrayValue: { values: value.map(valueOf) } }
}

/** Facts under the names that the conventions for generative AI give them. */
const conventions: Readonly<Record<string, string>> = {
  operation: 'gen_ai.operation.name',
  provider: 'gen_ai.provider.name',
  requested: 'gen_ai.request.model',
  temperature: 'gen_ai.request.temperature',
  max_tokens: 'gen_ai.request.max_tokens',
  input_tokens: 'gen_ai.usage.input_tokens',
  output_tokens: 'gen_ai.usage.output_tokens',
  reused_tokens: 'gen_ai.usage.cache_read.input_tokens',
  session_id: 'gen_ai.conversation.id',
}

/** Everything a span says, by the semantic conventions where they have a name for it and under `cairn.` where they have none. */
export function attributesOf(span: TraceSpan, withText: boolean): OtlpAttribute[] {
  const { kind, status, ms, code, facts = {} } = span
  return otlpAttributes({
    'cairn.kind': kind,
    'cairn.status': status ?? 'unfinished',
    ...(ms === null ? { 'cairn.unfinished': true } : {}),
    ...ofKind(span),
    ...Object.fromEntries(Object.entries(facts).flatMap(([key, value]) => named(key, value))),
    ...sizes('in', span.in),
    ...sizes('out', span.out),
    'error.type': status === 'error' ? (code ?? '_OTHER') : undefined,
    ...(withText ? { 'cairn.in.text': span.text?.in, 'cairn.out.text': span.text?.out } : {}),
  })
}

function ofKind({ kind, name, facts = {} }: TraceSpan): Record<string, Plain> {
  switch (kind) {
    case 'turn':
    case 'aside':
      return {
        'gen_ai.operation.name': 'invoke_agent',
        'gen_ai.provider.name': 'cairn',
        'gen_ai.agent.name': 'Cairn',
      }
    case 'tool': {
      const type = facts['server'] === undefined ? 'function' : 'extension'
      return { 'gen_ai.operation.name': 'execute_tool', 'gen_ai.tool.name': name, 'gen_ai.tool.type': type }
    }
    default:
      return {}
  }
}

function named(key: string, value: string | number | boolean): [string, Plain][] {
  if (key === 'model') {
    return [
      ['gen_ai.request.model', value],
      ['gen_ai.response.model', value],
    ]
  }
  if (key === 'finish_reason') return [['gen_ai.response.finish_reasons', [String(value)]]]
  if (key === 'first_token_ms') return [['gen_ai.response.time_to_first_chunk', Number(value) / 1000]]
  return [[conventions[key] ?? `cairn.${key}`, value]]
}

function sizes(side: 'in' | 'out', of: SpanSizes = {}): Record<string, number> {
  return Object.fromEntries(Object.entries(of).map(([unit, count]) => [`cairn.${side}.${unit}`, count]))
}
