import type { Embedder } from '@engine/ports/models/embedder'
import type {
  GenerateOptions,
  GenerateRequest,
  GenerationEvent,
  LanguageModels,
} from '@engine/ports/models/language-model'
import type { Reader } from '@engine/ports/models/reader'
import type { Reranker } from '@engine/ports/models/reranker'
import type { SpanBegin, SpanEnd } from '@engine/platform/tracing/span'
import { spanOf } from '@engine/platform/tracing/span-of-signal'
import { failed, tracedOn } from '@engine/platform/tracing/traced'

/** Language models whose every call is a span of the work that makes it. */
export function tracedLanguage(models: LanguageModels): LanguageModels {
  const open = models.open && tracedLanguage(models.open)
  return over(models, { generate: (request, options) => generated(models, request, options), open })
}

async function* generated(
  models: LanguageModels,
  request: GenerateRequest,
  options: GenerateOptions,
): AsyncGenerator<GenerationEvent> {
  const parent = options.signal && spanOf(options.signal)
  if (!parent) {
    yield* models.generate(request, options)
    return
  }
  const begun = performance.now()
  const span = parent.begin(generationOf(request))
  const heard = { characters: 0, text: '' }
  let end: SpanEnd = { status: 'cancelled' }
  const told: Record<string, string | number> = {}
  try {
    for await (const event of models.generate(request, options)) {
      if (event.type === 'model') Object.assign(told, { model: event.model.id, provider: providerOf(event.model.id) })
      if (event.type === 'token') {
        told['first_token_ms'] ??= Math.round(performance.now() - begun)
        heard.text += event.text
      }
      if (event.type === 'end') {
        const { prompt_tokens: read, completion_tokens: tokens, reused_tokens: reused } = event.usage
        const facts = { input_tokens: read, output_tokens: tokens, reused_tokens: reused, finish_reason: event.reason }
        end = { facts, out: { characters: heard.text.length, tokens }, text: () => heard.text }
      }
      yield event
    }
  } catch (thrown) {
    end = failed(thrown)
    throw thrown
  } finally {
    span.end({ ...end, facts: { ...told, ...end.facts } })
  }
}

function generationOf({ task, model, system, messages, temperature, maxTokens }: GenerateRequest): SpanBegin {
  const text = () => [system, ...messages.map(({ role, content }) => `${role}: ${content}`)].join('\n\n')
  const characters = messages.reduce((sum, { content }) => sum + content.length, system.length)
  const asked = { operation: 'chat', task, temperature, max_tokens: maxTokens }
  return {
    kind: 'model',
    name: task,
    in: { characters },
    facts: model === undefined ? asked : { ...asked, requested: model },
    text,
  }
}

/** What runs a model: Cairn itself, or a server that speaks OpenAI's protocol. */
function providerOf(model: string): string {
  return model.startsWith('server:') ? 'openai' : 'cairn'
}

const embedders = new WeakMap<Embedder, Embedder>()

/** An embedder whose calls are spans; the same one for the same embedder. */
export function tracedEmbedder(embedder: Embedder): Embedder {
  const known = embedders.get(embedder)
  if (known) return known
  const { id: model } = embedder
  const begin = (texts: readonly string[]): SpanBegin => ({
    kind: 'model',
    name: 'embed',
    in: { texts: texts.length, characters: lengthOf(texts) },
    facts: { operation: 'embeddings', model, provider: providerOf(model) },
  })
  const made = over(embedder, {
    embedPassages: (texts, signal) =>
      tracedOn(
        signal,
        () => begin(texts),
        () => embedder.embedPassages(texts, signal),
        { ended: (vectors) => ({ out: vectorSizes(vectors) }) },
      ),
    embedQuery: (text, signal) =>
      tracedOn(
        signal,
        () => begin([text]),
        () => embedder.embedQuery(text, signal),
        { ended: (vector) => ({ out: vectorSizes([vector]) }) },
      ),
  })
  embedders.set(embedder, made)
  return made
}

export function tracedReranker(reranker: Reranker | null): Reranker | null {
  if (!reranker) return null
  return over(reranker, {
    score: (question, passages, signal) =>
      tracedOn(
        signal,
        reading('rerank', reranker.id, question, passages),
        () => reranker.score(question, passages, signal),
        { ended: (scores) => ({ out: { passages: scores.length } }) },
      ),
  })
}

export function tracedReader(reader: Reader | null): Reader | null {
  if (!reader) return null
  return over(reader, {
    read: (question, passages, signal) =>
      tracedOn(signal, reading('read', reader.id, question, passages), () => reader.read(question, passages, signal), {
        ended: (spans) => ({ out: { texts: spans.filter((span) => span !== null).length } }),
      }),
  })
}

function reading(name: string, model: string, question: string, passages: readonly string[]) {
  return (): SpanBegin => ({
    kind: 'model',
    name,
    in: { passages: passages.length, characters: question.length + lengthOf(passages) },
    facts: { operation: name, model, provider: providerOf(model) },
  })
}

function vectorSizes(vectors: readonly Float32Array[]) {
  return { texts: vectors.length, bytes: vectors.reduce((sum, { byteLength }) => sum + byteLength, 0) }
}

function lengthOf(texts: readonly string[]): number {
  return texts.reduce((sum, { length }) => sum + length, 0)
}

/** All of `whole`, with some of it done otherwise. */
function over<Whole extends object>(whole: Whole, otherwise: Partial<Whole>): Whole {
  return new Proxy(whole, {
    get(target, key) {
      if (Object.hasOwn(otherwise, key)) return Reflect.get(otherwise, key) as unknown
      const value: unknown = Reflect.get(target, key)
      return typeof value === 'function' ? (value.bind(target) as unknown) : value
    },
  })
}
