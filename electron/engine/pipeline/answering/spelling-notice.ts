import type { CitedAnswer } from '@engine/answer/citations/cite'
import { answerLanguage } from './answer-language'
import { respelledWords } from '../wording/respelled-words'
import type { Rewrite, TurnRequest } from '../turn'

/** Says behind an answer or a refusal which words of its question were read otherwise; the engine's own words. */
export function withSpellingNotice(
  answer: CitedAnswer,
  request: TurnRequest,
  { respelled = [] }: Pick<Rewrite, 'respelled'>,
): CitedAnswer {
  // Of an earlier question it was said behind that question's answer.
  const own = respelled.filter(({ from }) => request.question.includes(from))
  if (own.length === 0) return answer
  return { ...answer, response: `${answer.response}\n\n${respelledWords[answerLanguage(request)](own)}` }
}
