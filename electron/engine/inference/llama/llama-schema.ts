import { CairnError } from '@shared/errors'
import type { GbnfJsonSchema } from 'node-llama-cpp'
import { z } from 'zod'

type Kind = 'string' | 'number' | 'integer' | 'boolean' | 'null'

const Kind = z.enum(['string', 'number', 'integer', 'boolean', 'null'])
const Literal = z.union([z.string(), z.number(), z.boolean(), z.null()])
const size = z.number().int().nonnegative().optional()

const Schema = z.looseObject({
  type: z.union([z.string(), z.array(z.string())]).optional(),
  const: Literal.optional(),
  enum: z.array(Literal).min(1).optional(),
  anyOf: z.array(z.unknown()).min(1).optional(),
  oneOf: z.array(z.unknown()).min(1).optional(),
  properties: z.record(z.string(), z.unknown()).optional(),
  items: z.unknown().optional(),
  minLength: size,
  maxLength: size,
  minItems: size,
  maxItems: size,
})

/** The most repetitions in a grammar. A longer limit is left to the reader of the output. */
const maxRepetitions = 1000

/**
 * What the grammar of node-llama-cpp can keep to, of a JSON Schema: every property is always there, in the schema's order;
 * ranges of numbers, patterns and lengths beyond a thousand are not kept. Throws CairnError INVALID_INPUT for what it
 * cannot express at all.
 */
export function toGrammarSchema(schema: unknown): GbnfJsonSchema {
  const parsed = Schema.safeParse(schema)
  if (!parsed.success) throw notExpressible('it is no JSON Schema')
  const { data } = parsed
  if (data.const !== undefined) return { const: data.const }
  if (data.enum) return { enum: data.enum }
  const choices = data.anyOf ?? data.oneOf
  if (choices) return { oneOf: choices.map(toGrammarSchema) }
  if (Array.isArray(data.type)) {
    const kinds = data.type
    const simple = kinds.flatMap((kind): Kind[] => (Kind.safeParse(kind).success ? [Kind.parse(kind)] : []))
    if (simple.length === kinds.length) return { type: simple }
    return { oneOf: kinds.map((type) => toGrammarSchema({ ...data, type })) }
  }
  if (data.type === 'object') {
    const properties = Object.entries(data.properties ?? {})
    return {
      type: 'object',
      properties: Object.fromEntries(properties.map(([name, of]) => [name, toGrammarSchema(of)])),
    }
  }
  if (data.type === 'array') {
    if (data.items === undefined) throw notExpressible('it has a list of anything')
    return { type: 'array', items: toGrammarSchema(data.items), ...limits('Items', data.minItems, data.maxItems) }
  }
  if (data.type === 'string') return { type: 'string', ...limits('Length', data.minLength, data.maxLength) }
  const kind = Kind.safeParse(data.type)
  if (kind.success) return { type: kind.data }
  throw notExpressible(`it has a value of the type ${JSON.stringify(data.type)}`)
}

function limits(of: 'Items' | 'Length', least: number | undefined, most: number | undefined) {
  return {
    ...(least !== undefined && least <= maxRepetitions && { [`min${of}`]: least }),
    ...(most !== undefined && most <= maxRepetitions && { [`max${of}`]: most }),
  }
}

function notExpressible(why: string): CairnError {
  return new CairnError(
    'INVALID_INPUT',
    `The model cannot be held to this schema: ${why}.`,
    'Use objects with fixed properties, lists, strings, numbers, booleans and choices.',
  )
}
