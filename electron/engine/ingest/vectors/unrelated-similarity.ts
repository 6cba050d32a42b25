import strangers from '@resources/lexicon/unrelated-sentences.json'
import type { Embedder } from '@engine/ports/models/embedder'
import { cosine } from '@engine/text/vectors'
import type { ChunkTableSet } from '@engine/ports/models/vector-space'
import { embedTexts } from './embed-texts'

const pairs = 200
/** With fewer documents pairs of different ones say more about these documents than about the embedder. */
const fewestDocuments = 20

/**
 * Mean cosine of passages that have nothing to do with each other, from 0 to 1: of chunks drawn from different documents,
 * or of a few sentences where there are too few documents. Null for the built-in embedder, which was fitted without.
 * `random` gives numbers of 0 to 1.
 */
export async function measureUnrelated(
  tables: ChunkTableSet,
  embedder: Embedder,
  random: () => number,
  signal: AbortSignal,
): Promise<number | null> {
  if (embedder.id.startsWith('builtin/')) return null
  const documents = [...tables.documents]
  if (documents.length < fewestDocuments) return meanOfPairs(await embedTexts(embedder, strangers, signal))
  const draw = (count: number) => Math.min(count - 1, Math.floor(random() * count))
  const placeIn = (at: number) => {
    const [documentId, { revisions }] = documents[at] ?? ['', { revisions: new Map<string, number>() }]
    return { documentId, index: draw([...revisions.values()][0] ?? 1) }
  }
  const drawn = Array.from({ length: pairs }, () => {
    const first = draw(documents.length)
    return [placeIn(first), placeIn((first + 1 + draw(documents.length - 1)) % documents.length)] as const
  })
  const vectors = new Map<string, Float32Array>()
  for (const { documentId, index, vector } of await tables.vectorsAt(drawn.flat())) {
    vectors.set(`${index} ${documentId}`, vector)
  }
  const vectorAt = ({ documentId, index }: ReturnType<typeof placeIn>) => vectors.get(`${index} ${documentId}`)
  return mean(
    drawn.flatMap(([a, b]) => {
      const [one, other] = [vectorAt(a), vectorAt(b)]
      return one && other ? [cosine(one, other)] : []
    }),
  )
}

function meanOfPairs(vectors: readonly Float32Array[]): number {
  return mean(vectors.flatMap((one, at) => vectors.slice(at + 1).map((other) => cosine(one, other))))
}

/** Below 0 nothing is more unrelated than at 0. */
function mean(values: readonly number[]): number {
  const sum = values.reduce((total, value) => total + value, 0)
  return values.length === 0 ? 0 : Math.max(0, sum / values.length)
}
