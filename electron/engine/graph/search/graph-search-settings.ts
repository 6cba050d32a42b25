/** What a search of the graph weighs: round values near where HotpotQA-100 and MuSiQue-100 both do well. */
export const graphSearchSettings = {
  /** A name in more passages than this links nothing. */
  maxPassages: 200,
  /** Passages a walk may visit at most, which bounds its time in any library. */
  maxVisited: 3000,
  /** Chance at each step of the walk of starting anew. */
  restart: 0.3,
  /** Share of the walk's starts that goes to what the hybrid search found, where the question has names. */
  hybridStarts: 0.1,
  /** How much a passage without any other word of the question draws the walk, beside 1 for a passage with all of them… */
  minDraw: 0.1,
  /** …and how steeply that rises; 0 for a walk that no word steers. */
  steering: 0.5,
  /** What the hybrid score counts beside the square root of the walk's, both relative to their best. */
  hybridShare: 0.3,
  /** Best passages of a hop that the next hop starts from. */
  hopStarts: 6,
  /** What a hop adds to a score, in the same measure: the second, and each hop behind it. */
  hopWeights: [2, 1],
  /** A link's worth by itself, and what all words still asked for would add to it. */
  linkWorth: 0.5,
  wordsWorth: 0.5,
  /** A link's worth where the other passage merely mentions the name, beside 1 where the passage is about it. */
  minAbout: 0.4,
  /** Exponent of a linking name's rarity. */
  rarityPower: 1.5,
  /** Passages a search hands back at most. */
  maxHits: 100,
  /** Passages at the head of the hybrid ranking that stay there. */
  hybridFirst: 2,
}
