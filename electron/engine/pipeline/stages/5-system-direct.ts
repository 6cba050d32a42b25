import { note } from '@shared/note'
import { answerLanguage, type ConversationQuestion, type IntentParse, type PipelineRooms, systemTopics } from '../turn'
import { findReference } from '../rewrite/references'
import { bestIntents, systemNote } from '../intent/intent-ranking'
import { systemAnswer } from '../wording/answer-words'
import type { StageOutcome } from '../stage'

/** What is said to anybody at any time. */
const courtesies: ReadonlySet<string> = new Set(['greeting', 'thanks', 'farewell'])

/** Shortcut B: when every part of the question is about Cairn itself, the answer is already known; never to "how does it work?" of what was spoken of. */
export function answerDirectly(
  { request, memory }: ConversationQuestion,
  intent: IntentParse,
  rooms: PipelineRooms,
): StageOutcome<string | null> {
  const intents = bestIntents(intent)
  const isFollowUp = memory.history.length > 0 && findReference(request.question) !== null
  if (isFollowUp && intents.some(({ topic }) => !courtesies.has(topic))) {
    return { value: null, summary: [note('needs_documents')] }
  }
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
