import type { Mention } from '../../walk/mention'
import type { StatedKind } from '../asking/extraction-schema'

/** What a model found in one passage. Offsets are 0-based half-open UTF-16 offsets into its text. */
export interface PassageFacts {
  /** As they are written there; the rest refers to them by place. */
  readonly names: readonly Mention[]
  /** In reading order. */
  readonly mentions: readonly (readonly [name: number, start: number, end: number])[]
  /** With the sentence that states it; the whole passage where no sentence holds both names. */
  readonly relations: readonly (readonly [
    source: number,
    kind: StatedKind,
    target: number,
    start: number,
    end: number,
  ])[]
}
