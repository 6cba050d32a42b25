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
  const most = library.parts.reduce((sum, { mentions }) => sum + mentions.length, 0)
  const columns = {
    entity: new Int32Array(most),
    passage: new Int32Array(most),
    start: new Int32Array(most),
    end: new Int32Array(most),
  }
  let count = 0
  for (const { firstPassage, resolved, mentions } of library.parts) {
    for (const [name, passage, start, end] of mentions) {
      const entity = kept[resolved[name] ?? -1] ?? -1
      if (entity < 0) continue
      columns.entity[count] = entity
      columns.passage[count] = firstPassage + passage
      columns.start[count] = start
      columns.end[count] = end
      count += 1
    }
  }
  const entity = columns.entity.slice(0, count)
  const passage = columns.passage.slice(0, count)
  return {
    entity,
    passage,
    start: columns.start.slice(0, count),
    end: columns.end.slice(0, count),
    ofPassage: listsOf(library.passageIds.length, passage, passage).start,
    ofEntity: listsOf(
      entities,
      entity,
      entity.map((_, place) => place),
    ),
  }
}
