import { fillIn } from '@shared/note'
import { candidatesOf } from '@engine/answer/sentences/sentence-candidates'
import { AnswerWriter, cellWords, cite, type CitedAnswer, writeSentences } from '@engine/answer/citations/cite'
import type { AnswerSentence } from '@engine/answer/sentences/extract-answer'
import { leastLikely } from '@engine/answer/judgement/judge-answer'
import type { Passage } from '@engine/retrieval/passage'
import {
  answerLanguage,
  type Basis,
  type PipelineRooms,
  type QuestionWithEvidence,
  type Retrieved,
  type TurnRequest,
} from '../turn'
import { type AnswerRooms, answerPart } from '../answering/answer-part'
import { quotablePart } from '../answering/attempt'
import { composeClosest } from '../forms/closest-passages'
import { composeInForm, noneMention } from '../forms/composed-forms'
import { withGapNotice, withSpellingNotice } from '../answering/answer-notices'
import { answerWords } from '../wording/answer-words'
import { notFoundWords } from '../wording/refusal-words'
import { chatFormat } from '../forms/recall-chats'

type ComposeRooms = AnswerRooms & Pick<PipelineRooms, 'library'>

/**
 * Composes the answer from the evidence; where none is likely right, shows the passages that come closest; where there
 * are none, refuses and names the nearest documents.
 */
export async function composeAnswer(
  question: QuestionWithEvidence,
  rooms: ComposeRooms,
  signal: AbortSignal,
): Promise<CitedAnswer> {
  const { request, rewrite, basis } = question
  // Where nothing reaches the relevance floor, what comes near it is judged like anything else.
  const read = basis.retrieved.near > 0 ? quotablePart(basis) : basis
  const { answer, unlikely } = await composeFromEvidence({ ...question, basis: read }, rooms, signal)
  const closest = unlikely && (await composeClosest(question, unlikely, rooms, signal))
  const { likely, judged } = answer
  return withSpellingNotice(closest ? { ...closest, likely, judged } : answer, request, rewrite)
}

interface FromEvidence {
  readonly answer: CitedAnswer
  /** Where the answer is a refusal: the sentences that are not likely enough to answer. Null otherwise. */
  readonly unlikely: readonly AnswerSentence[] | null
}

async function composeFromEvidence(
  question: QuestionWithEvidence,
  rooms: ComposeRooms,
  signal: AbortSignal,
): Promise<FromEvidence> {
  const { request, rewrite, basis } = question
  const { retrieved, ids } = basis
  const { passages: all } = retrieved
  const recalled = all.filter(({ chunk }) => chunk.format === chatFormat)
  // What was said in chats is quoted as that, never searched for an answer among the documents.
  const passages = all.filter(({ chunk }) => chunk.format !== chatFormat)
  const inForm = recalled.length > 0 ? null : await composeInForm(question, rooms, signal)
  if (inForm) return { answer: withGapNotice(inForm, request, rooms), unlikely: null }
  const sentences: AnswerSentence[] = []
  const unlikely: AnswerSentence[] = []
  const unanswered: string[] = []
  let likely: number | undefined
  let judged: CitedAnswer['judged']
  for (const part of rewrite.asked.parts) {
    // A question that was not split is also judged by its rewrites and translations.
    const isWhole = rewrite.asked.parts.length === 1
    const queries = isWhole ? [rewrite.asked.text, ...rewrite.queries.map(({ text }) => text)] : [part.text]
    const answer = await answerPart({ part, queries }, passages, rooms, signal)
    if (answer.likely !== null && answer.likely >= (likely ?? 0)) {
      judged = answer.features ?? undefined
      likely = answer.likely
    }
    const isAnswer = answer.sentences.length > 0 && (answer.likely ?? 1) >= leastLikely
    if (!isAnswer) unanswered.push(part.text)
    const found = isAnswer ? sentences : unlikely
    found.push(...answer.sentences)
  }
  if (recalled.length > 0) {
    const said = { recalled, passages, sentences: withoutRepeats(sentences) }
    return { answer: withRecalled(request, said, idsIn(all, ids.passages)), unlikely: null }
  }
  if (sentences.length === 0) {
    const refused = { ...plain(refusal(request, retrieved, true)), likely, judged }
    return { answer: refused, unlikely: withoutRepeats(unlikely) }
  }
  const cited = cite(withoutRepeats(sentences), passages, ids.passages)
  const answer = withGapNotice({ ...cited, likely, judged }, request, rooms)
  if (unanswered.length === 0) return { answer, unlikely: null }
  const { refusal: words, marks } = answerWords[answerLanguage(request)]
  const notice = fillIn(words.part, { parts: unanswered.join(marks.semicolon) })
  return { answer: { ...answer, response: `${answer.response}\n\n${notice}` }, unlikely: null }
}

