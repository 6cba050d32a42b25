import { CairnError } from '@shared/errors'
import type { GenerateRequest, GenerationUsage, JsonSchema } from '@engine/ports/models/language-model'
import { cancelled } from '@engine/platform/deadline'
import { estimatedTokens } from '../built-in/measured-tokens'
import { systemClock, type Clock } from '../routing/first-token-probe'
import { createThoughtSplitter } from '../llama/thought-splitter'
import type { BackendChunk, LanguageBackend } from '../routing/language-backend'
import { failed, postToServer, RefusedRequest, type ServerAccess, type ServerGate } from './loopback-request'
import { readChatEvent, sseData, type ChatChunk } from './sse-events'

export interface LoopbackLanguageModelOptions {
  readonly id: string
  readonly name: string
  /** An address like `http://127.0.0.1:11434/v1`. */
  readonly url: string
  /** The model's name on the server. */
  readonly model: string
  readonly gate: ServerGate
  /** What its server says of its context; absent where nobody asks. */
  readonly context?: ServedContext | undefined
  readonly clock?: Clock
  readonly now: () => number
  /** Milliseconds until an answer begins; 5 minutes unless given: whoever asks has a shorter limit. */
  readonly firstByteMs?: number
}

/** The context of a server's model. */
export interface ServedContext {
  /** Tokens; null where the server does not say. */
  length(): number | null
  /** Asks the server again where the last time is long ago. Never fails: what cannot be learned is not known. */
  look(signal: AbortSignal): Promise<void>
  /** To be called when the model has begun to answer: some servers say the length only of a model that is loaded. */
  answered(): void
}

/** Ways to ask a server for JSON, the strictest first. Each is tried until the server accepts it. */
const jsonForms = ['json_schema', 'json_object', 'prompt'] as const

/** Servers count thinking into the tokens of an answer; a model that was seen to think gets so many more. */
const thinkingTokens = 4096

/** A model of an OpenAI-compatible server: Ollama, LM Studio, llama-server and their like. */
export class LoopbackLanguageModel implements LanguageBackend {
  readonly id: string
  readonly name: string
  readonly #context: ServedContext | undefined
  readonly #access: ServerAccess
  readonly #model: string
  #jsonForm = 0
  #thinks = false

  constructor(options: LoopbackLanguageModelOptions) {
    this.id = options.id
    this.name = options.name
    this.#model = options.model
    this.#context = options.context
    const { url, gate, now, clock = systemClock, firstByteMs = 300_000 } = options
    this.#access = { url, gate, now, clock, firstByteMs }
  }

  get contextLength(): number | null {
    return this.#context?.length() ?? null
  }

  /** A server loads its models itself; what can be learned is the context it gives this one. */
  async ready(_progress: (share: number) => void, signal: AbortSignal): Promise<void> {
    if (signal.aborted) throw cancelled()
    await this.#context?.look(signal)
  }

  async *generate(request: GenerateRequest, signal: AbortSignal): AsyncGenerator<BackendChunk> {
    const connection = new AbortController()
    const both = AbortSignal.any([signal, connection.signal])
    try {
      const response = await this.#ask(request, both)
      this.#context?.answered()
      yield* this.#read(response, request, both)
    } catch (thrown) {
      if (signal.aborted) throw cancelled()
      if (thrown instanceof CairnError) throw thrown
      throw failed('The connection to the server was cut.', thrown)
    } finally {
      connection.abort()
    }
  }

  countTokens(): Promise<number[]> {
    const message = `${this.name} does not say how it counts tokens.`
    return Promise.reject(new CairnError('NOT_FOUND', message, 'Estimate them.'))
  }

