import type { Embedder } from '@engine/ports/models/embedder'
import type { KeptBack } from '../routing/without-kept'

/**
 * A server's embedder as it may be asked: one on another machine is not sent a word of confidential documents, whoever asks. This is the
 * last place before it leaves, for questions and for texts that quote such a document.
 */
export function embedderWithoutKept(embedder: Embedder, kept: KeptBack): Embedder {
  const { id, dimensions, unrelated, stamp } = embedder
  const readable = async (texts: readonly string[]) =>
    kept.isElsewhere(id) && kept.keepsAny() ? kept.without(texts) : texts
  return {
    ...{ id, dimensions, unrelated, stamp },
    embedPassages: async (texts, signal) => embedder.embedPassages(await readable(texts), signal),
    async embedQuery(text, signal) {
      const [asked = ''] = await readable([text])
      return embedder.embedQuery(asked, signal)
    },
  }
}
