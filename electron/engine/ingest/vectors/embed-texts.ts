import { CairnError } from '@shared/errors'
import type { Embedder } from '@engine/ports/models/embedder'

/** One vector a text, in order. Throws MODEL_UNUSABLE for a vector that is missing, of another width or not finite. */
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

/** The same embedder with some of it replaced. It may be an object of a class, whose methods a spread would lose. */
export function embedderWith(embedder: Embedder, replaced: Partial<Embedder>): Embedder {
  const { id, dimensions, unrelated, stamp } = embedder
  return {
    ...{ id, dimensions, unrelated, stamp },
    embedPassages: (texts, signal) => embedder.embedPassages(texts, signal),
    embedQuery: (text, signal) => embedder.embedQuery(text, signal),
    ...replaced,
  }
}

function useless({ id }: Embedder, what: string): CairnError {
  return new CairnError(
    'MODEL_UNUSABLE',
    `The embedder ${id} ${what}.`,
    'Choose another embedder, or add this one anew.',
  )
}