  async #ask(request: GenerateRequest, signal: AbortSignal): Promise<Response> {
    const post = (body: Record<string, unknown>) =>
      postToServer(this.#access, { path: '/chat/completions', purpose: 'language model', body }, signal)
    if (!request.schema) return post(this.#body(request))
    for (let form = this.#jsonForm; ; form += 1) {
      const last = form >= jsonForms.length - 1
      try {
        const response = await post(this.#body(request, request.schema, jsonForms[form]))
        this.#jsonForm = form
        return response
      } catch (thrown) {
        if (last || !(thrown instanceof RefusedRequest)) throw thrown
      }
    }
  }

  #body(request: GenerateRequest, schema?: JsonSchema, form?: (typeof jsonForms)[number]): Record<string, unknown> {
    const inPrompt = schema && form !== 'json_schema'
    const rule = `Answer with JSON alone, which fits this schema: ${JSON.stringify(schema)}`
    const system = inPrompt ? `${request.system}\n\n${rule}` : request.system
    return {
      model: this.#model,
      messages: [...(system === '' ? [] : [{ role: 'system', content: system }]), ...request.messages],
      temperature: request.temperature,
      seed: request.seed,
      max_tokens: request.maxTokens + (this.#thinks ? thinkingTokens : 0),
      stream: true,
      stream_options: { include_usage: true },
      ...(form === 'json_schema' && {
        response_format: { type: form, json_schema: { name: request.task, strict: true, schema } },
      }),
      ...(form === 'json_object' && { response_format: { type: form } }),
    }
  }

  async *#read(response: Response, request: GenerateRequest, signal: AbortSignal): AsyncGenerator<BackendChunk> {
    const splitter = createThoughtSplitter()
    const answer = { finish: undefined as string | undefined, usage: undefined as ChatChunk['usage'], pieces: 0 }
    try {
      for await (const data of sseData(bytesOf(response))) {
        const event = readChatEvent(data, this.#access.gate.mask)
        if (event === null) {
          answer.finish ??= 'stop'
          break
        }
        answer.usage = event.usage ?? answer.usage
        const [choice] = event.choices
        answer.finish = choice?.finish_reason ?? answer.finish
        const thought = choice?.delta?.reasoning_content ?? choice?.delta?.reasoning ?? ''
        if (thought !== '') yield this.#thought(thought)
        const content = choice?.delta?.content ?? ''
        if (thought !== '' || content !== '') answer.pieces += 1
        if (content !== '') yield* this.#split(splitter.push(content))
      }
    } catch (thrown) {
      // An answer that said it was finished is whole, whatever becomes of its connection.
      if (signal.aborted || answer.finish === undefined) throw thrown
    }
    if (answer.finish === undefined) throw failed('The server’s answer ends without saying that it is finished.')
    yield* this.#split(splitter.end())
    const usage = usageOf(answer.usage, request, answer.pieces)
    yield { type: 'end', reason: answer.finish === 'length' ? 'length' : 'stop', usage }
  }

  *#split(pieces: readonly { readonly kind: 'token' | 'thought'; readonly text: string }[]): Generator<BackendChunk> {
    for (const { kind, text } of pieces) {
      if (text !== '') yield kind === 'thought' ? this.#thought(text) : { type: 'token', text }
    }
  }

  #thought(text: string): BackendChunk {
    this.#thinks ||= text.trim() !== ''
    return { type: 'thought', text }
  }
}

/** The body as it comes; aborting the request breaks it off. How long it may be silent, its reader says. */
async function* bytesOf({ body }: Response): AsyncGenerator<Uint8Array> {
  if (body) yield* body as AsyncIterable<Uint8Array>
}

/** The server's token counts. A server without counts sends one token in each piece, so the pieces are counted. */
function usageOf(counted: ChatChunk['usage'], request: GenerateRequest, pieces: number): GenerationUsage {
  if (counted) {
    const { prompt_tokens, completion_tokens, prompt_tokens_details: details } = counted
    return { prompt_tokens, completion_tokens, reused_tokens: details?.cached_tokens ?? 0 }
  }
  const prompt = [request.system, ...request.messages.map(({ content }) => content)].join('\n')
  return { prompt_tokens: estimatedTokens.count(prompt), completion_tokens: pieces, reused_tokens: 0 }
}
