import type { ServerResponse } from 'node:http'

/** Answers with one JSON object. */
export function sendJson(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { 'Content-Type': 'application/json' }).end(JSON.stringify(body))
}

/** Begins a streamed chat completion. */
export function beginEvents(response: ServerResponse): void {
  response.writeHead(200, { 'Content-Type': 'text/event-stream' })
  sendDelta(response, { role: 'assistant' })
}

/** One piece of it, such as `{ content: 'Hello' }`; `finish` says why it is the last one. */
export function sendDelta(response: ServerResponse, delta: unknown, finish: string | null = null): void {
  sendEvent(response, {
    object: 'chat.completion.chunk',
    choices: [{ index: 0, delta, finish_reason: finish }],
  })
}

/** What a server counted, in tokens. */
export interface ChatUsage {
  readonly prompt: number
  readonly completion: number
  /** Of the prompt, still held from the one before. */
  readonly cached: number
}

export function sendUsage(response: ServerResponse, { prompt, completion, cached }: ChatUsage): void {
  const usage = {
    prompt_tokens: prompt,
    completion_tokens: completion,
    prompt_tokens_details: { cached_tokens: cached },
  }
  sendEvent(response, { choices: [], usage })
}

/** The mark that a stream is over. */
export function sendDone(response: ServerResponse): void {
  response.write('data: [DONE]\n\n')
}

function sendEvent(response: ServerResponse, event: unknown): void {
  response.write(`data: ${JSON.stringify(event)}\n\n`)
}
