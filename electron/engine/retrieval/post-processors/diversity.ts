import type { PostProcessor } from '../chain'
import type { Passage } from '../passage'

const maxPerDocument = 3
/** Other documents count as comparable while they reach this share of the passage they would replace. */
const comparable = 0.7

/** At most three passages a document while others score comparably; further ones step behind those and stay. */
export const diversity: PostProcessor = {
  name: 'diversity',
  process(passages) {
    const taken = new Map<string, number>()
    const first: Passage[] = []
    const crowded: Passage[] = []
    for (const passage of passages) {
      const count = taken.get(passage.chunk.doc_id) ?? 0
      taken.set(passage.chunk.doc_id, count + 1)
      if (count < maxPerDocument) first.push(passage)
      else crowded.push(passage)
    }
    return crowded.reduce<Passage[]>((ordered, passage) => insertBehindComparable(ordered, passage), first)
  },
}

function insertBehindComparable(ordered: Passage[], passage: Passage): Passage[] {
  const at = ordered.findLastIndex(
    (other) =>
      other.score >= passage.score ||
      (other.chunk.doc_id !== passage.chunk.doc_id && other.score >= passage.score * comparable),
  )
  return ordered.toSpliced(at + 1, 0, passage)
}
