import { once } from 'node:events'
import { createHash } from 'node:crypto'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { json } from 'node:stream/consumers'
import { z } from 'zod'
import { beginEvents, sendDelta, sendDone, sendJson, sendUsage } from '../../bench/stand-in/chat-events'

/** How the stand-in answers a chat. Words are sent one event each. */
export type ServerBehaviour =
  | {
      readonly kind: 'answer'
      readonly words: readonly string[]
      /** In `reasoning_content`, before the words; inline thinking is written into the words. */
      readonly thoughts?: readonly string[]
      readonly thoughtField?: 'reasoning_content' | 'reasoning'
      readonly finish?: 'stop' | 'length' | null
      readonly usage?: boolean
      readonly done?: boolean
      /** Milliseconds between events; none unless given. */
      readonly paceMs?: number
    }
  | { readonly kind: 'status'; readonly status: number; readonly message?: string; readonly retryAfter?: string }
  /** 400 as long as the request asks for a form that is not in `takes`; then the words. */
  | { readonly kind: 'picky'; readonly takes: readonly string[]; readonly words: readonly string[] }
  /** These after so many words: something that is no event, silence until the client leaves, or the connection's end. */
  | { readonly kind: 'malformed' | 'stall' | 'cut'; readonly words: readonly string[] }
  /** An answer with an error among its events, as servers do when the model dies. */
  | { readonly kind: 'error-event'; readonly words: readonly string[]; readonly message: string }
  /** Ends properly, but in the middle of the answer. */
  | { readonly kind: 'unfinished'; readonly words: readonly string[] }
  /** Takes the request and says nothing at all. */
  | { readonly kind: 'silent' }

const ChatRequest = z.object({
  model: z.string(),
  messages: z.array(z.object({ role: z.string(), content: z.string() })),
  temperature: z.number(),
  seed: z.number(),
  max_tokens: z.number(),
  stream: z.literal(true),
  stream_options: z.object({ include_usage: z.literal(true) }),
  response_format: z.object({ type: z.string(), json_schema: z.unknown().optional() }).optional(),
})
export type ChatRequest = z.infer<typeof ChatRequest>

const EmbeddingRequest = z.object({
  model: z.string(),
  input: z.array(z.string()).min(1).max(32),
  encoding_format: z.literal('float'),
})

/**
 * A real HTTP server that fails as Ollama, LM Studio and llama-server may, chat by chat. For what a model is sent, and for replies
 * to it, see `StandInServer`.
 */
export class OpenAiServer {
  /** For every chat that `next` holds nothing for. */
  behaviour: ServerBehaviour = { kind: 'answer', words: ['Hello', ' there', '.'] }
  /** For the next chats, one each. */
  readonly next: ServerBehaviour[] = []
  readonly chats: ChatRequest[] = []
  /** Wanted with every request; null for none. */
  key: string | null = null
  /** What else it says, by `METHOD /path`: as Ollama, LM Studio and llama-server do beside OpenAI's protocol. */
  readonly native: Record<string, (body: unknown) => object> = {}
  /** More of each model in the list of models. */
  listed: Readonly<Record<string, unknown>> = {}
  /** How many numbers its vectors have. */
  dimensions = 256
  /** A longer text is refused, in characters. */
  longestText = Infinity
  /** The texts that were to be embedded, call by call. */
  readonly embedded: (readonly string[])[] = []
  /** Of every request, as `METHOD /path`, with the key it came with. */
  readonly requests: { readonly what: string; readonly authorization: string | undefined }[] = []
  /** Chats whose client left before they were answered. */
  left = 0
  readonly #waiting: (() => void)[] = []

  private constructor(
    private readonly server: Server,
    readonly port: number,
    readonly models: readonly string[],
  ) {}

  /** `port`: one that was free a moment ago, for a server that comes back; a free one unless given. */
  static async start(models: readonly string[] = ['tiny'], port = 0): Promise<OpenAiServer> {
    const server = createServer()
    server.listen(port, '127.0.0.1')
    await once(server, 'listening')
    const fake = new OpenAiServer(server, (server.address() as AddressInfo).port, models)
    server.on('request', (request, response) => {
      fake
        .#serve(request, response)
        .catch((thrown: unknown) => response.destroy(thrown instanceof Error ? thrown : undefined))
    })
    return fake
  }

  /** As Cairn's settings have it. */
  get url(): string {
    return `http://127.0.0.1:${this.port}/v1`
  }

  /** Resolves when so many clients have left before their answer's end, counted from the start. */
  clientsLeft(count: number): Promise<void> {
    return this.#until(() => this.left >= count)
  }

  /** Resolves when so many chats were asked for, counted from the start or from when `chats` was emptied. */
  asked(count: number): Promise<void> {
    return this.#until(() => this.chats.length >= count)
  }

  async #until(holds: () => boolean): Promise<void> {
    while (!holds()) await new Promise<void>((resolve) => this.#waiting.push(resolve))
  }

  #wake(): void {
    for (const wake of this.#waiting.splice(0)) wake()
  }

