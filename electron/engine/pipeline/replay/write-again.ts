import type { SessionContext } from '@shared/session/session-context'
import type { TurnTrace } from '@shared/session/turn-trace'
import type { CitedAnswer } from '@engine/answer/citations/cite'
import {
  answerLanguage,
  type Basis,
  type LibraryFacts,
  type PipelineRooms,
  type Rewrite,
  type TurnRequest,
} from '../turn'
import { withGapNotice, withSpellingNotice } from '../answering/answer-notices'
import { seedOf } from '../model-calls/model-call'
import { answerReserve } from '../writing/prompt-size'
import { renderAnswerPrompt } from '../prompts/answer-prompt'
import { writeAnswer } from '../writing/write-answer'

/** The language model that wrote a recorded answer; undefined where rules composed it. */
export function writerOfRecord({ model, models }: TurnTrace): string | undefined {
  return model === undefined ? undefined : models?.['answerer']
}

export interface RewriteParts {
  readonly request: TurnRequest
  readonly trace: TurnTrace
  readonly rewrite: Rewrite
  readonly basis: Basis
  /** As the answer's notice of what could not be read knew them. */
  readonly library: LibraryFacts
}

/** An answer that a language model wrote, and the engine's own words behind it. */
export interface WrittenAgain {
  readonly answer: CitedAnswer
  readonly notice: string
}

/**
 * Asks the model that wrote a recorded answer again, with the recorded blocks and seed. Null where it cannot be asked or
 * comes to nothing. The same machine mostly gives the same words; nothing promises it.
 */
export async function writeAgain(
  { request, trace, rewrite, basis, library }: RewriteParts,
  context: SessionContext,
  { models, clock }: Pick<PipelineRooms, 'models'> & { readonly clock: () => number },
  signal: AbortSignal,
): Promise<WrittenAgain | null> {
  const id = writerOfRecord(trace)
  const isThere = id !== undefined && models?.candidates('answer', id)[0]?.id === id
  const blocks = context.context_blocks.filter(({ turn_id: turn }) => turn === trace.turn_id)
  const prompt = isThere ? renderAnswerPrompt(blocks, basis, answerLanguage(request)) : null
  if (!models || !isThere || !prompt) return null
  const { temperature = 0, seed = seedOf(trace.turn_id) } = trace
  const nobody = { begin: () => Promise.resolve(), token: () => Promise.resolve() }
  const writing = await writeAnswer(
    { fit: () => ({ prompt, maxTokens: answerReserve(models.contextOf(id)) }), model: id, temperature },
    { models, seed, clock, onCall: () => undefined },
    nobody,
    signal,
  )
  if (!('answer' in writing) || writing.call.model.id !== id) return null
  const { answer } = writing
  const told = withSpellingNotice(withGapNotice(answer, request, { library }), request, rewrite)
  const notice = told.response.slice(answer.response.length)
  return { answer, notice }
}
