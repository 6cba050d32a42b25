import { createHash } from 'node:crypto'
import { toCairnError } from '@shared/errors'
import { whyOf, type Note, note } from '@shared/note'
import type { ModelUsage } from '@shared/session/session-context'
import type { GenerationUsage, LanguageModels, ModelName } from '@engine/ports/models/language-model'

/** A call of a language model, as the record keeps it. */
export interface ModelCall {
  readonly task: 'understand' | 'clarify' | 'answer'
  readonly model: ModelName
  readonly temperature: number
  readonly seed: number
  /** Null where it broke off, or never began. */
  readonly usage: GenerationUsage | null
  /** Milliseconds from any fixed point, as all three. */
  readonly startedAt: number
  readonly firstTokenAt?: number | undefined
  readonly endedAt: number
  /** Empty where it went well. */
  readonly error: string
}

/** How the stages of one turn ask language models. */
export interface ModelAccess {
  readonly models: LanguageModels
  /** The same for the same turn, so that a replay asks the same. */
  readonly seed: number
  /** Milliseconds from any fixed point. */
  readonly clock: () => number
  readonly onCall: (call: ModelCall) => void
}

/** A turn's seed, from its id: 31 bits. */
export function seedOf(turnId: string): number {
  return createHash('sha256').update(turnId).digest().readUInt32BE(0) >>> 1
}

/** What the record says of a call; `calledAt` is an ISO time. */
export function modelUsage(call: ModelCall, id: string, turnId: string, calledAt: string): ModelUsage {
  const { task, model, temperature, seed, usage, startedAt, firstTokenAt, endedAt, error } = call
  const prompt = usage?.prompt_tokens ?? 0
  const completion = usage?.completion_tokens ?? 0
  return {
    model_usage_id: id,
    turn_id: turnId,
    stage: task === 'answer' ? 'answer' : task === 'understand' ? 'route' : 'other',
    // A model on a server of this machine, or one that Cairn runs itself.
    provider: model.id.startsWith('server:') ? 'loopback' : 'local',
    model: model.name,
    params: { model_id: model.id, temperature, seed, ...(usage ? { reused_tokens: usage.reused_tokens } : {}) },
    prompt_tokens: prompt,
    completion_tokens: completion,
    total_tokens: prompt + completion,
    ...(firstTokenAt === undefined ? {} : { first_token_latency_ms: Math.max(0, firstTokenAt - startedAt) }),
    latency_ms: Math.max(0, endedAt - startedAt),
    status: error === '' ? 'success' : 'error',
    error,
    called_at: calledAt,
  }
}

/** Why a model was of no use, for people; `ms` is the time it had. */
export function modelProblem(model: string, thrown: unknown, ms: number): Note {
  const { code } = toCairnError(thrown)
  if (code === 'DEADLINE_EXCEEDED') return note('late', { ms })
  if (code === 'CANCELLED') return note('gone_on_without', { model })
  return note('model_failed', { model, ...whyOf(thrown) })
}
