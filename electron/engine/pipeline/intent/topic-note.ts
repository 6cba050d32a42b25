import { type Note, note, type TurnNoteKey } from '@shared/note'
import { type Intent, type SystemTopic, systemTopics } from '../turn'

const noteOfTopic: Readonly<Record<SystemTopic, TurnNoteKey>> = {
  greeting: 'topic_greeting',
  thanks: 'topic_thanks',
  farewell: 'topic_farewell',
  identity: 'topic_identity',
  help: 'topic_help',
  library: 'topic_library',
}

/** What an intent is about, for a person. */
export function topicNote({ kind, topic }: Intent): Note {
  if (kind === 'TOOL') return note('topic_tool', { name: topic })
  const known = kind === 'SYSTEM' ? systemTopics.find((one) => one === topic) : undefined
  return known ? systemNote(known) : note('topic_documents')
}

/** One of the things Cairn knows about itself. */
export function systemNote(topic: SystemTopic): Note {
  return note(noteOfTopic[topic])
}
