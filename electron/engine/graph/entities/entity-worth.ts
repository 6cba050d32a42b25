import type { Library } from './entity-library'

/** How much each of the entities that `kept` numbers is worth, 0 to 1: the mean over all places that name it. */
export function worthsOf({ parts }: Library, kept: Int32Array, entities: number): Float64Array {
  const sums = new Float64Array(entities)
  const places = new Int32Array(entities)
  for (const { share, resolved, mentions } of parts) {
    const { worth = [] } = share.facts
    for (const [name] of mentions) {
      const entity = kept[resolved[name] ?? -1] ?? -1
      if (entity < 0) continue
      sums[entity] = (sums[entity] ?? 0) + (worth[name] ?? 1)
      places[entity] = (places[entity] ?? 0) + 1
    }
  }
  return sums.map((sum, entity) => (places[entity] === 0 ? 1 : sum / (places[entity] ?? 1)))
}
