import { z } from 'zod'
import { MAX_EMBEDDED_LENGTH } from '@shared/api/doors-api'
import { jsonResponse } from '@shells/assets/error-response'
import type { EngineClient } from '@shells/engine-client'
import { modelId, ParameterError, parseRequest, unknownModel } from './openai-errors'

const Text = z.string().min(1).max(MAX_EMBEDDED_LENGTH)

const EmbeddingRequest = z.object({
  model: z.string(),
  input: z.union([Text, z.array(Text).min(1).max(128)], {
    error: `one text, or 1 to 128 texts, each of 1 to ${MAX_EMBEDDED_LENGTH} characters`,
  }),
  encoding_format: z.enum(['float', 'base64']).nullish(),
  dimensions: z.number().int().nullish(),
})

/**
 * `POST /v1/embeddings`: vectors of unit length by the embedder that search uses now, which is asked for by its own name or as
 * `cairn`. Throws ParameterError for dimensions that it does not have, NOT_FOUND for another model.
 */
export async function embed(body: unknown, client: EngineClient, signal: AbortSignal): Promise<Response> {
  const { model: wanted, input, encoding_format, dimensions: asked } = parseRequest(EmbeddingRequest, body)
  const texts = typeof input === 'string' ? [input] : input
  const { embedder } = await client.store.info()
  if (wanted !== modelId && wanted !== embedder) throw unknownModel(wanted)
  const { model, dimensions, vectors } = await client.passages.embed({ texts }, { signal })
  if (asked != null && asked !== dimensions) {
    const message = `Vectors of ${model} have ${dimensions} dimensions.`
    throw new ParameterError('dimensions', message, 'Ask for these, or leave “dimensions” out.')
  }
  const data = vectors.map((vector, index) => {
    return { object: 'embedding', index, embedding: encoding_format === 'base64' ? base64Of(vector) : vector }
  })
  // Nobody counts tokens here, and none are paid for.
  return jsonResponse({ object: 'list', data, model, dimensions, usage: { prompt_tokens: 0, total_tokens: 0 } })
}

/** Little-endian 32-bit floats, as OpenAI's clients read them. */
function base64Of(vector: readonly number[]): string {
  const bytes = Buffer.alloc(vector.length * Float32Array.BYTES_PER_ELEMENT)
  for (const [at, value] of vector.entries()) bytes.writeFloatLE(value, at * Float32Array.BYTES_PER_ELEMENT)
  return bytes.toString('base64')
}
