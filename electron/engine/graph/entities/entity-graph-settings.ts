/** What the graph of entities is made by. */
export interface EntityGraphSettings {
  /** What is named this often at least is shown whatever it is; what is named less must have more to it. */
  readonly minMentions: number
  /** Characters that names stand together within. */
  readonly window: number
  /** Names looked at on either side of a name: in a table of names not all stand together. */
  readonly maxNeighbours: number
  /** Passages two names must stand together in. */
  readonly minSharedPassages: number
  /** Association, 0 to 1, that makes an edge. */
  readonly minAssociation: number
  /** Edges of mere association an entity has by its own; others may still choose it. */
  readonly maxAssociations: number
  /** Edges that an entity without any other gets for standing with something in fewer passages than that. */
  readonly maxLooseEdges: number
  /** What an association of 1 weighs, beside 1 for what one passage states. */
  readonly associationWeight: number
  /** Chance of PageRank's walker at each step of starting anew. */
  readonly restart: number
}

export const entityGraphSettings: EntityGraphSettings = {
  minMentions: 2,
  window: 300,
  maxNeighbours: 32,
  minSharedPassages: 2,
  minAssociation: 0.1,
  maxAssociations: 10,
  maxLooseEdges: 2,
  associationWeight: 0.5,
  restart: 0.15,
}
