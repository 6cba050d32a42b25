import { candidatesOf } from '../../answer/candidates'
import { cite, type CitedAnswer } from '../../answer/cite'
import { type AnswerSentence, extractAnswer } from '../../answer/extract'
import { leadWithShortAnswer } from '../../answer/short/lead-with'
import { keyTermsOf } from '../../retrieval/key-terms'
import { answerLanguage } from '../answer-language'
import { composeInForm } from '../composed-forms'
import { withGapNotice } from '../gap-notice'
import { refusals } from '../prompts/refusal'
import type { PipelineRooms, Retrieved, Rewrite, TurnRequest } from '../turn'

/** Composes the answer from the evidence; where no sentence answers, refuses and names the nearest documents. */
export async function composeAnswer(
  request: TurnRequest,
  rewrite: Rewrite,
  retrieved: Retrieved,
  evidenceIds: readonly string[],
  rooms: Pick<PipelineRooms, 'embedder' | 'terms' | 'index' | 'shortAnswers' | 'library'>,
  signal: AbortSignal,
): Promise<CitedAnswer> {
  const { passages } = retrieved
  const { embedder, terms, index, shortAnswers } = rooms
  const inForm = await composeInForm(request, rewrite, retrieved, evidenceIds, rooms, signal)
  if (inForm) return withGapNotice(inForm, request, rooms)
  const sentences: AnswerSentence[] = []
  const unanswered: string[] = []
  for (const part of rewrite.parts) {
    // A question that was not split is also judged by its rewrites and translations.
    const queries = rewrite.parts.length > 1 ? [part] : [rewrite.standalone, ...rewrite.queries.map(({ text }) => text)]
    const keyTerms = keyTermsOf(part, terms, index.statistics)
    const found = await extractAnswer(queries, keyTerms, passages, embedder, signal)
    if (found.length === 0) unanswered.push(part)
    sentences.push(...leadWithShortAnswer(part, found, passages, index.statistics, shortAnswers))
  }
  if (sentences.length === 0) return plain(refusal(request, retrieved, true))
  const answer = withGapNotice(cite(withoutRepeats(sentences), passages, evidenceIds), request, rooms)
  if (unanswered.length === 0) return answer
  const notice = refusals[answerLanguage(request)].partNotFound(unanswered)
  return { ...answer, response: `${answer.response}\n\n${notice}` }
}

/** What is said when composing takes too long: the first sentence of the best passage. */
export function quoteBest(request: TurnRequest, retrieved: Retrieved, evidenceIds: readonly string[]): CitedAnswer {
  const [first] = candidatesOf(retrieved.passages.slice(0, 1))
  if (!first) return plain(refusal(request, retrieved, true))
  return cite([{ ...first, listItem: first.item }], retrieved.passages, evidenceIds)
}

/** Two parts of a question may be answered by the same sentence. */
function withoutRepeats(sentences: readonly AnswerSentence[]): AnswerSentence[] {
  const first = new Map(
    sentences.map((sentence) => [`${sentence.passage}:${sentence.start}:${sentence.short ?? false}`, sentence]),
  )
  return [...first.values()]
}

/** Shortcut C in words, or that the search itself failed. */
export function refusal(request: TurnRequest, retrieved: Retrieved, hasDocuments: boolean): string {
  const words = refusals[answerLanguage(request)]
  if (retrieved.failed) return words.failed
  return hasDocuments ? words.notFound({ ...retrieved, ...retrieved.unread }) : words.empty
}

/** A response that cites nothing. */
export function plain(response: string): CitedAnswer {
  return { response, refs: [], evidence: [] }
}
