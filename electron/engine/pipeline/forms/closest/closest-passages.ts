import { AnswerWriter, type CitedAnswer, type Quote } from '@engine/answer/citations/cite'
import { type Scored, scoreCandidates } from '@engine/answer/sentences/score-sentences'
import type { Passage } from '@engine/retrieval/passage'
import { answerLanguage, type QuestionWithEvidence } from '../../turn'
import { searchIn, type SearchRooms } from '../../answering/answer-part'
import { answerWords } from '../../wording/answer-words'
import { whyNotFound } from '../../wording/refusal-words'

const mostCards = 4
/** Sentences of the passage that ranks first: it holds the answer more often than all the others together. */
const mostOfFirst = 4
const mostOfOthers = 3
/** A list that may be the answer stays whole. */
const mostUnlikely = 12

/**
 * The passages that come closest to a question, of as many documents as there are, each by the sentences that say most of what
 * is asked; null where there are none. Nothing is claimed of them. `unlikely`: what would have led an answer, had it been likelier.
 */
export async function composeClosest(
  question: QuestionWithEvidence,
  unlikely: readonly Quote[],
  rooms: SearchRooms,
  signal: AbortSignal,
): Promise<CitedAnswer | null> {
  const {
    request,
    rewrite: { asked },
    basis: { retrieved, ids },
  } = question
  const { passages } = retrieved
  const scored = await scoreCandidates(searchIn(question, rooms, signal), asked.type)
  const telling = withFirst(unlikely, tellingSentences(passages, scored))
  if (telling.length === 0) return null
  const writer = new AnswerWriter(passages, ids.passages)
  const language = answerLanguage(request)
  writer.say(`${answerWords[language].closest}\n`)
  for (const sentence of telling) {
    writer.say('\n- ')
    writer.quote(sentence)
  }
  const notices = whyNotFound({ ...retrieved, ...retrieved.unread }, language)
  if (notices.length > 0) writer.say(`\n\n${notices.join(answerWords[language].marks.space)}`)
  return { ...writer.done(), outcome: 'closest' }
}

/** The telling sentences, and beside them in the same passages what would have led an answer. In the order of the passages. */
function withFirst(first: readonly Quote[], telling: readonly Quote[]): readonly Quote[] {
  const shown = first.filter(({ passage }) => telling.some((one) => one.passage === passage)).slice(0, mostUnlikely)
  const isShown = ({ passage, start, end }: Quote) =>
    shown.some((one) => one.passage === passage && one.start <= start && end <= one.end)
  const rank = new Map(telling.map(({ passage }, at) => [passage, at]))
  return [...shown, ...telling.filter((one) => !isShown(one))].toSorted(
    (a, b) => (rank.get(a.passage) ?? 0) - (rank.get(b.passage) ?? 0) || a.start - b.start,
  )
}

/** Of each card's passage the sentences that say most, in the order of the text. */
function tellingSentences(passages: readonly Passage[], scored: readonly Scored[]): Scored[] {
  const best = passages.map((_, at) =>
    scored.filter((one) => one.passage === at && !one.heads).toSorted((a, b) => b.score - a.score),
  )
  const cards = cardsOf(passages.flatMap(({ chunk }, at) => (best[at]?.length ? { at, document: chunk.doc_id } : [])))
  return cards.flatMap((at, card) =>
    (best[at] ?? []).slice(0, card === 0 ? mostOfFirst : mostOfOthers).toSorted((a, b) => a.start - b.start),
  )
}

/** One passage of a document, and where that leaves room the next ones of the same documents. In the order of the passages. */
function cardsOf(passages: readonly { readonly at: number; readonly document: string }[]): number[] {
  const isFirst = ({ document }: { readonly document: string }, at: number) =>
    passages.findIndex((one) => one.document === document) === at
  const ofDocuments = passages.filter(isFirst)
  const others = passages.filter((one, at) => !isFirst(one, at))
  return [...ofDocuments, ...others]
    .slice(0, mostCards)
    .map(({ at }) => at)
    .toSorted((a, b) => a - b)
}
