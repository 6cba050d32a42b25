import { z } from 'zod'
import { SESSION_SCHEMA_VERSION, SessionContext } from '@shared/session/session-context'
import { ModelContextRecord } from '../model-context/schema'

/**
 * The published schemas (JSON Schema 2020-12) of what an export holds. They say what each field may be; that references
 * lead somewhere and ids are not used twice is for `validateSessionContext` to say.
 */
export function publishedSchemas(): Record<'session-context' | 'model-context', Record<string, unknown>> {
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
