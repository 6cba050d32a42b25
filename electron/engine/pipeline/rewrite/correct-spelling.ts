import { replaceWords } from '@engine/retrieval/question/doubtful-words'
import { type Respelling, respellings } from '@engine/retrieval/question/spelling'
import { inTime } from '../stage'
import type { ConversationQuestion, Memory, PipelineRooms, TurnRequest } from '../turn'

export type SpellingRooms = Pick<PipelineRooms, 'index' | 'terms' | 'resolveFilter'>

/** A question in its conversation as it is meant. */
export interface CorrectedQuestion extends ConversationQuestion {
  /** The question as it was written. */
  readonly original: string
  /** Which words were read otherwise than they are written; empty where the request is unchanged. */
  readonly respelled: readonly Respelling[]
}

/** A question that is meant as it is written. */
export function asWritten(request: TurnRequest, memory: Memory): CorrectedQuestion {
  return { request, memory, original: request.question, respelled: [] }
}

/** Within stage 2's budget; what is not known by then stays as it is written. */
const spellingMs = 400

/** Reads misspelt words as the library spells them; `standalone` is the question with its references resolved. */
export async function correctSpelling(
  { request, memory }: ConversationQuestion,
  standalone: string,
  { index, terms, resolveFilter }: SpellingRooms,
  signal: AbortSignal,
): Promise<CorrectedQuestion> {
  const original = request.question
  const work = (inner: AbortSignal) => respellings(standalone, resolveFilter(request.filter), { index, terms }, inner)
  const respelled = await inTime(work, spellingMs, [], signal)
  if (respelled.length === 0) return asWritten(request, memory)
  const history = memory.history.map((turn) => ({ ...turn, question: respell(turn.question, respelled) }))
  const question = respell(original, respelled)
  return { request: { ...request, question }, memory: { ...memory, history }, original, respelled }
}

/** A text with misspelt words as they were read. */
export function respell(text: string, respelled: readonly Respelling[]): string {
  if (respelled.length === 0) return text
  return replaceWords(text, new Map(respelled.map(({ from, to }) => [from, to])))
}
