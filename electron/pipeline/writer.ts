import type { ModelName } from '../ports/language-model'
import { chatFormat } from './recall-chats'
import type { PipelineRooms, Retrieved, TurnRequest } from './turn'

/**
 * The language model that would write this answer; null where rules do. What is said of all documents stays with them,
 * because its counts must be true, and so does what was said in earlier chats, because it is quoted as that.
 */
export function writerOf(
  { model }: TurnRequest,
  { passages, survey }: Retrieved,
  { models }: Pick<PipelineRooms, 'models'>,
): ModelName | null {
  if (!models || survey || passages.some(({ chunk }) => chunk.format === chatFormat)) return null
  return models.candidates('answer', model)[0] ?? null
}
