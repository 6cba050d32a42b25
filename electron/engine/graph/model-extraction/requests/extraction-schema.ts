import { EntityType, RelationKind } from '@shared/graph'
import type { JsonSchema } from '@engine/ports/models/language-model'

/** Relations a model may state: links and co-occurrence are not for it to say. */
export const StatedKind = RelationKind.exclude(['links_to', 'co_occurs'])
export type StatedKind = (typeof StatedKind.options)[number]

/** In one answer; what is beyond that is left out. */
export const maxEntities = 16
export const maxRelations = 12
/** In UTF-16 units. */
export const maxNameLength = 80

const name: JsonSchema = { type: 'string', maxLength: maxNameLength }

/** The form of an answer. Its lists have ends, so that a model that repeats itself still closes them. */
export const extractionSchema: JsonSchema = {
  type: 'object',
  properties: {
    entities: {
      type: 'array',
      maxItems: maxEntities,
      items: {
        type: 'object',
        properties: { name, type: { enum: [...EntityType.options, null] } },
        required: ['name', 'type'],
        additionalProperties: false,
      },
    },
    relations: {
      type: 'array',
      maxItems: maxRelations,
      items: {
        type: 'object',
        properties: {
          source: name,
          relation: { enum: [...StatedKind.options] },
          target: name,
          sentence: { type: 'integer' },
        },
        required: ['source', 'relation', 'target', 'sentence'],
        additionalProperties: false,
      },
    },
  },
  required: ['entities', 'relations'],
  additionalProperties: false,
}
