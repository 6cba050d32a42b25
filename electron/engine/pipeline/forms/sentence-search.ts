import type { SentenceSearch } from '@engine/answer/sentences/score-sentences'
import { keyTermsOf } from '@engine/retrieval/question/key-terms'
import type { PipelineRooms, QuestionWithEvidence } from '../turn'

export type SearchRooms = Pick<PipelineRooms, 'answerEmbedder' | 'terms' | 'index'>

/** What the sentences of the evidence are searched for. */
export function searchIn(
  { rewrite: { standalone, queries }, basis }: QuestionWithEvidence,
  { answerEmbedder: embedder, terms, index: { statistics } }: SearchRooms,
  signal: AbortSignal,
): SentenceSearch {
  const keyTerms = keyTermsOf(standalone, terms, statistics)
  const wordings = [standalone, ...queries.map(({ text }) => text)]
  return { queries: wordings, keyTerms, passages: basis.retrieved.passages, embedder, statistics, signal }
}
