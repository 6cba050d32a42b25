import type { Passage } from './passage'

/** Key-term coverage and cosine below which a passage is about something else. */
const floor = { coverage: 0.45, cosine: 0.3, weakCoverage: 0.35 }

/**
 * Whether a ranked passage can bear an answer: it covers enough of what the question is about, or is so similar in
 * wording that less coverage will do. The figures are provisional until they are learned from labelled data.
 */
export function isRelevant(passage: Passage): boolean {
  const { features } = passage
  if (!features) return false
  if (features.coverage >= floor.coverage) return true
  return features.cosine >= floor.cosine && features.coverage >= floor.weakCoverage
}
