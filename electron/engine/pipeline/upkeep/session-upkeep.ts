import { z } from 'zod'
import type { Change, RunningTurn } from '@shared/changes'
import { CairnError, toCairnError } from '@shared/errors'
import type { Message, SessionContext } from '@shared/session/session-context'
import type { SessionQueue } from '@engine/session/session-queue'
import { conversationOf, exchangesOf } from '@engine/session/history/conversation'
import { summariseIfNeeded } from '@engine/session/history/memory'
import type { SessionEntry } from '@engine/ports/storage/session-store'
import { detectLanguage } from '@engine/text/language'
import { estimateTokens } from '@engine/text/token-count'
import { keptEvidence } from '@engine/session/context/current-sensitivity'
import type { BackgroundWork } from './after-turn'
import { opinionOn } from './add-second-opinion'
import { askModel } from '../model-calls/ask-model'
import { type ModelAccess, seedOf } from '../model-calls/model-call'
import { summaryPrompt, titlePrompt } from '../prompts/json-prompts'
import { withoutMarks } from '../prompts/neutral'
import type { PipelineRooms, TurnRequest } from '../turn'
import { openModels } from '../writing/kept-back'
import { automaticTitle, shortened } from './session-title'

export interface UpkeepParts {
  readonly rooms: Pick<PipelineRooms, 'sessions' | 'models' | 'now' | 'isKept'>
  readonly queue: SessionQueue
  /** Tells of a session that has another title. */
  readonly announce: (sessionId: string) => Promise<unknown>
  readonly publish: (change: Change) => void
  /** Milliseconds from any fixed point. */
  readonly clock: () => number
}

/** Of the newest messages that a summary is made from, estimated. */
const summarisedTokens = 2500
const maxSummaryLength = 2000
const temperature = 0.3

const Title = z.object({ title: z.string() })
const Summary = z.object({ summary: z.string() })

const upkeepTasks = ['title', 'judge', 'summary'] as const

/** A language model's work after a turn: a title, a second opinion, the rolling summary; null where no model does any. */
export function upkeepAfter({ sessionId, turnId, model }: TurnRequest, parts: UpkeepParts): BackgroundWork | null {
  const models = model === 'rules' ? undefined : parts.rooms.models
  if (!models || upkeepTasks.every((task) => openModels(models).candidates(task).length === 0)) return null
  return async (signal) => {
    // What such a session says may rest on what must not leave this machine, in whatever words.
    const kept = keptEvidence(await parts.rooms.sessions.load(sessionId), (id) => parts.rooms.isKept?.(id) === true)
    const may = kept.size > 0 ? models : openModels(models)
    const asking = { models: may, seed: seedOf(turnId), clock: parts.clock }
    await quietly(() => giveTitle(sessionId, asking, parts, signal), signal)
    await quietly(() => addOpinion({ session_id: sessionId, turn_id: turnId }, asking, parts, signal), signal)
    await quietly(() => summarise(sessionId, asking, parts, signal), signal)
  }
}

type Asking = Omit<ModelAccess, 'onCall'>

/** A model that fails leaves what rules made; what the session's store says is passed on. */
async function quietly(work: () => Promise<void>, signal: AbortSignal): Promise<void> {
  try {
    await work()
  } catch (thrown) {
    signal.throwIfAborted()
    const { code } = toCairnError(thrown)
    if (!modelTroubles.has(code)) throw thrown
  }
}

const modelTroubles: ReadonlySet<CairnError['code']> = new Set([
  'MODEL_FAILED',
  'MODEL_UNUSABLE',
  'MODEL_OUT_OF_MEMORY',
  'DEADLINE_EXCEEDED',
  'RATE_LIMITED',
  'NETWORK_DENIED',
  'UNREACHABLE',
])