const maxRecalledSentences = 3

interface RecalledAnswer {
  /** Answers of earlier chats, and the passages of documents. */
  readonly recalled: readonly Passage[]
  readonly passages: readonly Passage[]
  /** Sentences of the documents that answer; empty where no document does. */
  readonly sentences: readonly AnswerSentence[]
}

/** What was said in earlier chats, each under its question, then what the documents say. */
function withRecalled(
  request: TurnRequest,
  { recalled, passages, sentences }: RecalledAnswer,
  idOf: (passage: Passage) => string,
): CitedAnswer {
  const words = answerWords[answerLanguage(request)].recall
  const together = [...passages, ...recalled]
  const writer = new AnswerWriter(together, together.map(idOf))
  writer.say(`${words.lead}\n`)
  for (const [at, passage] of recalled.entries()) {
    const { heading_path: path, context: day } = passage.chunk
    const asked = { question: cellWords(path[0] ?? ''), day }
    writer.say(`\n- ${fillIn(day === '' ? words.asked : words.asked_on, asked)}`)
    for (const { start, end } of candidatesOf([passage]).slice(0, maxRecalledSentences)) {
      writer.quote({ passage: passages.length + at, start, end, text: passage.text.slice(start, end) })
      writer.say(' ')
    }
  }
  if (sentences.length > 0) {
    writer.say(`\n\n${words.documents}\n\n`)
    writeSentences(sentences, writer)
  }
  return writer.done()
}

function idsIn(passages: readonly Passage[], ids: readonly string[]): (passage: Passage) => string {
  const places = new Map(passages.map((passage, at) => [passage, ids[at] ?? '']))
  return (passage) => places.get(passage) ?? ''
}

const maxQuotedLate = 3

/** What is said when composing takes too long: how the best passages begin, and that nobody looked for an answer in them. */
export function quoteBest(request: TurnRequest, { retrieved, ids }: Basis): CitedAnswer {
  const { passages } = retrieved
  const first = passages.slice(0, maxQuotedLate).flatMap((passage, at) => {
    const [candidate] = candidatesOf([passage])
    return candidate ? [{ ...candidate, passage: at }] : []
  })
  if (first.length === 0) return plain(refusal(request, retrieved, true))
  const writer = new AnswerWriter(passages, ids.passages)
  writer.say(`${answerWords[answerLanguage(request)].out_of_time}\n`)
  for (const { passage, start, end } of first) {
    writer.say('\n- ')
    writer.quote({ passage, start, end, text: passages[passage]?.text.slice(start, end) ?? '' })
  }
  return writer.done()
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
  const language = answerLanguage(request)
  const words = answerWords[language].refusal
  if (retrieved.failed) return words.failed
  const { survey } = retrieved
  if (hasDocuments && survey?.wants === 'documents' && survey.documents.length === 0)
    return noneMention(survey, language)
  return hasDocuments ? notFoundWords({ ...retrieved, ...retrieved.unread }, language) : words.empty
}

/** A response that cites nothing. */
export function plain(response: string): CitedAnswer {
  return { response, refs: [], evidence: [] }
}
