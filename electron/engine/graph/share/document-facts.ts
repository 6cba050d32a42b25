import type { Mention } from '../walk/mention'

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
}
