import { fillIn } from '@shared/note'
import { answerTypeCheck } from '@engine/answer/answerability/answer-type-check'
import { candidatesOf } from '@engine/answer/sentences/sentence-candidates'
import { AnswerWriter, cellWords, cite, type CitedAnswer, writeSentences } from '@engine/answer/citations/cite'
import { type AnswerSentence, extractAnswer } from '@engine/answer/sentences/extract-answer'
import { leadWithShortAnswer } from '@engine/answer/short-answer/lead-with-short-answer'
import { keyTermsOf } from '@engine/retrieval/question/key-terms'
import type { Passage } from '@engine/retrieval/passage'
import {
  answerLanguage,
  type Basis,
  type PipelineRooms,
  type QuestionWithEvidence,
  type Retrieved,
  type TurnRequest,
} from '../turn'
import { composeInForm } from '../forms/composed-forms'
import { withGapNotice, withSpellingNotice } from '../answering/answer-notices'
import { answerWords } from '../wording/answer-words'
import { notFoundWords } from '../wording/refusal-words'
import { chatFormat } from '../forms/recall-chats'

type ComposeRooms = Pick<PipelineRooms, 'answerEmbedder' | 'terms' | 'index' | 'shortAnswers' | 'library'>

/** Composes the answer from the evidence; where no sentence answers, refuses and names the nearest documents. */
export async function composeAnswer(
  question: QuestionWithEvidence,
  rooms: ComposeRooms,
  signal: AbortSignal,
): Promise<CitedAnswer> {
  const answer = await composeFromEvidence(question, rooms, signal)
  return withSpellingNotice(answer, question.request, question.rewrite)
}

async function composeFromEvidence(
  question: QuestionWithEvidence,
  rooms: ComposeRooms,
  signal: AbortSignal,
): Promise<CitedAnswer> {
  const { request, rewrite, basis } = question
  const { retrieved, ids } = basis
  const { passages: all } = retrieved
  const recalled = all.filter(({ chunk }) => chunk.format === chatFormat)
  // What was said in chats is quoted as that, never searched for an answer among the documents.
  const passages = all.filter(({ chunk }) => chunk.format !== chatFormat)
  const inForm = recalled.length > 0 ? null : await composeInForm(question, rooms, signal)
  if (inForm) return withGapNotice(inForm, request, rooms)
  const sentences: AnswerSentence[] = []
  const unanswered: string[] = []
  for (const part of rewrite.parts) {
    // A question that was not split is also judged by its rewrites and translations.
    const queries = rewrite.parts.length > 1 ? [part] : [rewrite.standalone, ...rewrite.queries.map(({ text }) => text)]
    const answer = await answerPart({ part, queries }, passages, rooms, signal)
    if (answer.length === 0) unanswered.push(part)
    sentences.push(...answer)
  }
  if (recalled.length > 0) {
    const said = { recalled, passages, sentences: withoutRepeats(sentences) }
    return withRecalled(request, said, idsIn(all, ids.passages))
  }
  if (sentences.length === 0) return plain(refusal(request, retrieved, true))
  const answer = withGapNotice(cite(withoutRepeats(sentences), passages, ids.passages), request, rooms)
  if (unanswered.length === 0) return answer
  const { refusal: words, marks } = answerWords[answerLanguage(request)]
  const notice = fillIn(words.part, { parts: unanswered.join(marks.semicolon) })
  return { ...answer, response: `${answer.response}\n\n${notice}` }
}

/** The sentences that answer, behind a short answer where there is one; empty where no sentence gives what is asked. */
async function answerPart(
  { part, queries }: { readonly part: string; readonly queries: readonly string[] },
  passages: readonly Passage[],
  { answerEmbedder, terms, index, shortAnswers }: ComposeRooms,
  signal: AbortSignal,
): Promise<readonly AnswerSentence[]> {
  const { statistics } = index
  const keyTerms = keyTermsOf(part, terms, statistics)
  const search = { queries, keyTerms, passages, embedder: answerEmbedder, statistics, signal }
  const extract = async (isGiving?: (sentence: AnswerSentence) => boolean) => {
    const found = await extractAnswer(search, isGiving)
    return leadWithShortAnswer(part, found, search, shortAnswers)
  }
  const gives = answerTypeCheck(part, passages)
  const answer = await extract()
  if (gives(answer)) return givingFirst(answer, (sentence) => gives([sentence]))
  // What has most of the question's words need not be what gives what it asks for.
  const other = await extract((sentence) => gives([sentence]))
  return gives(other) ? other : []
}

/** Puts first the one sentence that gives what is asked, without a short answer from another; lists keep their order. */
function givingFirst(
  answer: readonly AnswerSentence[],
  isGiving: (sentence: AnswerSentence) => boolean,
): readonly AnswerSentence[] {
  const [opening, ...behind] = answer
  const [whole, rest] = opening?.short === true ? [behind, behind.slice(1)] : [answer, behind]
  if (whole.some(({ listItem, heads }) => listItem || heads === true)) return answer
  const giving = whole[0] && isGiving(whole[0]) ? undefined : rest.find(isGiving)
  return giving ? [giving, ...whole.filter((one) => one !== giving)] : answer
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
  return hasDocuments ? notFoundWords({ ...retrieved, ...retrieved.unread }, language) : words.empty
}

/** A response that cites nothing. */
export function plain(response: string): CitedAnswer {
  return { response, refs: [], evidence: [] }
}
