import { note } from '@shared/note'
import { answerLanguage, type IntentParse, type PipelineRooms, systemTopics, type TurnRequest } from '../turn'
import { bestIntents, systemNote } from '../intent/intent-ranking'
import { systemAnswer } from '../wording/answer-words'
import type { StageOutcome } from '../stage'

/** Shortcut B: when every part of the question is about Cairn itself, the answer is already known. */
export function answerDirectly(
  request: TurnRequest,
  intent: IntentParse,
  rooms: PipelineRooms,
): StageOutcome<string | null> {
  const intents = bestIntents(intent)
  if (intents.length === 0 || intents.some(({ kind }) => kind !== 'SYSTEM')) {
    return { value: null, summary: [note('needs_documents')] }
  }
  const asked = new Set(intents.map(({ topic }) => topic))
  const topics = systemTopics.filter((topic) => asked.has(topic))
  return {
    value: topics.map((topic) => systemAnswer(topic, rooms.library.documents(), answerLanguage(request))).join('\n\n'),
    summary: topics.map(systemNote),
  }
}
