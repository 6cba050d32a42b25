import { z } from 'zod'
import { plainLabel } from './plain-label'
import { isNestedDeeperThan } from './nesting'

export type JsonObject = Readonly<Record<string, unknown>>

const limits = { characters: 32_000, depth: 16, description: 500 }
/**
 * Regular expressions of another program can take for ever, names of schemas would meet those of other servers, and comparing all items of a
 * list grows with its square. The server checks these itself.
 */
const unchecked = new Set([
  'pattern',
  'patternProperties',
  'uniqueItems',
  '$id',
  'id',
  '$schema',
  '$anchor',
  '$dynamicAnchor',
])
/** Below these stand names of the server's choice, not keywords. */
const namesBelow = new Set(['properties', '$defs', 'definitions', 'dependentSchemas', 'dependentRequired'])
const words = new Set(['title', 'description'])
const values = new Set(['default', 'const', 'enum', 'examples'])

const Schema = z.looseObject({
  type: z.literal('object'),
  properties: z.record(z.string(), z.union([z.record(z.string(), z.unknown()), z.boolean()])).optional(),
  required: z.array(z.string()).optional(),
})

/** A schema of an object that may be shown and checked with; a string says why it may not. */
export function cleanSchema(value: unknown): JsonObject | string {
  const parsed = Schema.safeParse(value)
  if (!parsed.success) return 'its schema is not that of an object'
  const text = JSON.stringify(parsed.data)
  if (text.length > limits.characters) return `its schema is longer than ${limits.characters} characters`
  if (isNestedDeeperThan(limits.depth, text)) return `its schema is nested deeper than ${limits.depth}`
  if (text.includes('"__proto__"')) return 'its schema has a name that no argument may have'
  return clean(parsed.data, false)
}

function clean(schema: JsonObject, isNames: boolean): JsonObject {
  const kept = Object.entries(schema).filter(([key]) => isNames || !unchecked.has(key))
  return Object.fromEntries(kept.map(([key, value]) => [key, cleanValue(key, value, isNames)]))
}

function cleanValue(key: string, value: unknown, isNames: boolean): unknown {
  if (!isNames && words.has(key) && typeof value === 'string') return plainLabel(value, limits.description)
  if (!isNames && values.has(key)) return value
  if (Array.isArray(value)) return value.map((item: unknown) => (isObject(item) ? clean(item, false) : item))
  return isObject(value) ? clean(value, !isNames && namesBelow.has(key)) : value
}

export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
