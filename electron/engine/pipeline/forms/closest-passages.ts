import { AnswerWriter, type CitedAnswer } from '@engine/answer/citations/cite'
import { questionTypeOf } from '@engine/answer/sentences/question-type'
import { type Scored, scoreCandidates } from '@engine/answer/sentences/score-sentences'
import { keyTermsOf } from '@engine/retrieval/question/key-terms'
import type { AnswerRooms } from '../answering/answer-part'
import { answerLanguage, type QuestionWithEvidence } from '../turn'
import { answerWords } from '../wording/answer-words'

const mostShown = 4

/**
 * The passages that come closest to a question, one of a document, each by the sentence that says most of what is asked;
 * null where there are none. Nothing is claimed of them.
 */
export async function composeClosest(
  { request, rewrite, basis: { retrieved, ids } }: QuestionWithEvidence,
  { answerEmbedder: embedder, terms, index: { statistics } }: AnswerRooms,
  signal: AbortSignal,
): Promise<CitedAnswer | null> {
  const { passages } = retrieved
  const { standalone, queries } = rewrite
  const keyTerms = keyTermsOf(standalone, terms, statistics)
  const wordings = [standalone, ...queries.map(({ text }) => text)]
  const search = { queries: wordings, keyTerms, passages, embedder, statistics, signal }
  const scored = await scoreCandidates(search, questionTypeOf(standalone))
  const telling = new Map<string, Scored>()
  for (const [at, { chunk }] of passages.entries()) {
    if (telling.size >= mostShown) break
    if (telling.has(chunk.doc_id)) continue
    const [best] = scored.filter((one) => one.passage === at && !one.heads).toSorted((a, b) => b.score - a.score)
    if (best) telling.set(chunk.doc_id, best)
  }
  if (telling.size === 0) return null
  const writer = new AnswerWriter(passages, ids.passages)
  writer.say(`${answerWords[answerLanguage(request)].closest}\n`)
  for (const sentence of telling.values()) {
    writer.say('\n- ')
    writer.quote(sentence)
  }
  return { ...writer.done(), outcome: 'closest' }
}
