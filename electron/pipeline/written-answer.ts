import { messageOf, note } from '@shared/note'
import type { CitedAnswer } from '../answer/cite'
import { writtenClaims } from '../critic/claims'
import { judge } from '../critic/judge'
import type { KeyTerm } from '../retrieval/key-terms'
import { answerLanguage } from './answer-language'
import type { Composing, Written } from './checked-answer'
import { withGapNotice } from './gap-notice'
import type { ModelAsking } from './model-call'
import { answerReserve } from './prompt-size'
import { renderAnswerPrompt } from './prompts/answer-prompt'
import type { Assembled, Basis, PipelineRooms, TurnRequest } from './turn'
import { writeAnswer, type Writing } from './write-answer'

export interface WritingParts {
  readonly prompt: Assembled
  /** What the prompt holds of what was found. */
  readonly basis: Basis
  readonly asking: ModelAsking | undefined
  /** Of the question, for the critic. */
  readonly keyTerms: () => readonly KeyTerm[]
}

/** How a language model writes the answer to an assembled prompt; undefined where that was made for none. */
export function writtenAnswer(
  request: TurnRequest,
  { prompt, basis, asking, keyTerms }: WritingParts,
  rooms: Pick<PipelineRooms, 'library'>,
): Composing['write'] {
  const { writer, mode, blocks, temperature } = prompt
  const rendered = writer && mode === 'KB' ? renderAnswerPrompt(blocks, basis, answerLanguage(request)) : null
  if (!writer || !asking || !rendered) return undefined
  return async (sink, signal) => {
    const maxTokens = answerReserve(asking.models.contextOf(writer.id))
    const wanted = { prompt: rendered, model: request.model, temperature, maxTokens }
    const writing = await writeAnswer(wanted, asking, sink, signal)
    if (!('answer' in writing)) return writing
    const { answer } = writing
    const notice = withGapNotice(answer, request, rooms).response.slice(answer.response.length)
    return { ...writing, notice, ...judgeWritten(answer, keyTerms) } satisfies Written
  }
}

/** What says no more than that the evidence does not answer claims nothing, and has no verdict, as any refusal. */
export function judgeWritten(
  answer: CitedAnswer,
  keyTerms: () => readonly KeyTerm[],
): Pick<Written, 'critique' | 'problems'> {
  try {
    if (admitsNothingFound(answer)) return { critique: null, problems: [] }
    return { critique: judge(answer, { keyTerms: keyTerms(), text: 'written', mayReturn: false }), problems: [] }
  } catch (thrown) {
    // The answer stands as it is; only nobody has checked it.
    return { critique: null, problems: [note('check_failed', { message: messageOf(thrown) })] }
  }
}

const admission =
  /\b(?:evidence|documents?|passages?|sources?|context) (?:do|does|did)(?:n['’]t| not)\b|\b(?:cannot|can['’]t|could not|couldn['’]t|unable to) (?:answer|find|tell|determine)\b|\bno (?:answer|evidence|information|mention)\b|(?:证据|文档|资料|引文)[^。]{0,12}(?:没有|未|不能|无法|不足)|(?:无法|不能)(?:回答|确定|判断)|没有(?:找到|提到|提及|说明|回答)/iu
const longestAdmission = 400

/** Says plainly, and without a citation, that the evidence holds no answer. */
function admitsNothingFound({ response, evidence }: Pick<Writing['answer'], 'response' | 'evidence'>): boolean {
  if (evidence.length > 0) return false
  return writtenClaims(response).length === 0 || (response.length <= longestAdmission && admission.test(response))
}
