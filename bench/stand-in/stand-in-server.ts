import { once } from 'node:events'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { json } from 'node:stream/consumers'
import { setTimeout } from 'node:timers/promises'
import { estimateTokens } from '@engine/text/token-count'
import { beginEvents, sendDelta, sendDone, sendJson, sendUsage } from './chat-events'
import { promptText, readPrompt, type StandInPrompt } from './stand-in-prompt'

/** How a reply comes. Its tokens are Chinese characters and up to five other letters or signs. */
export interface Pace {
  /** Milliseconds to the first token. */
  readonly firstTokenMs: number
  /** Infinity for all at once. */
  readonly tokensPerSecond: number
  /** Tokens after which the connection is cut; null for never. */
  readonly dieAfter: number | null
  /** Tokens after which nothing more comes until the client leaves; null for never. */
  readonly silentAfter: number | null
}

/** A reply, at the server's pace where it has none of its own. */
export type StandInReply = string | ({ readonly text: string } & Partial<Pace>)

export interface StandInOptions {
  readonly models?: readonly string[]
  /** Says `PENDING <hash>`, and `{}` where JSON is wanted, unless given. */
  readonly reply?: (prompt: StandInPrompt) => StandInReply | Promise<StandInReply>
  /** Replies by the hash of their prompts; they go before `reply`. */
  readonly recorded?: Readonly<Record<string, string>>
  readonly pace?: Partial<Pace>
  /** Whose way of saying how long its context is; `plain` servers do not say. */
  readonly speaks?: 'ollama' | 'llama-server' | 'plain'
  /** Tokens. */
  readonly contextLength?: number
  /** How time passes; a test gives one that does not wait. */
  readonly wait?: (ms: number, signal: AbortSignal) => Promise<unknown>
}

const atOnce: Pace = { firstTokenMs: 0, tokensPerSecond: Infinity, dieAfter: null, silentAfter: null }
const defaultContext = 4096

/** Stands in for a local language model: writes down every prompt, and replies as fast or slowly as one would. */
export class StandInServer {
  readonly prompts: StandInPrompt[] = []
  /** For the prompts to come; deaths and silences are of replies in text, unless the reply itself has them. */
  pace: Pace
  reply: NonNullable<StandInOptions['reply']>
  /** Prompts whose client left before the reply's end. */
  left = 0
  readonly #recorded: Map<string, string>
  readonly #waiting: (() => void)[] = []

  private constructor(
    private readonly server: Server,
    readonly port: number,
    private readonly options: StandInOptions,
  ) {
    this.pace = { ...atOnce, ...options.pace }
    this.reply = options.reply ?? (({ hash, form }) => (form ? '{}' : `PENDING ${hash}`))
    this.#recorded = new Map(Object.entries(options.recorded ?? {}))
  }

  /** Listens on a free port of loopback. */
  static async start(options: StandInOptions = {}): Promise<StandInServer> {
    const server = createServer()
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    const standIn = new StandInServer(server, (server.address() as AddressInfo).port, options)
    server.on('request', (request, response) => {
      standIn.#serve(request, response).catch(() => response.destroy())
    })
    return standIn
  }

  /** As Cairn's settings have it. */
  get url(): string {
    return `http://127.0.0.1:${this.port}/v1`
  }

  get models(): readonly string[] {
    return this.options.models ?? ['stand-in']
  }

  /** Plays this the next time the same prompt comes. */
  record(hash: string, reply: string): void {
    this.#recorded.set(hash, reply)
  }

  /** Resolves when so many prompts were sent, counted from the start. */
  asked(count: number): Promise<void> {
    return this.#until(() => this.prompts.length >= count)
  }

  /** Resolves when so many clients have left before their reply's end, counted from the start. */
  clientsLeft(count: number): Promise<void> {
    return this.#until(() => this.left >= count)
  }

  async close(): Promise<void> {
    this.server.closeAllConnections()
    this.server.close()
    await once(this.server, 'close')
  }

  async #until(holds: () => boolean): Promise<void> {
    while (!holds()) await new Promise<void>((resolve) => this.#waiting.push(resolve))
  }

  #wake(): void {
    for (const wake of this.#waiting.splice(0)) wake()
  }

