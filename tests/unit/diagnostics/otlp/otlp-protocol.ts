import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'

/**
 * Holds a request against the messages of the protocol (`tests/fixtures/otlp`) in its JSON mapping: 64-bit numbers as decimal strings, enums as
 * numbers, ids in hexadecimal. Stricter than a receiver, which has to ignore fields that it does not know.
 */
export function faultsOfRequest(request: unknown): string[] {
  return faultsOfMessage('ExportTraceServiceRequest', request, '')
}

const { messages, enums } = z
  .object({
    messages: z.record(z.string(), z.record(z.string(), z.string())),
    enums: z.record(z.string(), z.array(z.number())),
  })
  .parse(JSON.parse(readFileSync(join(import.meta.dirname, '../../../fixtures/otlp/trace-messages.json'), 'utf8')))

const isDecimal = (value: unknown, least: bigint, most: bigint) =>
  typeof value === 'string' && /^(?:0|-?[1-9]\d*)$/u.test(value) && BigInt(value) >= least && BigInt(value) <= most
const isWhole = (value: unknown, least: number, most: number) =>
  typeof value === 'number' && Number.isInteger(value) && value >= least && value <= most

const scalars: Readonly<Record<string, (value: unknown) => boolean>> = {
  string: (value) => typeof value === 'string',
  bool: (value) => typeof value === 'boolean',
  double: (value) => typeof value === 'number',
  bytes: (value) => typeof value === 'string' && Buffer.from(value, 'base64').toString('base64') === value,
  int64: (value) => isDecimal(value, -(2n ** 63n), 2n ** 63n - 1n),
  fixed64: (value) => isDecimal(value, 0n, 2n ** 64n - 1n),
  uint32: (value) => isWhole(value, 0, 2 ** 32 - 1),
  fixed32: (value) => isWhole(value, 0, 2 ** 32 - 1),
}

/** Bytes that stand in hexadecimal, not in base64, and how many digits they have. */
const digitsOfId: Readonly<Record<string, number>> = { traceId: 32, spanId: 16, parentSpanId: 16 }

function faultsOfMessage(message: string, value: unknown, at: string): string[] {
  if (!isObject(value)) return [`${at || '.'}: not a ${message}`]
  const fields = messages[message] ?? {}
  const faults = Object.entries(value).flatMap(([name, held]) => {
    const type = fields[name]
    const path = `${at}.${name}`
    return type === undefined ? [`${path}: ${message} has no such field`] : faultsOfField(name, type, held, path)
  })
  return [...faults, ...(rules[message]?.(value).map((fault) => `${at || '.'}: ${fault}`) ?? [])]
}

function faultsOfField(name: string, type: string, value: unknown, at: string): string[] {
  const digits = digitsOfId[name]
  if (digits !== undefined) return isId(value, digits) ? [] : [`${at}: not an id of ${digits} digits`]
  if (type.startsWith('repeated ')) {
    if (!Array.isArray(value)) return [`${at}: not a list`]
    return value.flatMap((one, index) => faultsOfField('', type.slice('repeated '.length), one, `${at}[${index}]`))
  }
  if (type in messages) return faultsOfMessage(type, value, at)
  const fits = scalars[type] ?? ((number: unknown) => enums[type]?.some((one) => one === number) ?? false)
  return fits(value) ? [] : [`${at}: not a ${type}`]
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const isId = (value: unknown, digits: number) =>
  typeof value === 'string' && value.length === digits && /^(?!0+$)[0-9a-f]+$/u.test(value)

/** What the protocol's words ask of a message beyond the types of its fields. */
const rules: Readonly<Record<string, (message: Record<string, unknown>) => string[]>> = {
  AnyValue: (message) => (Object.keys(message).length === 1 ? [] : ['not one value']),
  KeyValue: ({ key }) => (typeof key === 'string' && key !== '' ? [] : ['no key']),
  Resource: ({ attributes }) => doubled(attributes),
  InstrumentationScope: ({ attributes }) => doubled(attributes),
  Span: (span) => [
    ...['traceId', 'spanId', 'name', 'kind', 'startTimeUnixNano', 'endTimeUnixNano'].flatMap((field) =>
      span[field] === undefined || span[field] === '' || span[field] === 0 ? [`no ${field}`] : [],
    ),
    ...(isBefore(span['endTimeUnixNano'], span['startTimeUnixNano']) ? ['ends before it begins'] : []),
    ...(isBefore(span['startTimeUnixNano'], '1000000000000000000') ? ['its times are not nanoseconds'] : []),
    ...(span['parentSpanId'] === span['spanId'] ? ['is part of itself'] : []),
    ...doubled(span['attributes']),
  ],
}

function isBefore(a: unknown, b: unknown): boolean {
  return scalars['fixed64']?.(a) === true && scalars['fixed64'](b) && BigInt(String(a)) < BigInt(String(b))
}

function doubled(attributes: unknown): string[] {
  const keys = Array.isArray(attributes) ? attributes.map((one: unknown) => (isObject(one) ? one['key'] : one)) : []
  return new Set(keys).size === keys.length ? [] : ['a key stands twice']
}
