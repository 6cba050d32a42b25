import { readFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { Ajv2020 } from 'ajv/dist/2020'
import { describe, expect, test } from 'vitest'
import { validateSessionContext } from '@shared/session/validate-session'
import { ModelContextRecord } from '@engine/session/model-context/schema'
import { SESSION_SCHEMA_VERSION, SessionContext } from '@shared/session/session-context'
import { z } from 'zod'

const root = resolve(import.meta.dirname, '../../../..')
const schemas = publishedSchemas()

/**
 * The published schemas (JSON Schema 2020-12) of what an export holds. They say what each field may be; that references
 * lead somewhere and ids are not used twice is for `validateSessionContext` to say.
 */
function publishedSchemas(): Record<'session-context' | 'model-context', Record<string, unknown>> {
  return {
    'session-context': schemaOf(SessionContext, {
      $id: `https://cairn.invalid/schemas/session-context-${SESSION_SCHEMA_VERSION}.schema.json`,
      title: `Session context, schema ${SESSION_SCHEMA_VERSION}`,
    }),
    'model-context': schemaOf(z.array(ModelContextRecord), {
      $id: 'https://cairn.invalid/schemas/model-contexts.schema.json',
      title: 'The turns of a session as model contexts',
    }),
  }
}

function schemaOf(schema: z.ZodType, about: { $id: string; title: string }): Record<string, unknown> {
  // What is read, so that a field with a default may be missing. A refinement has no counterpart and is left out.
  const { $schema, ...fields } = z.toJSONSchema(schema, {
    target: 'draft-2020-12',
    io: 'input',
    unrepresentable: 'any',
  })
  return { $schema, ...about, ...fields }
}

/** Every text that lists alternatives (`a|b|c`) becomes its `nth` one, so that each is tried. */
function withAlternative(value: unknown, nth: number): unknown {
  if (Array.isArray(value)) return value.map((each) => withAlternative(each, nth))
  if (typeof value === 'object' && value !== null) {
    return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, withAlternative(each, nth)]))
  }
  if (typeof value !== 'string' || !value.includes('|')) return value
  const alternatives = value.split('|')
  return alternatives[nth % alternatives.length]
}

async function fullExample(nth: number): Promise<unknown> {
  const text = await readFile(join(root, 'tests/fixtures/session-context-full.json'), 'utf8')
  return withAlternative(JSON.parse(text), nth)
}

describe('the published schemas', () => {
  test.each(['session-context', 'model-context'] as const)('%s is what the code checks', async (name) => {
    // After a change: npx vitest run --project unit tests/unit/session/export/json-schemas.test.ts -u
    await expect(`${JSON.stringify(schemas[name], null, 2)}\n`).toMatchFileSnapshot(
      join(root, `resources/schemas/${name}.schema.json`),
    )
  })

  const validate = new Ajv2020({ strict: false, allErrors: true }).compile(schemas['session-context'])

  // Seven is the longest list of alternatives in it.
  test.each([0, 1, 2, 3, 4, 5, 6])(
    'the full example of the source is valid by schema and validator (alternative %i)',
    async (nth) => {
      const example = await fullExample(nth)
      expect(validate(example), JSON.stringify(validate.errors)).toBe(true)
      expect(validateSessionContext(example)).toMatchObject({ context: example as object })
    },
  )

  test('what the validator refuses field by field, the schema refuses', async () => {
    const example = (await fullExample(0)) as { session: { session_id?: string } }
    delete example.session.session_id
    expect(validate(example)).toBe(false)
  })
})
