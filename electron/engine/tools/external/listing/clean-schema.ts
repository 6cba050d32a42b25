import { z } from 'zod'
import type { Bilingual } from '../../tool'
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

const unfit = {
  noObject: { en: 'its schema is not that of an object', zh: '它的参数格式不是对象' },
  long: {
    en: `its schema is longer than ${limits.characters} characters`,
    zh: `它的参数格式超过 ${limits.characters} 个字符`,
  },
  deep: { en: `its schema is nested deeper than ${limits.depth}`, zh: `它的参数格式嵌套超过 ${limits.depth} 层` },
  badName: { en: 'its schema has a name that no argument may have', zh: '它的参数格式中有不允许的名称' },
} satisfies Record<string, Bilingual>

const Schema = z.looseObject({
  type: z.literal('object'),
  properties: z.record(z.string(), z.union([z.record(z.string(), z.unknown()), z.boolean()])).optional(),
  required: z.array(z.string()).optional(),
})

/** A schema of an object that may be shown and checked with, or why it may not. */
export function cleanSchema(value: unknown): { readonly schema: JsonObject } | { readonly unfit: Bilingual } {
  const parsed = Schema.safeParse(value)
  if (!parsed.success) return { unfit: unfit.noObject }
  const text = JSON.stringify(parsed.data)
  if (text.length > limits.characters) return { unfit: unfit.long }
  if (isNestedDeeperThan(limits.depth, text)) return { unfit: unfit.deep }
  if (text.includes('"__proto__"')) return { unfit: unfit.badName }
  return { schema: clean(parsed.data, false) }
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
