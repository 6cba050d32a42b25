import { z } from 'zod'

const Properties = z.record(z.string(), z.record(z.string(), z.unknown()))
const Choices = z.array(z.record(z.string(), z.unknown()))
const Names = z.array(z.string())

/**
 * A tool's JSON Schema as a model is held to it. Grammars have every property always there, so that one which may be absent can be null instead;
 * otherwise the model would have to invent it.
 */
export function schemaForModel(schema: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const choices = Choices.safeParse(schema['oneOf'])
  if (choices.success) return { ...schema, oneOf: choices.data.map(schemaForModel) }
  const properties = Properties.safeParse(schema['properties'])
  if (!properties.success) return { ...schema }
  const required = Names.safeParse(schema['required']).data ?? []
  const each = Object.entries(properties.data).map(([name, of]) => {
    const isThere = required.includes(name) || mayBeNull(of)
    return [name, isThere ? of : { anyOf: [of, { type: 'null' }] }] as const
  })
  return { ...schema, properties: Object.fromEntries(each), required: each.map(([name]) => name) }
}

function mayBeNull({ anyOf }: Readonly<Record<string, unknown>>): boolean {
  return (Choices.safeParse(anyOf).data ?? []).some(({ type }) => type === 'null')
}

/** What a model filled in, without the values that it left open. */
export function withoutNulls(args: unknown): unknown {
  const known = z.record(z.string(), z.unknown()).safeParse(args)
  if (!known.success) return args
  return Object.fromEntries(Object.entries(known.data).filter(([, value]) => value !== null))
}
