import type { z } from 'zod'
import { CairnError } from '@shared/errors'
import { messageOf } from '@shared/note'
import { withDeadline } from '@engine/platform/deadline'
import type { GenerateRequest, GenerationUsage, ModelName } from '@engine/ports/models/language-model'
import type { JsonPrompt } from '../prompts/json-prompts'
import type { ModelAccess, ModelCall } from './model-call'
import { wholePart } from './whole-part'

export interface ModelQuestion<T> extends JsonPrompt {
  readonly task: GenerateRequest['task']
  /** What the schema promised, checked again: a server may not keep to it. */
  readonly parse: z.ZodType<T>
  readonly temperature: number
  readonly maxTokens: number
  /** Names one model, before those set for the task. */
  readonly wanted?: string | undefined
}

export interface ModelReply<T> {
  readonly value: T
  readonly model: ModelName
  /** Null where the model did not say. */
  readonly usage: GenerationUsage | null
}

/** Longer replies are a model that runs on, in UTF-16 units. */
const maxReplyLength = 20_000

/** Asks for JSON within `ms`. Throws what `generate` throws, DEADLINE_EXCEEDED, and MODEL_FAILED for another reply. */
export async function askModel<T>(
  question: ModelQuestion<T>,
  { models, seed, clock }: Pick<ModelAccess, 'models' | 'seed' | 'clock'>,
  { ms, signal, told }: { ms: number; signal: AbortSignal | undefined; told?: ((call: ModelCall) => void) | undefined },
): Promise<ModelReply<T>> {
  const { task, system, content, schema, parse, temperature, maxTokens, wanted } = question
  const startedAt = clock()
  let model = models.candidates(task, wanted)[0] ?? { id: '', name: '' }
  let usage: GenerationUsage | null = null
  const report = (error: string) => {
    if (task !== 'understand' && task !== 'clarify') return
    told?.({ task, model, temperature, seed, usage, startedAt, endedAt: clock(), error })
  }
  try {
    const text = await withDeadline(
      async (inner) => {
        const request = {
          task,
          model: wanted,
          system,
          messages: [{ role: 'user', content }],
          temperature,
          seed,
          maxTokens,
          schema,
        } as const
        let reply = ''
        // The signal ends it in time. A late first token would count against the model, which may be good for an answer.
        for await (const event of models.generate(request, { firstTokenMs: Infinity, signal: inner })) {
          if (event.type === 'model') model = event.model
          else if (event.type === 'token') reply += event.text
          else if (event.type === 'end') usage = event.usage
          if (reply.length > maxReplyLength) break
        }
        return reply
      },
      ms,
      signal,
    )
    const parsed = parse.safeParse(jsonIn(text))
    if (!parsed.success) {
      throw new CairnError('MODEL_FAILED', `${model.name} gave no usable reply.`, 'Choose another model for this task.')
    }
    report('')
    return { value: parsed.data, model, usage }
  } catch (thrown) {
    report(messageOf(thrown))
    throw thrown
  }
}

/** The JSON between the first and the last brace of a model's reply, or what is whole of it where it broke off; undefined where that is no JSON. */
function jsonIn(text: string): unknown {
  const from = text.indexOf('{')
  return asJson(text.slice(from, text.lastIndexOf('}') + 1)) ?? asJson(wholePart(text.slice(Math.max(0, from))))
}

function asJson(json: string): unknown {
  try {
    const value: unknown = JSON.parse(json)
    return value
  } catch {
    return undefined
  }
}
