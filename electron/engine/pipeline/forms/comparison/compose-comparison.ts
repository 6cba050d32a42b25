import { fillIn } from '@shared/note'
import { AnswerWriter, type CitedAnswer } from '@engine/answer/citations/cite'
import { scoreCandidates } from '@engine/answer/sentences/score-sentences'
import { formOf } from '@engine/question/asked-question'
import { isAbsent } from '@engine/retrieval/question/absent-words'
import { keyTermsOf } from '@engine/retrieval/question/key-terms'
import { answerLanguage, type QuestionWithEvidence } from '../../turn'
import { answerWords } from '../../wording/answer-words'
import { columnNames } from '../rows/mail-columns'
import { searchIn, type SearchRooms } from '../../answering/answer-part'
import type { Side, Sides } from './compare-rows'
import { aspectsOf, compare, writeComparison } from './compare-sides'

/** Two sides beside each other; null where the question names no two, or nothing is said of both. */
export async function composeComparison(
  question: QuestionWithEvidence,
  rooms: SearchRooms,
  signal: AbortSignal,
): Promise<CitedAnswer | null> {
  const { request, rewrite, basis } = question
  const { terms, index } = rooms
  const sides = formOf(rewrite.asked, 'comparison')?.sides.map((name): Side => ({
    name,
    keyTerms: keyTermsOf(name, terms, index.statistics),
  }))
  const [left, right] = sides ?? []
  if (!left || !right) return null
  const both: Sides = [left, right]
  const search = searchIn(question, rooms, signal)
  const scored = await scoreCandidates(search, 'comparison')
  const comparison = compare(both, aspectsOf(search.keyTerms, both), scored)
  if (!comparison) return null
  const language = answerLanguage(request)
  const words = answerWords[language].comparison
  const { passages } = basis.retrieved
  const writer = new AnswerWriter(passages, basis.ids.passages)
  const nothingAbout = ({ name, keyTerms: own }: Side) =>
    fillIn(own.some((term) => isAbsent(term, index.statistics)) ? words.nowhere : words.not_found, { side: name })
  writeComparison(comparison, both, writer, { nothingAbout, nameOf: columnNames(passages, language) })
  return writer.done()
}