async function giveTitle(id: string, asking: Asking, parts: UpkeepParts, signal: AbortSignal): Promise<void> {
  const { sessions } = parts.rooms
  if (asking.models.candidates('title').length === 0) return
  const automatic = automaticTitle(await sessions.load(id))
  if (!automatic) return
  const { question, answer } = automatic
  const language = detectLanguage(question)
  const { value } = await askModel(
    { task: 'title', ...titlePrompt(question, answer, language), parse: Title, temperature, maxTokens: 60 },
    asking,
    { ms: asking.models.deadlineOf('title'), signal },
  )
  const title = tidyTitle(value.title)
  if (title === '' || detectLanguage(title) !== language) return
  await write(id, parts, signal, (context) => (automaticTitle(context) ? { op: 'title', title, by: 'model' } : null))
  await parts.announce(id)
}

function tidyTitle(text: string): string {
  // Models write Markdown and citations even where a title is asked for.
  const words = text.replace(/\*\*|__|`/gu, '').replace(/\s*[[【]\d+[\]】]/gu, '')
  const line = words.replace(/\s+/gu, ' ').trim()
  const bare = line.replace(/^["'“”‘’「『《#*\s]+|["'“”‘’」』》*\s.。!！]+$/gu, '')
  return shortened(bare)
}

async function addOpinion(turn: RunningTurn, asking: Asking, parts: UpkeepParts, signal: AbortSignal): Promise<void> {
  const { session_id: id, turn_id } = turn
  const { sessions, now } = parts.rooms
  if (asking.models.candidates('judge').length === 0) return
  const opinion = await opinionOn(await sessions.load(id), turn_id, asking, { now, signal })
  if (!opinion) return
  await write(id, parts, signal, () => ({ op: 'second_opinion', turn_id, opinion }))
  parts.publish({ type: 'opinion', turn, opinion })
}

async function summarise(id: string, asking: Asking, parts: UpkeepParts, signal: AbortSignal): Promise<void> {
  const { sessions, now } = parts.rooms
  const [model] = asking.models.candidates('summary')
  if (!model) return
  const context = await sessions.load(id)
  // Rolled now rather than when the next question comes.
  const byRules = summariseIfNeeded(context, new Date(now()).toISOString()) ?? context.session.summary
  if (!byRules || byRules['made_by'] !== undefined) return
  const covered = conversationOf(exchangesOf(context)).flatMap(({ place, question, answer }) =>
    place < byRules.message_index_range.to ? [question, ...(answer ? [answer] : [])] : [],
  )
  const newest = newestOf(covered)
  const language = detectLanguage(newest.map(({ content }) => content).join('\n'))
  const prompt = summaryPrompt(byRules.content, newest, language)
  const { value, model: by } = await askModel(
    { task: 'summary', ...prompt, parse: Summary, temperature, maxTokens: 500 },
    asking,
    { ms: asking.models.deadlineOf('summary'), signal },
  )
  const text = withoutMarks(value.summary).trim()
  if (text === '' || text.length > maxSummaryLength || detectLanguage(text) !== language) return
  const length = context.session.messages.length
  await write(id, parts, signal, ({ session }) => {
    // What was said since then, or replaced, is not in it.
    if (session.messages.length !== length) return null
    return { op: 'summary', summary: { ...byRules, content: text, made_by: by.id } }
  })
}

function newestOf(messages: readonly Message[]): Message[] {
  let tokens = 0
  const from = messages.findLastIndex(({ content }) => (tokens += estimateTokens(content)) > summarisedTokens)
  return messages.slice(from + 1)
}

/** Behind whatever else is done to the session, and only if it is still wanted then. */
async function write(
  id: string,
  { rooms: { sessions }, queue }: UpkeepParts,
  signal: AbortSignal,
  entryFor: (context: SessionContext) => SessionEntry | null,
): Promise<void> {
  await queue.run(
    id,
    async () => {
      signal.throwIfAborted()
      const entry = entryFor(await sessions.load(id))
      if (entry) await sessions.append(id, [entry], { durable: true })
    },
    signal,
  )
}
