import { CairnError } from '@shared/errors'
import type { Embedder } from '@engine/ports/models/embedder'

/**
 * One vector per text, in order, seen to be what the embedder promises. Throws CairnError MODEL_UNUSABLE where a vector
 * is missing, of another width or holds something that is not a finite number, and what the embedder throws.
 */
export async function embedTexts(
  embedder: Embedder,
  texts: readonly string[],
  signal: AbortSignal,
): Promise<Float32Array[]> {
  if (texts.length === 0) return []
  const vectors = await embedder.embedPassages(texts, signal)
  if (vectors.length !== texts.length)
    throw useless(embedder, `made ${vectors.length} vectors of ${texts.length} texts`)
  for (const vector of vectors) {
    if (vector.length !== embedder.dimensions) {
      throw useless(embedder, `made a vector of ${vector.length} numbers where it promised ${embedder.dimensions}`)
    }
    if (!vector.every(Number.isFinite)) throw useless(embedder, 'made a vector with something that is not a number')
  }
  return vectors
}

function useless({ id }: Embedder, what: string): CairnError {
  return new CairnError(
    'MODEL_UNUSABLE',
    `The embedder ${id} ${what}.`,
    'Choose another embedder, or add this one anew.',
  )
}
