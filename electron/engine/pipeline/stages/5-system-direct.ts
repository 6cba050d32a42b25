import { type Note, note } from '@shared/note'
import type { ListedDocuments } from '@shared/events'
import { answerLanguage, type ConversationQuestion, type IntentParse, type PipelineRooms, systemTopics } from '../turn'
import { findReference } from '@engine/question/follow-up/reference'
import { bestIntents, systemNote } from '../intent/intent-ranking'
import { answerFromCatalogue } from '../catalogue/answer-from-catalogue'
import { everything, type LibraryQuestion } from '@engine/question/library/library-reading'
import { systemAnswer } from '../wording/answer-words'
import type { ModelCall } from '../model-calls/model-call'
import type { StageOutcome } from '../stage'

/** What shortcut B says. */
export interface DirectAnswer {
  readonly text: string
  /** It answers a greeting, thanks or goodbye alone. */
  readonly isCourtesy: boolean
  /** What it is about. */
  readonly about: Note
  /** The documents it lists. */
  readonly listed?: ListedDocuments | undefined
  /** The call of the model whose words these are; absent for fixed words. */
  readonly said?: ModelCall | undefined
}

/** What is said to anybody at any time. */
const courtesies: ReadonlySet<string> = new Set(['greeting', 'thanks', 'farewell'])

/** Shortcut B: when every part of the question is about Cairn itself, the answer is already known; never to "how does it work?" of what was spoken of. */
export function answerDirectly(
  { request, memory }: ConversationQuestion,
  intent: IntentParse,
  rooms: PipelineRooms,
): StageOutcome<DirectAnswer | null> {
  const intents = bestIntents(intent)
  if (intents.length > 0 && intents.every(({ kind }) => kind === 'TOOL')) {
    return { value: null, summary: [note('needs_tool')] }
  }
  const isFollowUp = memory.history.length > 0 && findReference(request.question) !== null
  if (isFollowUp && intents.some(({ topic }) => !courtesies.has(topic))) {
    return { value: null, summary: [note('needs_documents')] }
  }
  if (intents.length === 0 || intents.some(({ kind }) => kind !== 'SYSTEM')) {
    return { value: null, summary: [note('needs_documents')] }
  }
  const asked = new Set(intents.map(({ topic }) => topic))
  const topics = systemTopics.filter((topic) => asked.has(topic))
  // Fixed words give way to a search. What the list of documents says is a fact, and is told all the same.
  if (request.searchAnyway && !asked.has('library')) return { value: null, summary: [note('searching_anyway')] }
  const library = asked.has('library') ? answerFromCatalogue(askedOfLibrary(intent), request, rooms) : null
  // Where the catalogue has nothing of it, what documents say may.
  if (asked.has('library') && !library) return { value: null, summary: [note('needs_documents')] }
  const language = answerLanguage(request)
  const texts = topics.map((topic) =>
    topic === 'library' ? (library?.text ?? '') : systemAnswer(topic, rooms.library.documents(), language),
  )
  return {
    value: {
      text: texts.join('\n\n'),
      isCourtesy: topics.every((topic) => courtesies.has(topic)),
      about: note(library ? 'about_library' : 'about_cairn'),
      ...(library?.listed ? { listed: library.listed } : {}),
    },
    summary: topics.map(systemNote),
  }
}

/** What the part of a question that is about the library asks; one that only an example tells asks what there is. */
function askedOfLibrary({ parts }: IntentParse): LibraryQuestion {
  return parts.find(({ ranked }) => ranked[0]?.topic === 'library')?.library ?? everything
}
