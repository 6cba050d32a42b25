import { type Note, note, notesOfFailure } from '@shared/note'
import { withDeadline } from '@engine/platform/deadline'
import { isNamedDocument } from '../catalogue/answer-from-catalogue'
import { libraryQuestionOf } from '@engine/question/library/library-question'
import { bestIntents, uncertaintyOf, topicNote } from '../intent/intent-ranking'
import { asks, rankIntents, ranked, wholeIntent } from '../intent/rules'
import { explain, ownWords } from '../intent/vocabulary'
import { type ModelAccess, modelProblem } from '../model-calls/model-call'
import { isOverview } from '../intent/overview-intent'
import { splitCompound } from '@engine/question/parts/split'
import type { StageOutcome } from '../stage'
import type { ConversationQuestion, Intent, IntentParse, Memory, PipelineRooms, TurnRequest } from '../turn'
import { callsByName, withTools } from '../tool-calls/choose-tools'
import { chosenByModel } from '../tool-calls/tools-by-model'
import { turnKey } from '../turn-cache'
import type { Understanding } from '../model-calls/understand'

/** Less than the stage's budget, so that rules still have a say when the examples are late. */
const classifyMs = 250

/** UTF-16 units read: what an utterance wants shows at its beginning, and a longer text is pasted and takes too long. */
const maxRead = 500

/** How much a model's word counts beside the rules': its confidence is not calibrated, theirs is. */
const modelShare = 0.5

type IntentRooms = Pick<
  PipelineRooms,
  | 'intents'
  | 'answerEmbedder'
  | 'caches'
  | 'graph'
  | 'settings'
  | 'library'
  | 'tools'
  | 'now'
  | 'timeZone'
  | 'resolveFilter'
>

/**
 * What each part wants, and the tool that it is for. Where rules are unsure, a model has a say as well: of a tool's arguments,
 * else of what is wanted. Rules stand, degraded, where it fails or is late.
 */
export async function parseWithModel(
  question: ConversationQuestion,
  understanding: Understanding,
  rooms: IntentRooms & { readonly access: ModelAccess | undefined },
  signal: AbortSignal,
): Promise<StageOutcome<IntentParse>> {
  const { request, memory } = question
  // What an archive holds is the list's to say, and no summary's.
  if (!asksForMembers(request.question, rooms) && isOverview(request, rooms)) {
    const value = { parts: [{ text: request.question, ranked: ranked({ kind: 'KB', topic: '' }, formConfidence) }] }
    return { value, summary: describe(value) }
  }
  const classified = await parseIntent(request, memory, rooms, signal)
  if (!rooms.tools || (request.question.length > maxRead && !callsByName(request.question)))
    return wantedByModel({ ...question, byRules: classified }, understanding, rooms, signal)
  // Never kept: what a tool makes of a question changes with the time and the tables.
  const read = await withTools(classified.value.parts, question, rooms, signal)
  const { parts, reason } = await chosenByModel(read, { request, understanding }, rooms, signal)
  const value = { parts }
  const byRules = { ...withReason(classified, reason), value, summary: describe(value) }
  if (parts.some(({ tool }) => tool !== undefined)) return byRules
  return wantedByModel({ ...question, byRules }, understanding, rooms, signal)
}

/** As rules say, and where a part is unsure a model as well. */
async function wantedByModel(
  { request, memory, byRules }: ConversationQuestion & { readonly byRules: StageOutcome<IntentParse> },
  understanding: Understanding,
  rooms: IntentRooms,
  signal: AbortSignal,
): Promise<StageOutcome<IntentParse>> {
  const { model } = understanding
  const { parts } = byRules.value
  const isUnsure = parts.some((part) => uncertaintyOf(part.ranked) !== null)
  if (!model || !isUnsure || request.question.length > maxRead) return byRules
  const key = turnKey(request.question, memory, [rooms.answerEmbedder.id, model.id])
  const cached = rooms.caches.intents.get(key)
  if (cached) return { value: cached, status: 'cache_hit', summary: describe(cached) }
  const ms = understanding.waitMs(3)
  try {
    const understood = await withDeadline(() => understanding.ask(3), ms, signal)
    const byModel = understood.ranked
    if (!byModel) return byRules
    const value = {
      parts: parts.map((part) =>
        uncertaintyOf(part.ranked) === null ? part : { ...part, ranked: mixed(part.ranked, byModel) },
      ),
    }
    rooms.caches.intents.set(key, value)
    const { status, reason = [] } = byRules
    const summary = [...describe(value), note('understood_by', { model: understood.model.name })]
    return status === 'degraded' ? { value, status, reason, summary } : { value, summary }
  } catch (thrown) {
    signal.throwIfAborted()
    return withReason(byRules, [modelProblem(model.name, thrown, ms), note('rules_instead')])
  }
}

