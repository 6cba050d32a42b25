import { type Note, note, notesOfFailure } from '@shared/note'
import { withDeadline } from '../../platform/deadline'
import { bestIntents } from '../intent/best-intents'
import { asks, rankIntents, wholeIntent } from '../intent/rules'
import { topicNote } from '../intent/topic-note'
import { explain, ownWords } from '../intent/vocabulary'
import { splitCompound } from '../rewrite/split'
import type { StageOutcome } from '../stage'
import type { Intent, IntentParse, Memory, PipelineRooms, TurnRequest } from '../turn'
import { turnKey } from '../turn-key'

/** Less than the stage's budget, so that rules still have a say when the examples are late. */
const classifyMs = 250

/** What an utterance wants shows at its beginning; longer ones are pasted text, and reading all of it would take too long. */
const mostRead = 500

/** Ranks what each part of the question wants: the knowledge base, a tool, or Cairn itself. */
export async function parseIntent(
  request: TurnRequest,
  memory: Memory,
  rooms: Pick<PipelineRooms, 'intents' | 'embedder' | 'caches'>,
  signal: AbortSignal,
): Promise<StageOutcome<IntentParse>> {
  const key = turnKey(request.question, memory, [rooms.embedder.id])
  const cached = rooms.caches.intents.get(key)
  if (cached) return { value: cached, status: 'cache_hit', summary: describe(cached) }
  const texts = withoutGreeting(request.question.slice(0, mostRead))
  try {
    const rankings = await withDeadline(
      (inner) => Promise.all(texts.map((text) => rooms.intents.rank(text, inner))),
      classifyMs,
      signal,
    )
    const value = parsed(texts, rankings)
    rooms.caches.intents.set(key, value)
    return { value, summary: describe(value) }
  } catch (thrown) {
    signal.throwIfAborted()
    // Not cached: the next question may find the examples ready.
    const value = parsed(texts, texts.map(rankIntents))
    return { value, status: 'degraded', reason: notesOfFailure(thrown), summary: describe(value) }
  }
}

/** What is assumed when the stage is late or fails: what rules say, or a question to the documents. */
export function plainQuestion(request: TurnRequest): IntentParse {
  try {
    const texts = withoutGreeting(request.question.slice(0, mostRead))
    return parsed(texts, texts.map(rankIntents))
  } catch {
    // The turn must go on, whatever it was that failed.
  }
  return { parts: [{ text: request.question, ranked: [{ kind: 'KB', topic: '', confidence: 0.75 }] }] }
}

function parsed(texts: readonly string[], rankings: readonly (readonly Intent[])[]): IntentParse {
  return { parts: texts.map((text, at) => ({ text, ranked: rankings[at] ?? [] })) }
}

const greeting = /^(?:hi|hello|hey|你好|您好|嗨)[\s,，!！。.~]+(?=\S)/iu

/** A greeting before a question is politeness, not a second intent; "hi there" is a greeting and no more. */
function withoutGreeting(question: string): string[] {
  const rest = question.trim().replace(greeting, '')
  const isQuestion = explain(rest, ownWords).left > 0 || asks.test(rest) || wholeIntent(rest) !== null
  return splitCompound(isQuestion ? rest : question)
}

function describe(parse: IntentParse): Note[] {
  return bestIntents(parse).flatMap((intent) => [
    topicNote(intent),
    note('confidence', { confidence: intent.confidence.toFixed(2) }),
  ])
}