  async close(): Promise<void> {
    this.server.closeAllConnections()
    this.server.close()
    await once(this.server, 'close')
  }

  async #serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const what = `${request.method ?? ''} ${request.url?.split('?')[0] ?? ''}`
    const { authorization } = request.headers
    this.requests.push({ what, authorization })
    const native = this.native[what]
    if (this.key !== null && authorization !== `Bearer ${this.key}`) {
      sendJson(response, 401, { error: { message: `Invalid key: ${authorization ?? 'none'}` } })
    } else if (what === 'GET /v1/models') {
      const data = this.models.map((id) => ({ id, object: 'model', ...this.listed }))
      sendJson(response, 200, { object: 'list', data })
    } else if (what === 'POST /v1/chat/completions') {
      await this.#chat(ChatRequest.parse(await json(request)), response)
    } else if (what === 'POST /v1/embeddings') {
      this.#embed(EmbeddingRequest.parse(await json(request)), response)
    } else if (native) {
      sendJson(response, 200, native(request.method === 'POST' ? await json(request) : undefined))
    } else {
      sendJson(response, 404, { error: { message: 'not found' } })
    }
  }

  /** In the wrong order. */
  #embed({ input }: z.infer<typeof EmbeddingRequest>, response: ServerResponse): void {
    if (input.some((text) => text === '' || text.length > this.longestText)) {
      sendJson(response, 400, { error: { message: 'input is empty, or is too large to process' } })
      return
    }
    this.embedded.push(input)
    const data = input.map((text, index) => {
      return { object: 'embedding', index, embedding: vectorOf(text, this.dimensions) }
    })
    sendJson(response, 200, { object: 'list', data: data.toReversed() })
  }

  async #chat(chat: ChatRequest, response: ServerResponse): Promise<void> {
    this.chats.push(chat)
    this.#wake()
    response.on('close', () => {
      if (response.writableFinished || response.errored) return
      this.left += 1
      this.#wake()
    })
    const behaviour = this.next.shift() ?? this.behaviour
    if (!this.models.includes(chat.model)) {
      sendJson(response, 404, { error: { message: `model '${chat.model}' not found` } })
      return
    }
    switch (behaviour.kind) {
      case 'silent':
        return
      case 'status': {
        if (behaviour.retryAfter !== undefined) response.setHeader('Retry-After', behaviour.retryAfter)
        sendJson(response, behaviour.status, { error: { message: behaviour.message ?? 'no' } })
        return
      }
      case 'picky': {
        const form = chat.response_format?.type ?? 'none'
        if (behaviour.takes.includes(form)) await answer(response, { kind: 'answer', words: behaviour.words })
        else sendJson(response, 400, { error: `response_format ${form} is not known` })
        return
      }
      case 'answer':
        await answer(response, behaviour)
        return
      default:
        await breakOff(response, behaviour)
    }
  }
}

/** Texts with words, or Chinese characters, in common are near each other. Not of unit length. */
function vectorOf(text: string, dimensions: number): number[] {
  const vector = Array.from({ length: dimensions }, () => 0.01)
  for (const word of text.toLowerCase().match(/\p{Script=Han}|[^\s\p{P}\p{Script=Han}]+/gu) ?? []) {
    const at = createHash('sha256').update(word).digest().readUInt32LE() % dimensions
    vector[at] = (vector[at] ?? 0) + 3
  }
  return vector
}

async function answer(
  response: ServerResponse,
  {
    words,
    thoughts = [],
    thoughtField = 'reasoning_content',
    finish = 'stop',
    usage = true,
    done = true,
    paceMs,
  }: Extract<ServerBehaviour, { kind: 'answer' }>,
): Promise<void> {
  beginEvents(response)
  const deltas = [...thoughts.map((text) => ({ [thoughtField]: text })), ...words.map((content) => ({ content }))]
  for (const delta of deltas) {
    if (paceMs !== undefined) await new Promise((resolve) => setTimeout(resolve, paceMs))
    if (response.destroyed) return
    sendDelta(response, delta)
  }
  if (finish !== null) sendDelta(response, {}, finish)
  if (usage) sendUsage(response, { prompt: 11, completion: deltas.length, cached: 4 })
  if (done) sendDone(response)
  response.end()
}

type BrokenOff = Extract<ServerBehaviour, { kind: 'malformed' | 'stall' | 'cut' | 'unfinished' | 'error-event' }>

async function breakOff(response: ServerResponse, behaviour: BrokenOff): Promise<void> {
  beginEvents(response)
  for (const content of behaviour.words) sendDelta(response, { content })
  // Flushed, so that what came before it arrives.
  await new Promise<void>((resolve) => response.write(': so far\n\n', () => resolve()))
  if (behaviour.kind === 'malformed') response.end('data: {"choices": [{"delta": \n\n')
  if (behaviour.kind === 'error-event')
    response.end(`data: ${JSON.stringify({ error: { message: behaviour.message } })}\n\n`)
  if (behaviour.kind === 'unfinished') response.end()
  if (behaviour.kind === 'cut') response.socket?.destroySoon()
}
