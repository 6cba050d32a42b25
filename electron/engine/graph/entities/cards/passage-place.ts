import type { Span } from '@engine/text/sentences/sentences'
import type { EntityGraph } from '../entity-graph'

/** A place `[start, end)` in a passage's text, by ids. */
export interface PassagePlace extends Span {
  readonly passageId: string
  readonly documentId: string
}

/** A stretch of a passage by the passage's number. */
export interface Stretch extends Span {
  readonly passage: number
}

export function passagePlace(graph: EntityGraph, { passage, start, end }: Stretch): PassagePlace {
  return {
    passageId: graph.passageIds[passage] ?? '',
    documentId: graph.documents[graph.documentOf[passage] ?? 0]?.id ?? '',
    start,
    end,
  }
}

/** The sentences that state an edge; none for one of mere association. */
export function sentencesOf({ edges: { evidence } }: EntityGraph, edge: number): Stretch[] {
  const stretches: Stretch[] = []
  for (let at = evidence.of[edge] ?? 0; at < (evidence.of[edge + 1] ?? 0); at += 1) {
    stretches.push({ passage: evidence.passage[at] ?? 0, start: evidence.start[at] ?? 0, end: evidence.end[at] ?? 0 })
  }
  return stretches
}

export function stretchAt({ places }: EntityGraph, place: number): Stretch {
  return { passage: places.passage[place] ?? 0, start: places.start[place] ?? 0, end: places.end[place] ?? 0 }
}
