import type { DocumentFacts } from './document-facts'
import type { DocumentShare } from './document-share'

/** Raised whenever the same document would give another share: older ones are then made anew. */
export const graphShareVersion = 2

/** All that one document contributes to the knowledge graph, as it is kept beside its text. */
export interface GraphShare {
  readonly version: number
  readonly documentId: string
  /** The indexing whose chunks `links.passages` names. */
  readonly revision: string
  readonly title: string
  /** For the search: which names stand in which passages. */
  readonly links: DocumentShare
  /** For people: things and what is said of them. Its passages are those of `links`, by place. */
  readonly facts: DocumentFacts
}
