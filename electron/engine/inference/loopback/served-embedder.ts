import { LRUCache } from 'lru-cache'
import { z } from 'zod'
import { CairnError, toCairnError } from '@shared/errors'
import type { Embedder } from '@engine/ports/models/embedder'
import { jsonIfValid } from '@engine/platform/stored-text'
import { familyOf } from '../onnx/embedder-families'
import { inTime } from '../routing/first-token-probe'
import type { ModelRecords } from '../routing/model-records'
import { abandonOnAbort } from '../routing/shared-calls'
import { failed, postToServer, RefusedRequest, type ServerAccess } from './loopback-request'

export interface ServedEmbedderOptions {
  readonly id: string
  /** The model's name on the server. */
  readonly model: string
  readonly access: ServerAccess
  readonly records: Pick<ModelRecords, 'begin' | 'reset'>
  /** Milliseconds, of any clock that only goes forward. */
  readonly clock: () => number
  /** Ends every call, also one that nobody waits for. */
  readonly closing: AbortSignal
  /** Told when its vectors are suddenly of another width: it is another model now. */
  readonly unlike: () => void
}

/** Some servers take no more than 32 texts at once. */
const textsPerCall = 32
const maxCachedQueries = 256
/** A text of fewer characters is not too long for any model; whatever its refusal means, halves would be refused too. */
const shortText = 200

const Embeddings = z.object({
  data: z.array(
    z.object({ index: z.number().int().nonnegative().optional(), embedding: z.array(z.number()).min(1).max(32_768) }),
  ),
})

/**
 * Opens an embedder of a server: its first answer says how many dimensions it has. Throws CairnError MODEL_FAILED,
 * MODEL_UNUSABLE, RATE_LIMITED, NETWORK_DENIED, CANCELLED.
 */
export async function openServedEmbedder(options: ServedEmbedderOptions): Promise<Embedder> {
  const server = new EmbeddingServer(options)
  const [first] = await server.embed([options.model], { insists: false })
  if (!first) throw noVectors()
  return createServedEmbedder(options, server, first.length)
}

/**
 * Passages go in calls of a few dozen, and are tried however often the model failed: whoever has some waits and tries
 * again. A query of a model that kept failing fails at once; one that nobody waits for any more is still finished, because
 * the server may be loading the model for it.
 */
function createServedEmbedder(options: ServedEmbedderOptions, server: EmbeddingServer, dimensions: number): Embedder {
  const { id, model, unlike } = options
  const prefixes = familyOf(model)
  const queries = new LRUCache<string, Promise<Float32Array>>({ max: maxCachedQueries })
  const checked = (vectors: Float32Array[]) => {
    const other = vectors.find((vector) => vector.length !== dimensions)
    if (!other) return vectors
    unlike()
    throw otherDimensions(id, dimensions, other.length)
  }
  const embedQuery = async (text: string) => {
    const [vector] = checked(await server.embed([prefixes.query + text], { insists: false }))
    if (!vector) throw noVectors()
    return vector
  }
  return {
    id,
    dimensions,
    async embedPassages(texts, signal) {
      const vectors: Float32Array[] = []
      for (let at = 0; at < texts.length; at += textsPerCall) {
        const batch = texts.slice(at, at + textsPerCall).map((text) => prefixes.passage + text)
        vectors.push(...checked(await server.embed(batch, { signal, insists: true })))
      }
      return vectors
    },
    async embedQuery(text, signal) {
      const asked = queries.get(text) ?? embedQuery(text)
      queries.set(text, asked)
      asked.catch(() => queries.delete(text))
      // A caller may do with its vector what it likes.
      return (await abandonOnAbort(asked, signal)).slice()
    },
  }
}

/** `POST /v1/embeddings` of one model, with its record of calls. */
class EmbeddingServer {
  constructor(private readonly options: ServedEmbedderOptions) {}

  /** `insists`: asks also where the model kept failing. */
  async embed(
    texts: readonly string[],
    { signal: outer, insists }: { readonly signal?: AbortSignal | undefined; readonly insists: boolean },
  ): Promise<Float32Array[]> {
    const { id, records, clock, closing } = this.options
    const signal = outer ? AbortSignal.any([outer, closing]) : closing
    const call = records.begin(id)
    if (!call && !insists) throw leftAlone(id)
    const start = clock()
    try {
      const vectors = await this.#fitting(texts, signal)
      if (call) call.read(texts.length, clock() - start)
      // It was asked all the same, and is well again.
      else records.reset(id)
      return vectors
    } catch (thrown) {
      const error = signal.aborted ? toCairnError(signal.reason) : toCairnError(thrown)
      if (signal.aborted) call?.cancelled()
      else call?.failed(error)
      throw error
    }
  }

  /** A text that is longer than the model reads is cut, as one that Cairn's own embedders read. */
  async #fitting(texts: readonly string[], signal: AbortSignal): Promise<Float32Array[]> {
    try {
      return await this.#post(texts, signal)
    } catch (thrown) {
      const [text = ''] = texts
      const mayBeLong = thrown instanceof RefusedRequest && (texts.length > 1 || text.length > shortText)
      if (!mayBeLong) throw thrown
      if (texts.length === 1) return this.#fitting([text.slice(0, Math.ceil(text.length / 2))], signal)
      const vectors: Float32Array[] = []
      for (const one of texts) vectors.push(...(await this.#fitting([one], signal)))
      return vectors
    }
  }

  async #post(texts: readonly string[], signal: AbortSignal): Promise<Float32Array[]> {
    const { access, model } = this.options
    // Servers refuse texts of nothing, and half a character.
    const input = texts.map((text) => (text.trim() === '' ? ' ' : text.toWellFormed()))
    const body = { model, input, encoding_format: 'float' }
    const response = await postToServer(access, { path: '/embeddings', purpose: 'embedder', body }, signal)
    const { clock, firstByteMs: ms } = access
    const late = () => failed(`${new URL(access.url).host} broke off its answer.`)
    const text = await inTime(response.text(), { ms, clock, signal, late })
    const answer = Embeddings.safeParse(jsonIfValid(text))
    if (answer.data?.data.length !== texts.length) throw noVectors()
    const inOrder = answer.data.data.toSorted((a, b) => (a.index ?? 0) - (b.index ?? 0))
    return inOrder.map(({ embedding }) => unitVector(embedding))
  }
}

function unitVector(values: readonly number[]): Float32Array {
  const length = Math.hypot(...values)
  if (!Number.isFinite(length) || length === 0) throw noVectors()
  return Float32Array.from(values, (value) => value / length)
}

function noVectors(): CairnError {
  return failed('The server’s answer holds no vectors for these texts.')
}

function otherDimensions(id: string, before: number, now: number): CairnError {
  const message = `The vectors of ${id} have ${now} numbers, not ${before} as before.`
  return new CairnError('MODEL_UNUSABLE', message, 'Look for servers again: it is another model now.')
}

function leftAlone(id: string): CairnError {
  const message = `${id} kept failing and is left alone for a while.`
  return new CairnError('MODEL_FAILED', message, 'Load it in Models to try it at once, or choose another one.')
}