function withReason(outcome: StageOutcome<IntentParse>, reason: readonly Note[]): StageOutcome<IntentParse> {
  return reason.length === 0
    ? outcome
    : { ...outcome, status: 'degraded', reason: [...(outcome.reason ?? []), ...reason] }
}

function mixed(rules: readonly Intent[], model: readonly Intent[]): Intent[] {
  return rules
    .map((intent) => {
      const said = model.find(({ kind }) => kind === intent.kind)
      const confidence = (1 - modelShare) * intent.confidence + modelShare * (said?.confidence ?? 0)
      return { ...intent, topic: said?.topic || intent.topic, confidence }
    })
    .toSorted((a, b) => b.confidence - a.confidence)
}

/** Ranks what each part of the question wants: the knowledge base, a tool, or Cairn itself. */
export async function parseIntent(
  request: TurnRequest,
  memory: Memory,
  rooms: Pick<PipelineRooms, 'intents' | 'answerEmbedder' | 'caches'> & Records,
  signal: AbortSignal,
): Promise<StageOutcome<IntentParse>> {
  const texts = callsByName(request.question) ? [request.question] : withoutGreeting(request.question.slice(0, maxRead))
  // Whether a name is a document's changes with the library, so this is never kept.
  const library = texts.flatMap((text) => libraryRanking(text, rooms) ?? [])
  if (library.length > 0 && library.length === texts.length) {
    const value = parsed(texts, library)
    return { value, summary: describe(value) }
  }
  const key = turnKey(request.question, memory, [rooms.answerEmbedder.id])
  const cached = rooms.caches.intents.get(key)
  if (cached) return { value: cached, status: 'cache_hit', summary: describe(cached) }
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
    const texts = withoutGreeting(request.question.slice(0, maxRead))
    return parsed(texts, texts.map(rankIntents))
  } catch {
    // The turn must go on, whatever it was that failed.
  }
  return { parts: [{ text: request.question, ranked: [{ kind: 'KB', topic: '', confidence: 0.75 }] }] }
}

/** How surely what a question's form says is right. */
const formConfidence = 0.95

interface Records {
  readonly library: Pick<PipelineRooms['library'], 'records'>
}

function asksForMembers(question: string, rooms: Records): boolean {
  const asked = question.length > maxRead ? null : libraryQuestionOf(question)
  return asked !== null && asked.inside !== null && isNamedDocument(asked, rooms)
}

/** What a question about the library wants, as surely as its form says it; null for any other. */
function libraryRanking(text: string, rooms: Records): [readonly Intent[]] | null {
  const asked = libraryQuestionOf(text)
  if (!asked || ((asked.named || asked.inside) && !isNamedDocument(asked, rooms))) return null
  const wanted =
    asked.mentions === null ? ({ kind: 'SYSTEM', topic: 'library' } as const) : ({ kind: 'KB', topic: '' } as const)
  return [ranked(wanted, formConfidence)]
}

function parsed(texts: readonly string[], rankings: readonly (readonly Intent[])[]): IntentParse {
  return {
    parts: texts.map((text, at) => {
      const ranking = rankings[at] ?? []
      const asked = libraryQuestionOf(text)
      // "What is in the report?" is asked of the list only where that has a file which holds others.
      const isOfLibrary = asked !== null && (asked.inside === null || ranking[0]?.topic === 'library')
      return { text, ranked: ranking, library: isOfLibrary ? asked : undefined }
    }),
  }
}

const greeting = /^(?:hi|hello|hey|你好|您好|嗨)[\s,，!！。.~]+(?=\S)/iu

/** A greeting before a question is politeness, not a second intent; "hi there" is a greeting and no more. */
function withoutGreeting(question: string): string[] {
  const rest = question.trim().replace(greeting, '')
  const isQuestion = explain(rest, ownWords).left > 0 || asks.test(rest) || wholeIntent(rest) !== null
  // "Which files failed, and why?" is one question.
  const asked = libraryQuestionOf(rest)
  if (asked && !asked.inside) return [rest]
  return splitCompound(isQuestion ? rest : question)
}

function describe(parse: IntentParse): Note[] {
  return bestIntents(parse).flatMap((intent) => [
    topicNote(intent),
    note('confidence', { confidence: intent.confidence.toFixed(2) }),
  ])
}
