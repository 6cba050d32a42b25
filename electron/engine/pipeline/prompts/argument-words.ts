import { z } from 'zod'

const Schema = z.object({
  type: z.union([z.string(), z.array(z.string())]).optional(),
  format: z.string().optional(),
  description: z.string().optional(),
  const: z.unknown().optional(),
  enum: z.array(z.unknown()).optional(),
  get properties() {
    return z.record(z.string(), Schema).optional()
  },
  get items() {
    return Schema.optional()
  },
  get anyOf() {
    return z.array(Schema).optional()
  },
  get oneOf() {
    return z.array(Schema).optional()
  },
})
type Schema = z.infer<typeof Schema>

/** Longer lists are cut off: what a tool with so many arguments needs said, it says itself. In UTF-16 units. */
const most = 3000

/**
 * The arguments of a tool in lines that a model can read. The grammar that holds it to a JSON Schema tells it neither what the values mean nor
 * which there are. Empty for a schema that is none.
 */
export function argumentLines(schema: unknown): string {
  const parsed = Schema.safeParse(schema)
  if (!parsed.success) return ''
  const said = new Set<string>()
  const lines = (parsed.data.oneOf ?? [parsed.data]).map((one) => `- ${objectWords(one, said)}`)
  return lines.join('\n').slice(0, most)
}

/** Each explanation is given once: several forms may have the same argument. */
function objectWords({ properties = {} }: Schema, said: Set<string>): string {
  const each = Object.entries(properties).map(([name, of]) => {
    const { description } = (of.anyOf ?? []).find((one) => one.description !== undefined) ?? of
    const explained = of.description ?? description
    const isNew = explained !== undefined && !said.has(explained)
    if (explained !== undefined) said.add(explained)
    return `"${name}": ${valueWords(of, said)}${isNew ? ` (${explained})` : ''}`
  })
  return `{${each.join(', ')}}`
}

function valueWords(schema: Schema, said: Set<string>): string {
  if (schema.const !== undefined) return JSON.stringify(schema.const)
  if (schema.enum) return schema.enum.map((value) => JSON.stringify(value)).join(' | ')
  const choices = schema.anyOf ?? schema.oneOf
  if (choices) return choices.map((one) => valueWords(one, said)).join(' | ')
  if (schema.items) return `[${valueWords(schema.items, said)}, …]`
  if (schema.properties) return objectWords(schema, said)
  if (schema.format === 'date') return 'YYYY-MM-DD'
  return [schema.type ?? 'any'].flat().join(' | ')
}
