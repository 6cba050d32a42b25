/**
 * What a search of the graph weighs. Round values near where HotpotQA-100 and MuSiQue-100 (`cairn bench multihop`) both do
 * well. They were chosen with both sets in view, so the figures of these sets flatter them.
 */
export interface GraphSearchSettings {
  /** A name in more passages than this links nothing. */
  readonly maxPassages: number
  /** Passages a walk may visit at most, which bounds its time in any library. */
  readonly maxVisited: number
  /** Chance at each step of the walk of starting anew. */
  readonly restart: number
  /** Share of the walk's starts that goes to what the hybrid search found, where the question has names. */
  readonly hybridStarts: number
  /** How much a passage without any other word of the question draws the walk, beside 1 for one with all of them… */
  readonly minDraw: number
  /** …and how steeply that rises; 0 for a walk that no word steers. */
  readonly steering: number
  /** What the hybrid score counts beside the square root of the walk's, both relative to their best. */
  readonly hybridShare: number
  /** Best passages of a hop that the next one starts from. */
  readonly hopStarts: number
  /** What a hop adds to a score, in the same measure: the second, and each one behind it. */
  readonly hopWeights: readonly number[]
  /** A link's worth by itself, and what all words still asked for would add to it. */
  readonly linkWorth: number
  readonly wordsWorth: number
  /** A link's worth where the other passage merely names what one about it would earn 1 for. */
  readonly minAbout: number
  /** Exponent of a linking name's rarity. */
  readonly rarityPower: number
  /** Passages a search hands back at most. */
  readonly maxHits: number
  /** Passages at the head of the hybrid ranking that stay there. */
  readonly hybridFirst: number
}

export const graphSearchSettings: GraphSearchSettings = {
  maxPassages: 200,
  maxVisited: 3000,
  restart: 0.3,
  hybridStarts: 0.1,
  minDraw: 0.1,
  steering: 0.5,
  hybridShare: 0.3,
  hopStarts: 6,
  hopWeights: [2, 1],
  linkWorth: 0.5,
  wordsWorth: 0.5,
  minAbout: 0.4,
  rarityPower: 1.5,
  maxHits: 100,
  hybridFirst: 2,
}
