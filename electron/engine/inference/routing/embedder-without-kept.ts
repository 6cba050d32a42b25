import type { Embedder } from '@engine/ports/models/embedder'
import type { KeptBack } from './without-kept'

const embedders = new WeakMap<Embedder, Embedder>()

/**
 * An embedder as it may be asked: one on another machine is not sent a word of confidential documents, whoever asks. This is the last
 * place before it leaves, for questions and for texts that quote such a document. The same object for the same embedder; one of this
 * machine as it is.
 */
export function embedderWithoutKept(embedder: Embedder, kept: KeptBack): Embedder {
  const { id, dimensions, unrelated, stamp } = embedder
  // An id names its machine; an address that changes makes another embedder.
  if (!kept.isElsewhere(id)) return embedder
  const known = embedders.get(embedder)
  if (known) return known
  const readable = async (texts: readonly string[]) => (kept.keepsAny() ? kept.without(texts) : texts)
  const made: Embedder = {
    ...{ id, dimensions, unrelated, stamp },
    embedPassages: async (texts, signal) => embedder.embedPassages(await readable(texts), signal),
    async embedQuery(text, signal) {
      const [asked = ''] = await readable([text])
      return embedder.embedQuery(asked, signal)
    },
  }
  embedders.set(embedder, made)
  return made
}
