export const entityGraphSettings = {
  /** An entity that is named this often is shown in any case; a rarer entity must have more to it. */
  minMentions: 2,
  /** Characters that names stand together within. */
  window: 300,
  /** Names looked at on either side of a name: in a table of names not all stand together. */
  maxNeighbours: 32,
  /** Passages two names must stand together in. */
  minSharedPassages: 2,
  /** Association, 0 to 1, that makes an edge. */
  minAssociation: 0.1,
  /** Edges of mere association that an entity chooses; other entities may still choose it. */
  maxAssociations: 10,
  /** Edges of an entity that has no other edge, for standing with something in fewer passages than `minSharedPassages`. */
  maxLooseEdges: 2,
  /** What an association of 1 weighs, beside 1 for what one passage states. */
  associationWeight: 0.5,
  /** Chance at each step that PageRank's walker starts anew. */
  restart: 0.15,
}
export type EntityGraphSettings = Readonly<typeof entityGraphSettings>
