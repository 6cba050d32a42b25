import { estimateTokens } from '@engine/text/token-count'
import type { PassageText } from '../names/passage-reading'

/** About one passage of the usual length: what is lost when Cairn ends in between is no more than that. */
const batchTokens = 450

/** Places of passages to be read together, in order: as many as fit into one call, at least one. */
export function* passageBatches(places: readonly number[], passages: readonly PassageText[]): Generator<number[]> {
  let batch: number[] = []
  let tokens = 0
  for (const place of places) {
    const more = estimateTokens(passages[place]?.text ?? '')
    if (batch.length > 0 && tokens + more > batchTokens) {
      yield batch
      batch = []
      tokens = 0
    }
    batch.push(place)
    tokens += more
  }
  if (batch.length > 0) yield batch
}
