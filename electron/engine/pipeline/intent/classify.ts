import type { Embedder } from '@engine/ports/models/embedder'
import type { Intent, IntentClassifier, IntentKind } from '../turn'
import type { Labelled } from './labelled'
import { type Example, likeliestTopic, neighboursOf, votes } from './nearest'
import { wholeIntent } from './rules'
import { kindFeatures, plainnessFeatures } from './intent-features'
import { probabilities, fittedKinds, fittedPlainness } from './fitted-weights'

export const kinds = ['KB', 'TOOL', 'SYSTEM'] as const
export const plainness = ['plain', 'ambiguous'] as const

/** Longer utterances are questions to the documents; their first words show it. */
const maxReadLength = 400

/** The labelled texts with their vectors. */
export interface EmbeddedExamples {
  readonly kinds: readonly Example<IntentKind>[]
  readonly plainness: readonly Example<(typeof plainness)[number]>[]
}

/** The classifier over labelled examples, which are embedded when the first question comes, and again after a failure. */
export function createIntentClassifier(embedder: Embedder, load: () => Promise<Labelled>): IntentClassifier {
  let examples: Promise<EmbeddedExamples> | undefined
  const prepare = async () => {
    try {
      return await embedExamples(await load(), embedder)
    } catch (thrown) {
      examples = undefined
      throw thrown
    }
  }
  return {
    async rank(text, signal) {
      examples ??= prepare()
      const read = text.trim().slice(0, maxReadLength)
      const [known, vector] = await Promise.all([examples, embedder.embedQuery(read, signal)])
      return rankKinds(read, vector, known)
    },
  }
}

export async function embedExamples(labelled: Labelled, embedder: Embedder): Promise<EmbeddedExamples> {
  const { utterances, questions } = labelled
  const vectors = await embedder.embedPassages([...utterances, ...questions].map(({ text }) => text))
  const vectorAt = (at: number) => vectors[at] ?? new Float32Array(embedder.dimensions)
  return {
    kinds: utterances.map(({ kind, topic }, at) => ({ label: kind, topic, vector: vectorAt(at) })),
    plainness: questions.map(({ ambiguous }, at) => ({
      label: ambiguous ? 'ambiguous' : 'plain',
      topic: '',
      vector: vectorAt(utterances.length + at),
    })),
  }
}

/** Every kind with its calibrated probability, best first; the less plain the utterance, the more even they are. */
function rankKinds(text: string, vector: Float32Array, known: EmbeddedExamples): Intent[] {
  const neighbours = neighboursOf(vector, known.kinds)
  const ofKinds = probabilities(kindFeatures(text, votes(neighbours, kinds)), fittedKinds)
  const [plainShare = 0] = votes(neighboursOf(vector, known.plainness), plainness)
  const [plain = 1] = probabilities(plainnessFeatures(text, ofKinds[0] ?? 1, plainShare), fittedPlainness)
  const whole = wholeIntent(text)
  const topicOf = (kind: IntentKind) => (whole?.kind === kind ? whole.topic : likeliestTopic(neighbours, kind))
  return kinds
    .map((kind, at) => ({
      kind,
      topic: topicOf(kind),
      confidence: plain * (ofKinds[at] ?? 0) + (1 - plain) / kinds.length,
    }))
    .toSorted((a, b) => b.confidence - a.confidence)
}
