import type { Library } from '../entity-library'
import { type Lists, listsOf } from '../lists'

/** Every place that an entity is named at, as columns, in reading order. Offsets are those of the passage's text. */
export interface Places {
  readonly entity: Int32Array
  readonly passage: Int32Array
  readonly start: Int32Array
  readonly end: Int32Array
  /** Passage `p` holds the places `ofPassage[p]` to `ofPassage[p + 1] - 1`. */
  readonly ofPassage: Int32Array
  /** Entity → places, in reading order. */
  readonly ofEntity: Lists
}

/** The places of those entities that `kept` numbers. */
export function readPlaces(library: Library, kept: Int32Array, entities: number): Places {
  const rows = library.parts.flatMap(({ firstPassage, resolved, mentions }) =>
    mentions.flatMap(([name, passage, start, end]) => {
      const entity = kept[resolved[name] ?? -1] ?? -1
      return entity < 0 ? [] : [{ entity, passage: firstPassage + passage, start, end }]
    }),
  )
  const columns = {
    entity: Int32Array.from(rows, ({ entity }) => entity),
    passage: Int32Array.from(rows, ({ passage }) => passage),
    start: Int32Array.from(rows, ({ start }) => start),
    end: Int32Array.from(rows, ({ end }) => end),
  }
  return withLists(columns, library.passageIds.length, entities)
}

/** Places in reading order, with the lists of each passage and each entity. */
export function withLists(columns: Omit<Places, 'ofPassage' | 'ofEntity'>, passages: number, entities: number): Places {
  const { entity, passage } = columns
  const places = entity.map((_, place) => place)
  return {
    ...columns,
    ofPassage: listsOf(passages, passage, passage).start,
    ofEntity: listsOf(entities, entity, places),
  }
}
