import { z } from 'zod'

/** The parts of a JSON schema that Cairn's prompts use. */
const Schema = z.object({
  type: z.string().optional(),
  enum: z.array(z.unknown()).optional(),
  properties: z.record(z.string(), z.unknown()).optional(),
})

/**
 * The reply that says least and still fits a schema: empty strings and lists, zeros, the first of the choices or the empty
 * one. `said` is what the outermost object says instead, where the schema has such properties.
 */
export function schemaReply(schema: unknown, said: Readonly<Record<string, unknown>> = {}): unknown {
  const { type, enum: choices, properties } = Schema.safeParse(schema).data ?? {}
  if (choices) return choices.includes('') ? '' : choices[0]
  if (properties) {
    const entries = Object.entries(properties)
    return Object.fromEntries(entries.map(([name, inner]) => [name, said[name] ?? schemaReply(inner)]))
  }
  switch (type) {
    case 'string':
      return ''
    case 'array':
      return []
    case 'number':
    case 'integer':
      return 0
    case 'boolean':
      return false
    default:
      return {}
  }
}
