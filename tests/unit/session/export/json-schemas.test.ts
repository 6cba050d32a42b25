import { readFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { Ajv2020 } from 'ajv/dist/2020'
import { describe, expect, test } from 'vitest'
import { validateSessionContext } from '@shared/session/validate-session'
import { publishedSchemas } from '@engine/session/export/json-schemas'

const root = resolve(import.meta.dirname, '../../../..')
const schemas = publishedSchemas()

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
