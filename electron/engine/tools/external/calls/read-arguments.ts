import { isObject, type JsonObject } from '../listing/clean-schema'
import { forbiddenArgument } from './call-failures'

/** What the words behind a mention say of a tool's arguments. */
export type ReadArguments =
  | { readonly is: 'arguments'; readonly args: JsonObject }
  /** A value that is there and is not of its type. */
  | { readonly is: 'wrong'; readonly argument: string; readonly type: string }
  | { readonly is: 'no json' }

const quoted = /^"((?:\\.|[^"\\])*)"$|^'([^']*)'$|^“([^”]*)”$|^「([^」]*)」$/u
const sign = String.raw`\s*[=:：＝]\s*`

/**
 * Reads arguments as JSON (`{"path": "a.txt"}`), as `name: value` or `name=value` one after another, or, where a tool needs a single text, as all
 * of the words, or, where it needs numbers alone, as just so many numbers in their order.
 */
export function readArguments(words: string, schema: JsonObject): ReadArguments {
  if (words === '') return { is: 'arguments', args: {} }
  if (words.startsWith('{')) {
    const value = jsonOrUndefined(words)
    return isObject(value) ? { is: 'arguments', args: value } : { is: 'no json' }
  }
  const properties = propertiesOf(schema)
  const named = readNamed(words, [...properties.keys()])
  if (named.size > 0) return readValues(named, properties)
  const numbers = numbersInOrder(words, schema, properties)
  if (numbers) return { is: 'arguments', args: numbers }
  const only = onlyText(schema, properties)
  return only === null ? { is: 'arguments', args: {} } : { is: 'arguments', args: { [only]: unquoted(words) } }
}

/** By the names of a schema; a Map, because a name may be anything. */
export function propertiesOf(schema: JsonObject): Map<string, JsonObject> {
  const { properties } = schema
  if (!isObject(properties)) return new Map()
  return new Map(Object.entries(properties).map(([name, property]) => [name, isObject(property) ? property : {}]))
}

export function requiredOf(schema: JsonObject): string[] {
  const { required } = schema
  return Array.isArray(required) ? required.filter((name): name is string => typeof name === 'string') : []
}

/** The argument that takes all of the words: the only one required, or the only one there is, if it is a text. */
function onlyText(schema: JsonObject, properties: ReadonlyMap<string, JsonObject>): string | null {
  const required = requiredOf(schema)
  const [name, more] = required.length > 0 ? required : [...properties.keys()]
  if (name === undefined || more !== undefined) return null
  return typeOf(properties.get(name) ?? {}) === 'string' ? name : null
}

/** “3 and 4” for two numbers; null where other arguments are needed, or other numbers are there. */
function numbersInOrder(
  words: string,
  schema: JsonObject,
  properties: ReadonlyMap<string, JsonObject>,
): JsonObject | null {
  const names = requiredOf(schema)
  const areNumbers = names.every((name) => ['number', 'integer'].includes(typeOf(properties.get(name) ?? {})))
  const parts = words.split(/\s*[,，;；、]\s*|\s+(?:and\s+)?|\s*[和与]\s*/iu)
  if (names.length === 0 || !areNumbers || parts.length !== names.length) return null
  const values = names.map((name, at) => valueOf(parts[at] ?? '', properties.get(name) ?? {}))
  return values.includes(undefined) ? null : Object.fromEntries(names.map((name, at) => [name, values[at]]))
}

/** Values by name. A name counts at the beginning, or behind a space or a comma. */
function readNamed(words: string, names: readonly string[]): Map<string, string> {
  const values = new Map<string, string>()
  if (names.length === 0) return values
  const longestFirst = names.toSorted((a, b) => b.length - a.length).map((name) => escaped(name))
  const beginning = new RegExp(`(?<=^|[\\s,，;；])(${longestFirst.join('|')})${sign}`, 'giu')
  const found = [...words.matchAll(beginning)].filter(({ index }) => !isQuotedAt(words, index))
  if (found[0]?.index !== 0) return values
  found.forEach((match, place) => {
    const name =
      names.find((one) => one === match[1]) ?? names.find((one) => one.toLowerCase() === match[1]?.toLowerCase())
    const value = words.slice(match.index + match[0].length, found[place + 1]?.index ?? words.length)
    if (name !== undefined)
      values.set(
        name,
        value
          .trim()
          .replace(/[,，;；]$/u, '')
          .trim(),
      )
  })
  return values
}

function readValues(named: ReadonlyMap<string, string>, properties: ReadonlyMap<string, JsonObject>): ReadArguments {
  const args: [string, unknown][] = []
  for (const [name, text] of named) {
    const property = properties.get(name) ?? {}
    const value = valueOf(text, property)
    if (value === undefined) return { is: 'wrong', argument: name, type: typeOf(property) }
    args.push([name, value])
  }
  return { is: 'arguments', args: Object.fromEntries(args) }
}

/** Undefined where a text is no value of the property's type. */
function valueOf(text: string, property: JsonObject): unknown {
  switch (typeOf(property)) {
    case 'integer':
    case 'number':
      return /^[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?$/iu.test(text) ? Number(text) : undefined
    case 'boolean':
      if (/^(?:true|yes|on|是|真)$/iu.test(text)) return true
      return /^(?:false|no|off|否|假)$/iu.test(text) ? false : undefined
    case 'array': {
      const value = text.startsWith('[') ? jsonOrUndefined(text) : text.split(/\s*[,，;；]\s*/u).map(unquoted)
      return Array.isArray(value) ? value : undefined
    }
    case 'object': {
      const value = jsonOrUndefined(text)
      return isObject(value) ? value : undefined
    }
    default:
      return choiceOf(unquoted(text), property)
  }
}

/** A choice is found whatever its capitals. */
function choiceOf(text: string, { enum: choices }: JsonObject): string {
  if (!Array.isArray(choices)) return text
  const texts = choices.filter((one): one is string => typeof one === 'string')
  return texts.find((one) => one.toLowerCase() === text.toLowerCase()) ?? text
}

function typeOf({ type }: JsonObject): string {
  const types = Array.isArray(type) ? type.filter((one) => one !== 'null') : [type]
  return typeof types[0] === 'string' ? types[0] : 'string'
}

function unquoted(text: string): string {
  const match = quoted.exec(text)
  if (!match) return text
  const [, doubled] = match
  if (doubled !== undefined) {
    const value = jsonOrUndefined(`"${doubled}"`)
    return typeof value === 'string' ? value : doubled
  }
  return match[2] ?? match[3] ?? match[4] ?? text
}

function isQuotedAt(words: string, place: number): boolean {
  return (words.slice(0, place).match(/(?<!\\)"/gu)?.length ?? 0) % 2 === 1
}

function escaped(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\/]/gu, String.raw`\$&`)
}

function jsonOrUndefined(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (thrown) {
    if (thrown instanceof SyntaxError) return undefined
    throw thrown
  }
}

/** Throws CairnError INVALID_INPUT for a name that would change what arguments are copied into. */
export function refusePrototypes(args: unknown): void {
  if (typeof args !== 'object' || args === null) return
  for (const [key, value] of Object.entries(args)) {
    if (key === '__proto__') {
      throw forbiddenArgument(key)
    }
    refusePrototypes(value)
  }
}
