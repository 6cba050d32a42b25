import type { PostProcessor } from '../chain'
import type { Passage } from '../passage'

/**
 * Keeps one of several passages that say the same: same chunk id, or same text apart from case, width and spacing. The
 * survivor takes over the placements of the others, so that a copied document does not lose rank to its copy.
 */
export const dedup: PostProcessor = {
  name: 'dedup',
  process(passages) {
    const kept = new Map<string, Passage>()
    for (const passage of passages) {
      const key = normalised(passage.chunk.text)
      const known = kept.get(key)
      kept.set(key, known ? { ...known, placements: bestPerList(known, passage) } : passage)
    }
    return [...kept.values()]
  },
}

function normalised(text: string): string {
  return text.normalize('NFKC').toLowerCase().replace(/\s+/gu, ' ')
}

function bestPerList(a: Passage, b: Passage): Passage['placements'] {
  const best = new Map(a.placements.map((placement) => [placement.list, placement]))
  for (const placement of b.placements) {
    const known = best.get(placement.list)
    if (!known || placement.rank < known.rank) best.set(placement.list, placement)
  }
  return [...best.values()]
}