  async #serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { speaks = 'plain', contextLength = defaultContext } = this.options
    const asked = `${request.method ?? ''} ${request.url?.split('?')[0] ?? ''}`
    switch (asked) {
      case 'GET /v1/models': {
        const meta = speaks === 'llama-server' ? { meta: { n_ctx_train: contextLength } } : {}
        sendJson(response, 200, { object: 'list', data: this.models.map((id) => ({ id, object: 'model', ...meta })) })
        return
      }
      case 'POST /v1/chat/completions':
        await this.#chat(readPrompt(await json(request)), response)
        return
      default: {
        const told = contextAnswer(asked, speaks, contextLength, this.models)
        sendJson(response, told ? 200 : 404, told ?? { error: { message: 'not found' } })
      }
    }
  }

  async #chat(prompt: StandInPrompt, response: ServerResponse): Promise<void> {
    this.prompts.push(prompt)
    this.#wake()
    const gone = new AbortController()
    response.on('close', () => {
      gone.abort()
      if (response.writableFinished || response.errored) return
      this.left += 1
      this.#wake()
    })
    if (!this.models.includes(prompt.model)) {
      sendJson(response, 404, { error: { message: `model '${prompt.model}' not found` } })
      return
    }
    const pace = prompt.form ? { ...this.pace, dieAfter: null, silentAfter: null } : this.pace
    const reply = this.#recorded.get(prompt.hash) ?? (await this.reply(prompt))
    const { text, ...own } = typeof reply === 'string' ? { text: reply } : reply
    await this.#say(text, { ...pace, ...own }, { prompt, response, signal: gone.signal })
  }

  async #say(
    text: string,
    { firstTokenMs, tokensPerSecond, dieAfter, silentAfter }: Pace,
    { prompt, response, signal }: { prompt: StandInPrompt; response: ServerResponse; signal: AbortSignal },
  ): Promise<void> {
    const { wait = realWait } = this.options
    const isGone = () => response.destroyed
    const all = text.match(/\p{Script=Han}|[^\s\p{Script=Han}]{1,5}|\s+/gu) ?? []
    const tokens = all.slice(0, prompt.maxTokens)
    if (firstTokenMs > 0) await wait(firstTokenMs, signal)
    if (isGone()) return
    beginEvents(response)
    for (const [at, content] of tokens.entries()) {
      if (await breaksOff(response, at, dieAfter, silentAfter)) return
      if (at > 0 && tokensPerSecond < Infinity) await wait(1000 / tokensPerSecond, signal)
      if (isGone()) return
      sendDelta(response, { content })
    }
    if (await breaksOff(response, tokens.length, dieAfter, silentAfter)) return
    sendDelta(response, {}, tokens.length < all.length ? 'length' : 'stop')
    sendUsage(response, { prompt: estimateTokens(promptText(prompt)), completion: tokens.length, cached: 0 })
    sendDone(response)
    response.end()
  }
}

/** Throws AbortError where the client leaves meanwhile. */
function realWait(ms: number, signal: AbortSignal): Promise<unknown> {
  return setTimeout(ms, undefined, { signal })
}

/** Whether the reply ends here, without saying so: with the connection, or in silence. What was said before arrives. */
async function breaksOff(
  response: ServerResponse,
  told: number,
  dieAfter: number | null,
  silentAfter: number | null,
): Promise<boolean> {
  if (told === silentAfter) return true
  if (told !== dieAfter) return false
  await new Promise<void>((resolve) => response.write(': so far\n\n', () => resolve()))
  response.socket?.destroySoon()
  return true
}

/** What servers of a kind say of their context; null where they do not know the question. */
function contextAnswer(
  asked: string,
  speaks: StandInOptions['speaks'],
  length: number,
  models: readonly string[],
): object | null {
  if (speaks === 'ollama' && asked === 'POST /api/show') {
    return {
      parameters: `num_ctx ${length}`,
      capabilities: ['completion'],
      model_info: { 'general.architecture': 'llama', 'llama.context_length': length },
    }
  }
  if (speaks === 'ollama' && asked === 'GET /api/ps') {
    return { models: models.map((name) => ({ name, model: name, context_length: length })) }
  }
  if (speaks === 'llama-server' && asked === 'GET /props') return { default_generation_settings: { n_ctx: length } }
  return null
}
