import { AjvJsonSchemaValidator } from '@modelcontextprotocol/sdk/validation/ajv'
import type { Bilingual } from '../../tool'
import { ToolFailure } from '../../tool-failure'
import type { JsonObject } from './clean-schema'
import { plainLabel } from './plain-label'

/** What is wrong with a value, in one line; null where nothing is. */
export type SchemaCheck = (value: unknown) => string | null

/**
 * A check against a clean schema, with the validator of the SDK (Ajv, JSON Schema 2020-12), made when it is first wanted: compiling takes longer
 * than reading a question, and most tools of a list are never called. Throws ToolFailure TOOL_FAILED where the schema itself is none; `what`
 * says of what it is. Each has a validator of its own, so that no schema refers to one of another tool.
 */
export function lazyCheck(schema: JsonObject, what: Bilingual): () => SchemaCheck {
  let made: SchemaCheck | null = null
  return () => (made ??= checkOf(schema, what))
}

function checkOf(schema: JsonObject, what: Bilingual): SchemaCheck {
  try {
    const validate = new AjvJsonSchemaValidator().getValidator(schema)
    return (value) => {
      const { valid, errorMessage } = validate(value)
      return valid ? null : plainLabel(errorMessage.replace(/\bdata\b\//gu, '').replace(/^data /u, ''), 300)
    }
  } catch (thrown) {
    const words = { en: `${what.en} are described by a schema that is none.`, zh: `${what.zh}的格式声明无效。` }
    const nextStep = { en: 'Ask without it, or tell its makers.', zh: '请不使用它提问，或告知其开发者。' }
    throw new ToolFailure('TOOL_FAILED', words, nextStep, { cause: thrown })
  }
}
