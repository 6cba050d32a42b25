import type { JsonSchema } from '@engine/ports/models/language-model'
import type { Language } from '@engine/text/language'

/** The ends of an answer's texts by the language they are written in, in UTF-16 units: all of them fit into a call's tokens. */
export const maxLengths: Readonly<Record<Language, { readonly title: number; readonly summary: number }>> = {
  en: { title: 80, summary: 700 },
  zh: { title: 40, summary: 200 },
}

/** The form of an answer. Its texts have ends, so that a model that repeats itself still closes them. */
export function communitySchema(language: Language): JsonSchema {
  const { title, summary } = maxLengths[language]
  return {
    type: 'object',
    properties: {
      title: { type: 'string', maxLength: title },
      summary: { type: 'string', maxLength: summary },
    },
    required: ['title', 'summary'],
    additionalProperties: false,
  }
}
