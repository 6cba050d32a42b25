import type { SessionContext } from '@shared/session/session-context'
import type { TurnTrace } from '@shared/session/turn-trace'
import type { CitedAnswer } from '@engine/answer/citations/cite'
import { answerLanguage, type LibraryFacts, type PipelineRooms, type QuestionWithEvidence } from '../turn'
import { noticesBehind } from '../answering/answer-notices'
import { seedOf } from '../model-calls/model-call'
import { keptEvidence } from '@engine/session/context/current-sensitivity'
import { openModels } from '../writing/kept-back'
import { answerReserve } from '../writing/prompt-size'
import { renderAnswerPrompt } from '../prompts/answer-prompt'
import { writeAnswer } from '../writing/write-answer'

/** The language model that wrote a recorded answer; undefined where rules composed it. */
export function writerOfRecord({ model, models }: TurnTrace): string | undefined {
  return model === undefined ? undefined : models?.['answerer']
}

export interface RewriteParts extends QuestionWithEvidence {
  readonly trace: TurnTrace
  /** As the answer's notice of what could not be read knew them. */
  readonly library: LibraryFacts
}

/** Asks the model that wrote an answer again, with its blocks and seed; null where it cannot be asked or says nothing. */
export async function writeAgain(
  { request, trace, rewrite, basis, library }: RewriteParts,
  context: SessionContext,
  {
    models: closed,
    terms,
    clock,
    isKept,
  }: Pick<PipelineRooms, 'models' | 'terms' | 'isKept'> & {
    readonly clock: () => number
  },
  signal: AbortSignal,
): Promise<{ readonly answer: CitedAnswer; readonly notice: string } | null> {
  const id = writerOfRecord(trace)
  const holdsKept = keptEvidence(context, (document) => isKept?.(document) === true).size > 0
  const models = closed && !holdsKept ? openModels(closed) : closed
  const isThere = id !== undefined && models?.candidates('answer', id)[0]?.id === id
  const blocks = context.context_blocks.filter(({ turn_id: turn }) => turn === trace.turn_id)
  const prompt = isThere ? renderAnswerPrompt(blocks, basis, answerLanguage(request)) : null
  if (!models || !isThere || !prompt) return null
  const { temperature = 0, seed = seedOf(trace.turn_id) } = trace
  const nobody = { begin: () => Promise.resolve(), token: () => Promise.resolve() }
  const writing = await writeAnswer(
    { fit: () => ({ prompt, maxTokens: answerReserve(models.contextOf(id)) }), model: id, temperature, terms },
    { models, seed, clock, onCall: () => undefined },
    nobody,
    signal,
  )
  if (!('answer' in writing) || writing.call.model.id !== id) return null
  const { answer } = writing
  return { answer, notice: noticesBehind(answer, { request, rewrite }, { library }) }
}
