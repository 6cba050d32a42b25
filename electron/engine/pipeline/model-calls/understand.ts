import { z } from 'zod'
import { CairnError } from '@shared/errors'
import { anySignal } from '@engine/platform/tracing/span-of-signal'
import type { ModelName } from '@engine/ports/models/language-model'
import { analyse } from '@engine/text/analyse'
import { detectLanguage } from '@engine/text/language'
import { isStopTerm } from '@engine/text/english/stop-words'
import {
  answerLanguage,
  type ConversationQuestion,
  type Intent,
  type IntentKind,
  type Memory,
  systemTopics,
  type TurnRequest,
} from '../turn'
import { askModel, type ModelReply } from './ask-model'
import type { ModelAccess } from './model-call'
import { understandPrompt } from '../prompts/understand-prompt'
import { isElsewhere, openHistory } from '../writing/kept-back'
import { type StageRunnerOptions, stageBudgets } from '../stage'

/** What a model made of a question, as far as it can be believed. */
export interface Understood {
  readonly model: ModelName
  /** In the question's language, and of its words and the conversation's. */
  readonly standalone: string
  /** Null where the rules are to split it. */
  readonly parts: readonly string[] | null
  /** Other wordings, for the search alone. */
  readonly queries: readonly string[]
  /** A probability for every kind, best first; null where nothing believable was said. */
  readonly ranked: readonly Intent[] | null
}

/** One call of a model for stages 2 and 3 together. */
export interface Understanding {
  /** The language model that would be asked; null where there is no model. */
  readonly model: ModelName | null
  /** Milliseconds a stage may wait for it. */
  readonly waitMs: (stage: 2 | 3) => number
  /** Asks once, whichever stage calls it first; throws what `askModel` throws, CANCELLED where it is gone on without. */
  readonly ask: (stage: 2 | 3) => Promise<Understood>
}

const Reply = z.object({
  standalone: z.string(),
  parts: z.array(z.string()),
  queries: z.array(z.string()),
  intents: z.array(z.object({ kind: z.string(), topic: z.string(), confidence: z.number() })),
})
type Reply = z.infer<typeof Reply>

const maxRewriteLength = 1000
const maxQueryLength = 300
const maxParts = 4
const maxQueries = 3
/** Share of a rewrite's words that must come from the question and the conversation: what else is there was made up. */
const minRooted = 0.6
const temperature = 0.1
const maxTokens = 500

/** The call of this turn, made when the first stage asks for it. */
export function createUnderstanding(
  question: ConversationQuestion,
  access: ModelAccess | undefined,
  { emit, signal, goOn }: Pick<StageRunnerOptions, 'emit' | 'signal' | 'goOn'>,
): Understanding {
  const model = access?.models.candidates('understand')[0] ?? null
  const deadline = access?.models.deadlineOf('understand') ?? 0
  const waitMs = (stage: 2 | 3) => Math.max(stageBudgets[stage], deadline)
  let asked: Promise<Understood> | undefined
  return {
    model,
    waitMs,
    ask: (stage) => {
      if (!access) return Promise.reject(new CairnError('NOT_FOUND', 'There is no model to ask.'))
      if (model) emit({ type: 'stage_wait', stage, model: model.name, go_on: true })
      const until = goOn ? anySignal([signal, goOn]) : signal
      asked ??= understand(question, access, { ms: Math.max(waitMs(2), waitMs(3)), signal: until })
      // Whoever waits is told; a stage that gave up is not there to hear it.
      asked.catch(() => undefined)
      return asked
    },
  }
}

async function understand(
  { request, memory }: ConversationQuestion,
  access: ModelAccess,
  { ms, signal }: { readonly ms: number; readonly signal: AbortSignal },
): Promise<Understood> {
  const leaves = access.models.candidates('understand').some(({ id }) => isElsewhere(id, access.models))
  const history = leaves ? openHistory(memory.history) : memory.history
  const prompt = understandPrompt(request.question, history, answerLanguage(request))
  const question = { task: 'understand', ...prompt, parse: Reply, temperature, maxTokens } as const
  return believable(await askModel(question, access, { ms, signal, told: access.onCall }), request, memory)
}

/** Throws MODEL_FAILED for a rewrite that is empty, endless, in another language or about something else. */
function believable({ value, model }: ModelReply<Reply>, request: TurnRequest, memory: Memory): Understood {
  const { question } = request
  const told = [question, ...memory.history.flatMap((turn) => [turn.question, turn.answer]), memory.summary]
  const known = new Set(told.flatMap((text) => analyse(text)))
  const isRooted = (text: string) => {
    const terms = contentOf(text)
    return terms.length > 0 && terms.filter((term) => known.has(term)).length >= minRooted * terms.length
  }
  const standalone = value.standalone.replace(/\s+/gu, ' ').trim()
  const isSane =
    standalone.length <= maxRewriteLength &&
    isRooted(standalone) &&
    detectLanguage(standalone) === detectLanguage(question)
  if (!isSane) {
    throw new CairnError(
      'MODEL_FAILED',
      `${model.name} changed the question into another one.`,
      'Choose another model.',
    )
  }
  const parts = tidy(value.parts)
  const areParts = parts.length > 0 && parts.length <= maxParts && parts.every(isRooted)
  return {
    model,
    standalone,
    parts: areParts ? parts : null,
    queries: tidy(value.queries).slice(0, maxQueries),
    ranked: rankedIntents(value.intents),
  }
}

function tidy(texts: readonly string[]): string[] {
  const lines = texts.map((text) => text.replace(/\s+/gu, ' ').trim())
  return [...new Set(lines)].filter((text) => text !== '' && text.length <= maxQueryLength)
}

function rankedIntents(intents: Reply['intents']): Intent[] | null {
  const best = new Map<IntentKind, Intent>()
  for (const { kind: named, topic: about, confidence } of intents) {
    const kind = (['KB', 'SYSTEM'] as const).find((one) => one === named)
    const topic = kind === 'KB' ? '' : about
    const isKnown = kind === 'KB' || systemTopics.some((one) => one === topic)
    if (!kind || !isKnown || !(confidence >= 0 && confidence <= 1)) continue
    if (confidence > (best.get(kind)?.confidence ?? -1)) best.set(kind, { kind, topic, confidence })
  }
  if (best.size === 0) return null
  const all = (['KB', 'TOOL', 'SYSTEM'] as const).map((kind) => best.get(kind) ?? { kind, topic: '', confidence: 0 })
  const sum = all.reduce((total, { confidence }) => total + confidence, 0)
  // What no kind claims is left even between them.
  const rest = Math.max(0, 1 - sum) / all.length
  return all
    .map((one) => ({ ...one, confidence: one.confidence / Math.max(1, sum) + rest }))
    .toSorted((a, b) => b.confidence - a.confidence)
}

function contentOf(text: string): string[] {
  const terms = [...new Set(analyse(text))]
  const content = terms.filter((term) => !isStopTerm(term))
  return content.length > 0 ? content : terms
}
