import { RelationKind } from '@shared/graph'

/** Edges as columns: stated edges first, by source, kind and target, then associations. */
export interface GraphEdges {
  readonly source: Int32Array
  readonly target: Int32Array
  /** Place in `RelationKind.options`. */
  readonly kind: Uint8Array
  /** Of a stated edge, the number of its passages; of `co_occurs`, above 0 and at most `associationWeight`. */
  readonly weight: Float64Array
  readonly evidence: Evidence
}

/** The sentences that state edge `e` are at `of[e]` to `of[e + 1] - 1` of the columns; `co_occurs` has none. */
export interface Evidence {
  readonly of: Int32Array
  readonly passage: Int32Array
  readonly start: Int32Array
  readonly end: Int32Array
}

export const coOccurs = RelationKind.options.indexOf('co_occurs')

/** Two entities that stand together, the smaller number first. */
export interface Association {
  readonly a: number
  readonly b: number
  readonly weight: number
}

export function joinEdges(stated: GraphEdges, associations: readonly Association[]): GraphEdges {
  const from = stated.source.length
  const count = from + associations.length
  const edges = {
    source: new Int32Array(count),
    target: new Int32Array(count),
    kind: new Uint8Array(count).fill(coOccurs, from),
    weight: new Float64Array(count),
    evidence: { ...stated.evidence, of: new Int32Array(count + 1).fill(stated.evidence.passage.length) },
  }
  edges.source.set(stated.source)
  edges.target.set(stated.target)
  edges.kind.set(stated.kind)
  edges.weight.set(stated.weight)
  edges.evidence.of.set(stated.evidence.of)
  for (const [at, { a, b, weight }] of associations.entries()) {
    edges.source[from + at] = a
    edges.target[from + at] = b
    edges.weight[from + at] = weight
  }
  return edges
}

export function isStated({ kind }: GraphEdges, edge: number): boolean {
  return kind[edge] !== coOccurs
}

/** How firmly an edge holds its ends together: more passages count more, but ten times as many not ten times as much. */
export function strengthOf(edges: GraphEdges, edge: number): number {
  const weight = edges.weight[edge] ?? 0
  return isStated(edges, edge) ? 1 + Math.log(weight) : weight
}

export function otherEnd({ source, target }: GraphEdges, edge: number, entity: number): number {
  return (source[edge] === entity ? target[edge] : source[edge]) ?? 0
}
