import { z } from 'zod'

/** What an entity of the graph can be. A name whose type nobody knows has none. */
export const EntityType = z.enum([
  'technology',
  'concept',
  'stage',
  'shortcut',
  'storage',
  'framework',
  'model',
  'layer',
  'priority',
  'tool',
  'metric',
  'person',
  'organisation',
  'place',
  'event',
  'document',
])
export type EntityType = z.infer<typeof EntityType>

/** A name as it stands in the documents, with the type it was found with. */
export interface Mention {
  readonly name: string
  readonly type?: EntityType | undefined
}
