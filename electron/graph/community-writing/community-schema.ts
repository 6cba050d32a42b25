import type { JsonSchema } from '../../ports/language-model'

/** In UTF-16 units. */
export const longestTitle = 80
export const longestSummary = 700

/** The form of an answer. Its texts have ends, so that a model that repeats itself still closes them. */
export const communitySchema: JsonSchema = {
  type: 'object',
  properties: {
    title: { type: 'string', maxLength: longestTitle },
    summary: { type: 'string', maxLength: longestSummary },
  },
  required: ['title', 'summary'],
  additionalProperties: false,
}
