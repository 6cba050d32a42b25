import { fillIn } from '@shared/note'
import { candidatesOf } from '@engine/answer/sentences/sentence-candidates'
import { AnswerWriter, type CitedAnswer } from '@engine/answer/citations/cite'
import type { AnswerSentence } from '@engine/answer/sentences/extract-answer'
import { leastLikely } from '@engine/answer/judgement/judge-answer'
import {
  answerLanguage,
  type Assembled,
  type Basis,
  type PipelineRooms,
  type QuestionWithEvidence,
  type Retrieved,
  type TurnRequest,
} from '../turn'
import type { AskedPart } from '@engine/question/asked-question'
import { type AnswerRooms, answerPart, type PartAnswer, type QuestionPart } from '../answering/answer-part'
import { type Composed, quotablePart } from '../answering/attempt'
import { composeClosest } from '../forms/closest/closest-passages'
import { composeInForm } from '../forms/composed-forms'
import { noneMention } from '../forms/survey/compose-survey'
import { withGapNotice, withSpellingNotice } from '../answering/answer-notices'
import { answerWords } from '../wording/answer-words'
import { notFoundWords } from '../wording/refusal-words'
import { idsIn, writeRecalled } from '../forms/recall/write-recalled'
import { chatFormat } from '../forms/recall/recall-chats'
import { foundNothing, partsLeft, writeToolAnswers } from '../forms/tool-result/write-tool-answers'
import { toolFormat } from '../tool-calls/tool-passages'
import { askedColumns, cite } from '../forms/rows/write-sentences'

type ComposeRooms = AnswerRooms & Pick<PipelineRooms, 'library'>

/**
 * Composes the answer from the evidence; where none is likely right, shows the passages that come closest; where there
 * are none, refuses and names the nearest documents.
 */
export async function composeAnswer(
  question: QuestionWithEvidence & { readonly prompt?: Assembled },
  rooms: ComposeRooms,
  signal: AbortSignal,
): Promise<Composed> {
  const { request, rewrite, basis, prompt } = question
  const shown = (answer: CitedAnswer): Composed => ({
    ...withSpellingNotice(answer, request, rewrite),
    ...(prompt ? { from: { basis, prompt } } : {}),
  })
  // Where nothing reaches the relevance floor, what comes near it is judged like anything else.
  const read = basis.retrieved.near > 0 ? quotablePart(basis) : basis
  const { passages: all } = read.retrieved
  const recalled = all.filter(({ chunk }) => chunk.format === chatFormat)
  const { tools: byTools = [] } = read.retrieved
  // What was said in chats and what tools gave is quoted as that, never searched for an answer among the documents.
  const passages = all.filter(({ chunk: { format } }) => format !== chatFormat && format !== toolFormat)
  const isPlain = recalled.length === 0 && byTools.length === 0
  const inForm = !isPlain ? null : await composeInForm({ ...question, basis: read }, rooms, signal)
  if (inForm) return shown(withGapNotice(inForm, request, rooms))
  const found: (PartAnswer & QuestionPart)[] = []
  const { asked } = rewrite
  const isOpen = byTools.length > 0 && byTools.every(foundNothing)
  for (const part of partsLeft(asked, isOpen ? [] : byTools)) {
    // A question that was not split is also judged by its rewrites and translations.
    const queries = asked.parts.length > 1 ? [part.text] : [asked.text, ...rewrite.queries.map(({ text }) => text)]
    found.push({ part, queries, ...(await answerPart({ part, queries }, passages, rooms, signal)) })
  }
  const parts = withoutRepeats(found.filter(isAnswer).map(({ sentences }) => sentences))
  const askedWords = askedColumns(asked, rooms)
  if (byTools.length > 0 && !(isOpen && parts.length > 0)) {
    const ofTools = all.filter(({ chunk }) => chunk.format === toolFormat)
    const said = { answers: byTools, parts, askedWords, language: answerLanguage(request) }
    return shown(writeToolAnswers(said, [...passages, ...ofTools], idsIn(all, read.ids.passages)))
  }
  if (recalled.length > 0) {
    return shown(writeRecalled(request, { recalled, passages, parts, askedWords }, idsIn(all, read.ids.passages)))
  }
  if (parts.length === 0) {
    const unlikely = withoutRepeats(found.map(({ sentences }) => sentences)).flat()
    const closest = await composeClosest(question, unlikely, rooms, signal)
    return shown({ ...(closest ?? plain(refusal(request, read.retrieved, true))), ...judgedBy(found) })
  }
  const idOf = idsIn(all, read.ids.passages)
  const cited = cite(parts, { passages, ids: passages.map(idOf) }, askedWords, answerLanguage(request))
  const answer = withGapNotice({ ...cited, ...judgedBy(found) }, request, rooms)
  const open = found.flatMap((one) => (isAnswer(one) ? [] : [one.part]))
  const unanswered = open.map(({ text }) => text)
  if (unanswered.length === 0) return shown(answer)
  const { refusal: words, marks } = answerWords[answerLanguage(request)]
  const { limited } = read.retrieved
  const notice = [
    fillIn(words.part, { parts: open.map(ownWords).join(marks.semicolon) }),
    ...(limited ? [fillIn(words.within, { ...limited })] : []),
  ].join(marks.space)
  return shown({ ...answer, response: `${answer.response}\n\n${notice}`, unanswered })
}

/** What was written of a part, without what was spoken of before it. */
function ownWords({ text, from, fills }: AskedPart): string {
  return fills === '' ? text.slice(from) : fills
}

function isAnswer({ sentences, likely }: PartAnswer): boolean {
  return sentences.length > 0 && (likely ?? 1) >= leastLikely
}

/** The likeliest part speaks for the whole. */
function judgedBy(found: readonly PartAnswer[]): Pick<CitedAnswer, 'likely' | 'judged'> {
  const [best] = found.filter(({ likely }) => likely !== null).toSorted((a, b) => (b.likely ?? 0) - (a.likely ?? 0))
  return { likely: best?.likely ?? undefined, judged: best?.features ?? undefined }
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

/** Two parts of a question may be answered by the same sentence: it stands with the first. */
function withoutRepeats(parts: readonly (readonly AnswerSentence[])[]): AnswerSentence[][] {
  const seen = new Set<string>()
  const isNew = ({ passage, start, short }: AnswerSentence) => {
    const key = `${passage}:${start}:${short ?? false}`
    return !seen.has(key) && seen.add(key)
  }
  return parts.map((part) => part.filter(isNew)).filter((part) => part.length > 0)
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
