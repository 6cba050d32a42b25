import { z } from 'zod'
import type { SpanFacts, TraceSpan } from '@shared/diagnostics/trace'
import { ModelId } from '@shared/models/models'
import { Settings } from '@shared/settings'
import { withoutWords } from '@engine/platform/log/without-words'

/**
 * What a report may tell, as a list of what goes: whatever is new stays at home until somebody puts it here. Numbers, switches and choices from
 * a fixed list go as they are; of what people write or name, how much there is.
 */
export function plainSettings(settings: Settings): unknown {
  return plain(Settings, settings)
}

function plain(schema: z.core.$ZodType, value: unknown): unknown {
  if (value === null || typeof value === 'number' || typeof value === 'boolean') return value
  if (schema === ModelId) return typeof value === 'string' ? plainModel(value) : '[…]'
  if (schema instanceof z.ZodDefault || schema instanceof z.ZodNullable) return plain(schema.unwrap(), value)
  if (schema instanceof z.ZodEnum) return schema.safeParse(value).success ? value : '[…]'
  if (schema instanceof z.ZodUnion) {
    const [first, ...others] = schema.options
    const isNamed = others.some((one) => one instanceof z.ZodLiteral && one.safeParse(value).success)
    return isNamed ? value : first && plain(first, value)
  }
  if (Array.isArray(value)) return value.length
  if (typeof value !== 'object') return value === '' ? '' : '[…]'
  if (schema instanceof z.ZodObject) {
    const fields: readonly (readonly [string, z.core.$ZodType])[] = Object.entries<z.core.$ZodType>(schema.shape)
    return Object.fromEntries(fields.map(([name, field]) => [name, plain(field, Reflect.get(value, name))]))
  }
  const entries = Object.entries(value)
  const isListed = schema instanceof z.ZodRecord && schema.keyType instanceof z.ZodEnum
  if (!isListed) return entries.length
  return Object.fromEntries(entries.map(([name, one]) => [name, plain(schema.valueType, one)]))
}

/** A model without the machine that serves it, and without the folders that a server may name it by. */
export function plainModel(id: string): string {
  if (!id.startsWith('server:')) return id.replace(/[^:]*[\\/]/u, '')
  return `server:[…]/${id.split(/[\\/]/u).at(-1) ?? ''}`
}

/** Facts in words of Cairn's own; ids, which only lead anywhere in the store that made them. */
const words: ReadonlySet<string> = new Set([
  ...['session_id', 'turn_id', 'document_id', 'job_id', 'run_id', 'task_id', 'trace', 'code', 'status'],
  ...['operation', 'provider', 'task', 'finish_reason', 'shortcut', 'outcome', 'format', 'level', 'time', 'platform'],
  ...['node', 'version'],
])

export function plainFacts(facts: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const kept = Object.entries(facts).flatMap(([key, value]): [string, unknown][] => {
    if (value === null || typeof value === 'number' || typeof value === 'boolean') return [[key, value]]
    if (typeof value !== 'string') return []
    if (key === 'model' || key === 'requested') return [[key, plainModel(value)]]
    return words.has(key) ? [[key, value]] : []
  })
  return Object.fromEntries(kept)
}

/** A tool of another program is named by that program, and the program by the user. */
export function plainName({ kind, name, facts }: Pick<TraceSpan, 'kind' | 'name' | 'facts'>): string {
  return kind === 'tool' && isOfOthers(facts) ? '[another program’s]' : name
}

/** A line of the log, once more without words, because it may have been written while the settings wanted them. */
export function plainLogLine(line: string): string {
  try {
    const entry: unknown = JSON.parse(line)
    if (typeof entry !== 'object' || entry === null) return ''
    const { msg, ...facts } = entry as Record<string, unknown>
    const said = isOfOthers(facts) ? 'tool [another program’s]' : withoutHosts(typeof msg === 'string' ? msg : '')
    return JSON.stringify({ ...plainFacts(facts), msg: said })
  } catch {
    return '(a torn line)'
  }
}

function isOfOthers(facts: SpanFacts | Record<string, unknown> = {}): boolean {
  return facts['server'] !== undefined
}

const loopback = /^(?:localhost|127\.\d+\.\d+\.\d+|\[?::1\]?)(?::\d+)?$/u
/** In an address, of a server's model, in a line of the network's log, and names with dots; names of Cairn's own files have these endings. */
const hosts =
  /\b(?:[a-z][a-z\d+.-]*:\/\/|^network: \w+ )[^\s/"'<>)]+|\b(?:[\p{L}\d-]+\.)+(?!(?:[cm]?[jt]sx?|jsonl?|lance|node)\b)\p{L}[\p{L}\d-]+(?::\d+)?|\b\d+(?:\.\d+){3}(?::\d+)?/giu

/** A message without what people and documents say, and without the hosts that it names. */
export function withoutHosts(message: string): string {
  const said = withoutWords(message.replace(/\bserver:[^\s"'<>),]+/gu, plainModel))
  return said.replace(hosts, (found) => {
    const [, before = '', host = ''] = /^(.*(?:\/\/| ))?([^ /]*)$/u.exec(found) ?? []
    return loopback.test(host) ? found : `${before}[…]`
  })
}
