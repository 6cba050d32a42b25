import { randomUUID } from 'node:crypto'
import type { Usage } from '@shared/events'
import { jsonResponse } from '@shells/assets/error-response'
import { answerTail } from '@shells/answers/answer-text'
import { citationsOf } from '@shells/answers/cited-sources'
import { collectTurn, type TurnAnswer, type TurnListener } from '@shells/answers/collect-turn'
import type { TurnSlots } from '@shells/answers/turn-slots'
import type { EngineClient } from '@shells/engine-client'
import { type AskedChat, readChatRequest } from './chat-request'
import type { Conversations } from './conversations'
import { modelId } from './openai-errors'
import { serverSentEvents } from './server-sent-events'

export interface ChatParts {
  readonly client: EngineClient
  readonly slots: TurnSlots
  readonly conversations: Conversations
}

/** `POST /v1/chat/completions`. Aborting `signal` cancels the turn. Throws CairnError before anything is streamed. */
export async function completeChat(body: unknown, parts: ChatParts, signal: AbortSignal): Promise<Response> {
  const asked = readChatRequest(body)
  const head = { id: `chatcmpl-${randomUUID()}`, created: Math.trunc(Date.now() / 1000), model: modelId }
  if (asked.stream)
    return serverSentEvents((send, within) => streamed(asked, head, parts, { send, signal: within }), signal)
  const answer = await parts.slots.run(() => ask(asked, parts, signal))
  const message = {
    role: 'assistant',
    content: contentOf(answer, asked),
    refusal: null,
    annotations: annotationsOf(answer),
  }
  const choices = [{ index: 0, message, finish_reason: 'stop', logprobs: null }]
  return jsonResponse({ ...head, object: 'chat.completion', choices, usage: usageOf(answer), cairn: aboutOf(answer) })
}

interface Head {
  readonly id: string
  readonly created: number
  readonly model: string
}

interface Streaming {
  readonly send: (data: unknown) => void
  readonly signal: AbortSignal
}

async function streamed(asked: AskedChat, head: Head, parts: ChatParts, { send, signal }: Streaming): Promise<void> {
  const chunk = (choices: readonly unknown[], more: Readonly<Record<string, unknown>> = {}) => {
    // Where usage is wanted at the end, every chunk has the field.
    const usage = asked.includeUsage ? { usage: null } : {}
    send({ ...head, object: 'chat.completion.chunk', choices, ...usage, ...more })
  }
  const say = (delta: Readonly<Record<string, unknown>>, finish_reason: 'stop' | null = null) => {
    chunk([{ index: 0, delta, finish_reason, logprobs: null }])
  }
  await parts.slots.run(async () => {
    say({ role: 'assistant', content: '' })
    const answer = await ask(asked, parts, signal, { onToken: (content) => say({ content }) })
    const tail = answerTail(answer, asked.question)
    if (tail !== '') say({ content: tail })
    say({ annotations: annotationsOf(answer) })
    say({}, 'stop')
    if (asked.includeUsage) chunk([], { usage: usageOf(answer), cairn: aboutOf(answer) })
  })
}

/** Asks in the conversation that the messages belong to, and remembers where it has come to. */
async function ask(
  asked: AskedChat,
  { client, conversations }: ChatParts,
  signal: AbortSignal,
  listener?: TurnListener,
): Promise<TurnAnswer> {
  const { question, before } = asked
  const session_id = await conversations.idFor(before, signal)
  const answer = await collectTurn(await client.chat.ask_aside({ question, session_id }, { signal }), listener)
  const exchange = [
    { role: 'user', text: question } as const,
    { role: 'assistant', text: contentOf(answer, asked) } as const,
  ]
  conversations.remember([...before, ...exchange], session_id)
  return answer
}

function contentOf(answer: TurnAnswer, { question }: AskedChat): string {
  return answer.response + answerTail(answer, question)
}

/** Each citation as OpenAI writes one of a web page, with what Cairn knows beyond that beside it. */
function annotationsOf({ evidence, refs }: TurnAnswer): readonly unknown[] {
  return citationsOf(evidence, refs).map(({ answer_range, uri, document, ...rest }) => ({
    type: 'url_citation',
    url_citation: {
      start_index: answer_range.start,
      end_index: answer_range.end,
      title: document.title,
      url: uri ?? '',
    },
    cairn: { document, uri, ...rest },
  }))
}

function usageOf({ usage: { prompt_tokens, completion_tokens, total_tokens } }: TurnAnswer): Usage {
  return { prompt_tokens, completion_tokens, total_tokens }
}

/** What kind of answer it is, and who wrote it. */
function aboutOf({ outcome, model, ms }: TurnAnswer) {
  return { outcome: outcome ?? null, written_by: model, ms }
}
