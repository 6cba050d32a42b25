import { type Note, note } from '@shared/note'
import { bestIntents } from '../intent/best-intents'
import { rankIntents } from '../intent/rules'
import { splitCompound } from '../rewrite/split'
import { topicNote } from '../intent/topic-note'
import type { StageOutcome } from '../stage'
import type { IntentParse, Memory, PipelineRooms, TurnRequest } from '../turn'
import { turnKey } from '../turn-key'

/** Ranks what each part of the question wants: the knowledge base, a tool, or Cairn itself. */
export function parseIntent(request: TurnRequest, memory: Memory, rooms: PipelineRooms): StageOutcome<IntentParse> {
  const key = turnKey(request.question, memory)
  const cached = rooms.caches.intents.get(key)
  if (cached) return { value: cached, status: 'cache_hit', summary: describe(cached) }
  const value = { parts: withoutGreeting(request.question).map((text) => ({ text, ranked: rankIntents(text) })) }
  rooms.caches.intents.set(key, value)
  return { value, summary: describe(value) }
}

/** What is assumed when the stage fails: a question to the documents. */
export function plainQuestion(request: TurnRequest): IntentParse {
  return { parts: [{ text: request.question, ranked: [{ kind: 'KB', topic: '', confidence: 0.75 }] }] }
}

const greeting = /^(?:hi|hello|hey|你好|您好|嗨)[\s,，!！.。~]+(?=\S)/iu

/** A greeting before a question is politeness, not a second intent. */
function withoutGreeting(question: string): string[] {
  const bare = question.trim().replace(greeting, '')
  return splitCompound(bare)
}

function describe(parse: IntentParse): Note[] {
  return bestIntents(parse).flatMap((intent) => [
    topicNote(intent),
    note('confidence', { confidence: intent.confidence.toFixed(2) }),
  ])
}
