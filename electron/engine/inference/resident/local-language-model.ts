import { z } from 'zod'
import { CairnError } from '@shared/errors'
import type { GenerateRequest } from '@engine/ports/models/language-model'
import { Generated } from '../host/protocol'
import type { GeneratedText, HostClient, ResidentModel, ResidentModels } from '../supervision/host-client'
import type { BackendChunk, LanguageBackend } from '../routing/language-backend'

const Counts = z.array(z.number().int().nonnegative())

/** A language model in Cairn's own process for them. */
export class LocalLanguageModel implements LanguageBackend {
  constructor(
    readonly name: string,
    private readonly model: ResidentModel,
    private readonly resident: ResidentModels,
  ) {}

  get id(): string {
    return this.model.id
  }

  /** The context's length as it was loaded, which memory may have cut short; before that, the length to ask for. */
  get contextLength(): number {
    const made = this.resident.residenceOf(this.id).loaded?.details.context_length
    return Math.min(this.model.contextLength, made ?? Infinity)
  }

  async ready(progress: (share: number) => void, signal: AbortSignal): Promise<void> {
    await this.resident.load(this.model, { signal, progress })
  }

  async *generate(request: GenerateRequest, signal: AbortSignal): AsyncGenerator<BackendChunk> {
    const leave = new AbortController()
    const both = AbortSignal.any([signal, leave.signal])
    const held = new Hold()
    // The model is in use for as long as somebody reads.
    const using = new Promise<HostClient>((resolve, reject) => {
      const work = (host: HostClient) => {
        resolve(host)
        return held.released
      }
      held.over = this.resident.use(this.model, work, { signal: both }).catch((thrown: unknown) => {
        reject(thrown instanceof Error ? thrown : new Error(String(thrown)))
        throw thrown
      })
      // Heard of through `using` or where it is waited for below; not a third time.
      held.over.catch(() => undefined)
    })
    try {
      const host = await using
      yield* this.#chunks(host.stream(this.#asked(request), { signal: both }))
    } catch (thrown) {
      held.fail(thrown)
      throw thrown
    } finally {
      leave.abort()
      held.release()
      await held.over.catch(() => undefined)
    }
  }

  async countTokens(texts: readonly string[], signal: AbortSignal): Promise<number[]> {
    if (this.resident.residenceOf(this.id).loaded === null) {
      throw new CairnError('NOT_FOUND', `${this.name} is not loaded.`, 'Estimate them, or load it first.')
    }
    const request = { type: 'count' as const, key: this.id, texts: [...texts] }
    const counts = await this.resident.use(this.model, (host) => host.call(request, { signal }), { signal })
    return parsed(Counts, counts, this.name)
  }

  async *#chunks(stream: AsyncGenerator<GeneratedText, unknown>): AsyncGenerator<BackendChunk> {
    try {
      for (;;) {
        const step = await stream.next()
        if (step.done === true) {
          const { reason, ...usage } = parsed(Generated, step.value, this.name)
          yield { type: 'end', reason, usage }
          return
        }
        yield { type: step.value.kind, text: step.value.text }
      }
    } finally {
      // Leaving the host's loop is what cancels there.
      await stream.return(undefined)
    }
  }

  #asked(request: GenerateRequest) {
    return {
      type: 'generate' as const,
      key: this.id,
      system: request.system,
      messages: request.messages.map(({ role, content }) => ({ role, content })),
      temperature: request.temperature,
      seed: request.seed,
      max_tokens: request.maxTokens,
      schema: request.schema ? { ...request.schema } : null,
    }
  }
}

/** A stay that its holder ends, well or badly. */
class Hold {
  over: Promise<void> = Promise.resolve()
  release: () => void = () => undefined
  fail: (thrown: unknown) => void = () => undefined
  readonly released = new Promise<void>((resolve, reject) => {
    this.release = resolve
    this.fail = reject
  })

  constructor() {
    // `use` hears of it; where `use` itself failed, nobody is left to.
    this.released.catch(() => undefined)
  }
}

function parsed<T>(schema: z.ZodType<T>, value: unknown, name: string): T {
  const result = schema.safeParse(value)
  if (result.success) return result.data
  const message = `${name} answered in a form Cairn does not know.`
  throw new CairnError('MODEL_FAILED', message, 'Ask again.', { cause: result.error })
}
