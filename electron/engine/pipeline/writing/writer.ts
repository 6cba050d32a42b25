import { type Note, note } from '@shared/note'
import { withDeadline } from '@engine/platform/deadline'
import type { ModelName } from '@engine/ports/models/language-model'
import type { PromptReader } from './prompt-size'
import { chatFormat } from '../forms/recall/recall-chats'
import type { Assembled, PipelineRooms, Retrieved, TurnRequest } from '../turn'

/** Whether a language model may be asked to write the answer to a question. */
export function mayBeWritten({ model }: TurnRequest, { models }: Pick<PipelineRooms, 'models'>): boolean {
  return models !== undefined && models.candidates('answer', model).length > 0
}

/**
 * The model that would write this answer; null where rules do: how many documents mention something is counted over all
 * of them, earlier chats are quoted, and what a tool says alone needs no other words.
 */
export function writerOf(
  { model }: TurnRequest,
  { passages, survey, isUnsearched = false }: Retrieved,
  { models }: Pick<PipelineRooms, 'models'>,
): ModelName | null {
  const isCounted = survey?.wants === 'documents' && survey.documents.length > 0
  if (!models || isCounted || isUnsearched || passages.some(({ chunk }) => chunk.format === chatFormat)) return null
  return models.candidates('answer', model)[0] ?? null
}

/** Milliseconds a prompt may take after its stage was late. */
const lateMs = 1000

/** The staged prompt, made again by the estimate where it was late and a model is to read it. Throws CANCELLED. */
export async function promptFor(
  writer: ModelName | null,
  staged: Assembled,
  assemble: (reader: PromptReader, signal: AbortSignal) => Promise<Assembled>,
  signal: AbortSignal,
): Promise<Assembled> {
  if (!writer || staged.blocks.length > 0) return staged
  try {
    return await withDeadline((inner) => assemble({ model: writer, measureMs: 0 }, inner), lateMs, signal)
  } catch (thrown) {
    if (signal.aborted) throw thrown
    return staged
  }
}

/** Why the model that would write the answer is not asked; empty where it is asked or there is no model. */
export function notAsked(writer: ModelName | null, prompt: Pick<Assembled, 'blocks' | 'writer' | 'keptBack'>): Note[] {
  if (!writer || prompt.writer) return []
  const why = prompt.blocks.length === 0 ? 'model_prompt_late' : 'model_context_small'
  return [note(prompt.keptBack ? 'model_kept_back' : why, { model: writer.name }), note('quoted_instead')]
}

/** That the model named for this turn is not there, or not any more; nothing otherwise. */
export function unknownModel({ model }: TurnRequest, { models }: Pick<PipelineRooms, 'models'>): Note[] {
  const isKnown = model === undefined || model === 'rules' || models?.knows(model) === true
  return isKnown ? [] : [note('model_unknown', { model })]
}

/** Loads the model that will write, unless another one is asked before: of two that load, each calls off the other. */
export function prepareWriter({ model }: TurnRequest, { models }: Pick<PipelineRooms, 'models'>): void {
  if (!models) return
  const [reader] = models.candidates('understand')
  const [writer] = models.candidates('answer', model)
  if (!reader || reader.id === writer?.id) models.prepare('answer', model)
}
