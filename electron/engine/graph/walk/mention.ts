import type { EntityType } from '@shared/graph'

/** A name as it stands in the documents, with the type it was found with. */
export interface Mention {
  readonly name: string
  readonly type?: EntityType | undefined
}
