import { z } from 'zod'
import { MAX_QUESTION_LENGTH } from '@shared/api/api'
import { modelId, ParameterError, parseRequest, unknownModel } from './openai-errors'

const Part = z.union([z.object({ type: z.literal('text'), text: z.string() }), z.object({ type: z.string() })])

const Message = z.object({
  role: z.enum(['system', 'developer', 'user', 'assistant', 'tool', 'function']),
  content: z.union([z.string(), z.array(Part)]).nullish(),
})

/** What is read of a request. What merely tunes a language model (`temperature`, `max_tokens`, …) is left unread. */
const ChatRequest = z.object({
  model: z.string(),
  messages: z.array(Message).min(1).max(2000),
  stream: z.boolean().nullish(),
  stream_options: z.object({ include_usage: z.boolean().nullish() }).nullish(),
  n: z.number().nullish(),
  tools: z.array(z.unknown()).nullish(),
  functions: z.array(z.unknown()).nullish(),
  response_format: z.object({ type: z.string() }).nullish(),
  logprobs: z.boolean().nullish(),
  modalities: z.array(z.string()).nullish(),
})

export interface AskedChat {
  /** The last message. */
  readonly question: string
  /** The user's and the assistant's messages before it, oldest first. */
  readonly before: readonly ChatMessage[]
  readonly stream: boolean
  readonly includeUsage: boolean
}

export interface ChatMessage {
  readonly role: 'user' | 'assistant'
  readonly text: string
}

/**
 * Reads a request for a chat completion. What would change the answer and cannot be done is refused; what a model is told by the
 * system is left out, because Cairn answers from documents and takes no instructions. Throws ParameterError, NOT_FOUND.
 */
export function readChatRequest(body: unknown): AskedChat {
  const request = parseRequest(ChatRequest, body)
  if (request.model !== modelId) throw unknownModel(request.model)
  refuseWhatCannotBeDone(request)
  const messages = request.messages.flatMap(({ role, content }, at): ChatMessage[] => {
    return role === 'user' || role === 'assistant' ? [{ role, text: textOf(content, at) }] : []
  })
  const last = messages.at(-1)
  if (last?.role !== 'user') throw new ParameterError('messages', 'The last message is the question, from the user.')
  const question = last.text.trim()
  if (question === '') throw new ParameterError('messages', 'The question is empty.', 'Type a question first.')
  if (question.length > MAX_QUESTION_LENGTH) {
    const action = 'Add a longer text as a document and ask about it.'
    throw new ParameterError('messages', `A question has at most ${MAX_QUESTION_LENGTH} characters.`, action)
  }
  const includeUsage = request.stream_options?.include_usage === true
  return { question, before: messages.slice(0, -1), stream: request.stream === true, includeUsage }
}

function refuseWhatCannotBeDone(request: z.infer<typeof ChatRequest>): void {
  const { n, tools, functions, response_format, logprobs, modalities } = request
  const refused: Readonly<Record<string, boolean>> = {
    n: (n ?? 1) !== 1,
    tools: (tools ?? []).length > 0,
    functions: (functions ?? []).length > 0,
    response_format: (response_format?.type ?? 'text') !== 'text',
    logprobs: logprobs === true,
    modalities: (modalities ?? []).some((one) => one !== 'text'),
  }
  const param = Object.keys(refused).find((name) => refused[name])
  if (param !== undefined) {
    throw new ParameterError(param, `Cairn cannot do what “${param}” asks.`, 'Leave it out; answers are one text.')
  }
}

function textOf(content: z.infer<typeof Message>['content'], at: number): string {
  if (typeof content === 'string') return content
  const parts = content ?? []
  const texts = parts.flatMap((part) => ('text' in part ? part.text : []))
  if (texts.length < parts.length) {
    throw new ParameterError(`messages.${at}.content`, 'Cairn reads text only.', 'Add pictures and files as documents.')
  }
  return texts.join('\n')
}
