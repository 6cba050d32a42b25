import { createHash } from 'node:crypto'
import { z } from 'zod'

/** What a server reads of a request for a chat completion. */
const ChatRequest = z.object({
  model: z.string(),
  messages: z.array(z.object({ role: z.string(), content: z.string() })),
  max_tokens: z.number().int().positive().optional(),
  stream: z.literal(true),
  response_format: z
    .object({
      type: z.string(),
      json_schema: z.object({ name: z.string(), schema: z.unknown() }).optional(),
    })
    .optional(),
})

/** One request, as it was sent. */
export interface StandInPrompt {
  readonly model: string
  /** Of the messages and the form wanted, 12 hexadecimal digits: the same prompt has the same one. */
  readonly hash: string
  /** Empty where there is none. */
  readonly system: string
  /** All others, oldest first. */
  readonly messages: readonly { readonly role: string; readonly content: string }[]
  /** The form the reply must have and what the request calls it, as `understand`; null where text is wanted. */
  readonly form: { readonly name: string; readonly schema: unknown } | null
  /** Most tokens of the reply; Infinity where the request does not say. */
  readonly maxTokens: number
}

/** Throws ZodError for what is no such request. */
export function readPrompt(body: unknown): StandInPrompt {
  const { model, messages, max_tokens: maxTokens = Infinity, response_format: format } = ChatRequest.parse(body)
  return {
    model,
    hash: createHash('sha256')
      .update(JSON.stringify([messages, format ?? null]))
      .digest('hex')
      .slice(0, 12),
    system: messages
      .filter(({ role }) => role === 'system')
      .map(({ content }) => content)
      .join('\n\n'),
    messages: messages.filter(({ role }) => role !== 'system'),
    form: format ? { name: format.json_schema?.name ?? 'json', schema: format.json_schema?.schema ?? null } : null,
    maxTokens,
  }
}

/** Everything of a prompt that a model reads, as one text. */
export function promptText({ system, messages }: Pick<StandInPrompt, 'system' | 'messages'>): string {
  return [...(system === '' ? [] : [system]), ...messages.map(({ content }) => content)].join('\n\n')
}
