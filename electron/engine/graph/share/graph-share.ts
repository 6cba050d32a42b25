import type { EntityType } from '@shared/graph'
import type { DocumentShare } from './document-share'

/** A name as it stands in the documents, with the type it was found with. */
export interface Mention {
  readonly name: string
  readonly type?: EntityType | undefined
}

/** Identifies a name with its type. The key of an entity is that of the first of its names. */
export function mentionKey({ name, type }: Mention): string {
  return `${name}\n${type ?? ''}`
}

/**
 * What one document says about things, as a plain value that can be written as JSON. Passages are counted from 0 in reading
 * order; `start` and `end` are 0-based half-open UTF-16 offsets into the passage's text.
 */
export interface DocumentFacts {
  /** Every name it has, each with its type once; the rest refers to them by place. */
  readonly names: readonly Mention[]
  /** Every place a name stands at, in reading order. */
  readonly mentions: readonly (readonly [name: number, passage: number, start: number, end: number])[]
  /** What is stated, and the sentence that states it. `kind` is a place in `RelationKind.options`. */
  readonly relations: readonly (readonly [
    source: number,
    kind: number,
    target: number,
    passage: number,
    start: number,
    end: number,
  ])[]
  /** Short forms it explains: "Large Language Model (LLM)". */
  readonly definitions: readonly (readonly [short: number, long: number])[]
  /** How likely each name is one that somebody would look for, 0 to 1; for names beyond its end, and where it is absent, 1. */
  readonly worth?: readonly number[]
}

export type MentionRow = DocumentFacts['mentions'][number]
export type RelationRow = DocumentFacts['relations'][number]

/** Raised whenever the same document would give another share: older ones are then made anew. */
export const graphShareVersion = 5

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
