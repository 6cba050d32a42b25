import { AnswerWriter, type CitedAnswer } from '@engine/answer/citations/cite'
import { answerLanguage, type QuestionWithEvidence } from '../turn'
import { composeDocumentComparison } from './comparison/compare-documents'
import { composeComparison } from './comparison/compose-comparison'
import { overviewWords } from './overview/overview-words'
import { writeOverview } from './overview/write-overview'
import type { SearchRooms } from '../answering/answer-part'
import { composeSurvey } from './survey/compose-survey'

/** An overview, a survey or a comparison, where the question asks for one; else null. */
export async function composeInForm(
  question: QuestionWithEvidence,
  rooms: SearchRooms,
  signal: AbortSignal,
): Promise<CitedAnswer | null> {
  if (question.rewrite.asked.parts.length !== 1) return null
  return (
    (await composeDocumentComparison(question, rooms, signal)) ??
    overviewed(question) ??
    (await composeSurvey(question, rooms, signal)) ??
    (await composeComparison(question, rooms, signal))
  )
}

function overviewed({ request, basis: { retrieved, ids } }: QuestionWithEvidence): CitedAnswer | null {
  const { passages, overview } = retrieved
  if (!overview) return null
  const writer = new AnswerWriter(passages, ids.passages)
  writeOverview(overview, passages, writer, overviewWords[answerLanguage(request)])
  const answer = writer.done()
  // Where the prompt holds no passage of the overview, the other passages answer.
  return answer.evidence.length > 0 ? answer : null
}
